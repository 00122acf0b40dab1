// Bitcode and textual IR come from outside and may be anything. Whatever they are, the
// answer is a Program or an Error, never the end of this process.
#include "IrReader.h"
#include "Loading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Support/raw_ostream.h>

#include <fstream>
#include <random>

namespace raceward {
namespace {

using test::loaded;
using test::loadText;
using ::testing::HasSubstr;

std::string bitcode() {
  const Program program = loaded("int x; int main(void) { x = 1; return x; }");
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream out(bytes);
  llvm::WriteBitcodeToFile(program.module(), out);
  return {bytes.data(), bytes.size()};
}

TEST(IrReader, ReadsBothForms) {
  EXPECT_TRUE(loadText("define i32 @main() {\n  ret i32 0\n}\n", ".ll"));
  EXPECT_TRUE(loadText(bitcode(), ".bc"));
}

TEST(IrReader, PassesOnWhatLlvmSays) {
  const auto syntax = loadText("define i32 @main( {\n}\n", ".ll");
  ASSERT_FALSE(syntax);
  EXPECT_EQ(syntax.error().kind, Error::Kind::Input);
  EXPECT_THAT(syntax.error().details, HasSubstr("error:"));

  const auto undefined = loadText("define i32 @main() {\n  ret i32 %nothing\n}\n", ".ll");
  ASSERT_FALSE(undefined);
  EXPECT_THAT(undefined.error().details, HasSubstr("nothing"));
}

TEST(IrReader, SurvivesDebugNamesThatAreNoText) {
  // One changed bit: the name of a type is a list.
  std::ifstream file(RW_SOURCE_DIR "/test/fuzz/seeds/FuzzBitcode/name-is-no-text.bc",
                     std::ios::binary);
  const std::string content((std::istreambuf_iterator<char>(file)), {});
  ASSERT_FALSE(content.empty());
  EXPECT_TRUE(loadText(content, ".bc"));
}

TEST(IrReader, RefusesAModuleThatIsNotWellFormed) {
  // A value that is used where it is not yet computed.
  const auto program = loadText("define i32 @main() {\n"
                                "  br i1 true, label %a, label %b\n"
                                "a:\n  %x = add i32 1, 2\n  br label %b\n"
                                "b:\n  ret i32 %x\n}\n",
                                ".ll");
  ASSERT_FALSE(program);
  EXPECT_THAT(program.error().details, HasSubstr("does not dominate"));
}

TEST(IrReader, SurvivesTruncatedBitcode) {
  const std::string whole = bitcode();
  for (std::size_t length = 0; length < whole.size(); length += whole.size() / 23 + 1) {
    const auto program = loadText(whole.substr(0, length), ".bc");
    ASSERT_FALSE(program) << length;
    EXPECT_FALSE(program.error().message.empty());
  }
}

TEST(IrReader, SurvivesNoise) {
  std::mt19937 random(20); // a fixed seed: a failure can be repeated
  const std::string whole = bitcode();
  for (int round = 0; round < 25; ++round) {
    std::string noise = round % 2 == 0 ? whole : std::string(512, '\0');
    const std::size_t changes = round % 2 == 0 ? 4 : noise.size();
    for (std::size_t i = 0; i < changes; ++i)
      noise[random() % noise.size()] = static_cast<char>(random());
    const auto program = loadText(noise, ".bc"); // may even be readable
    if (!program) {
      EXPECT_FALSE(program.error().message.empty());
    }
  }
}

} // namespace
} // namespace raceward
