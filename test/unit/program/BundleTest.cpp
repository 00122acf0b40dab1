// A program that another process got as bitcode is the same program: every number that an engine
// could send is the number of the same thing.
#include "raceward/program/Bundle.h"

#include "Annotations.h"
#include "Loading.h"
#include "raceward/program/Print.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace raceward {
namespace {

using test::Folder;
using test::loaded;
using ::testing::HasSubstr;

LoadRequest requestOf(const std::string &file) {
  LoadRequest request;
  request.files = {file};
  return request;
}

Result<Program> loadKept(LoadRequest request) {
  request.keepBitcode = true;
  return loadProgram(request);
}

Program keptFrom(std::string_view text) {
  const Folder folder;
  Result<Program> program = loadKept(requestOf(folder.add("program.c", text)));
  EXPECT_TRUE(program);
  return std::move(*program);
}

/// Functions, instructions, operands, globals and sites, by their numbers.
std::string numbered(const Program &program) {
  std::string text = printProgram(program, {.code = true, .sitesOnly = false});
  for (const Function &function : program.functions())
    text += std::to_string(function.id.index()) + " " + function.name + "\n";
  for (const Global &global : program.globals())
    text += std::to_string(global.id.index()) + " " + global.name + "\n";
  for (const AccessSite &site : program.sites()) {
    const SitePlace &place = program.placeOf(site.id);
    text += std::to_string(place.function.index()) + "." + std::to_string(place.instruction) + " " +
            toString(site.at) + " " + test::describe(site) + "\n";
  }
  return text;
}

class BundledPrograms : public ::testing::TestWithParam<std::string> {};

TEST_P(BundledPrograms, AreTheSameAtTheOtherEnd) {
  const Result<test::AnnotatedProgram> annotated =
      test::readAnnotations(std::string(RW_TEST_PROGRAMS) + "/" + GetParam());
  ASSERT_TRUE(annotated) << annotated.error().message;
  const Result<Program> direct = loadProgram(annotated->request);
  const Result<Program> kept = loadKept(annotated->request);
  ASSERT_TRUE(direct && kept);
  EXPECT_TRUE(direct->linkedBitcode().empty());
  const Result<Program> sent = programFromBitcode(kept->linkedBitcode());
  ASSERT_TRUE(sent) << sent.error().message << sent.error().details;
  EXPECT_EQ(numbered(*direct), numbered(*kept));
  EXPECT_EQ(numbered(*kept), numbered(*sent));
  EXPECT_EQ(programHash(*direct), programHash(*kept));
  EXPECT_EQ(programHash(*kept), programHash(*sent));
}

std::string testName(const ::testing::TestParamInfo<std::string> &info) {
  std::string name = info.param;
  for (char &c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)))
      c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, BundledPrograms,
                         ::testing::ValuesIn(test::annotatedPrograms(RW_TEST_PROGRAMS)), testName);

constexpr const char *kText = "struct s { int a : 3; int b : 5; } g;\n"
                              "int x;\n"
                              "int main(void) { int n = 7; x = n; g.a = 1; return x; }\n";

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  text.replace(text.find(what), what.size(), with);
  return text;
}

TEST(ProgramHash, DoesNotDependOnTheFolder) {
  const Folder one;
  const Folder two;
  const std::string header = "static int twice(int n) { return n + n; }\n";
  const std::string text = "#include \"twice.h\"\nint x; int main(void) { x = twice(3); }\n";
  one.add("twice.h", header);
  two.add("deep/er/twice.h", header);
  const auto first = loadProgram(requestOf(one.add("program.c", text)));
  const auto second = loadProgram(requestOf(two.add("deep/er/program.c", text)));
  ASSERT_TRUE(first && second);
  EXPECT_EQ(programHash(*first), programHash(*second));
  EXPECT_EQ(programHash(*first).size(), 64u);
}

TEST(ProgramHash, ChangesWithWhatAnEngineCanSee) {
  const std::string hash = programHash(loaded(kText));
  EXPECT_EQ(hash, programHash(loaded(kText)));
  const auto changes = [&](std::string_view what, std::string_view with) {
    return programHash(loaded(replaced(kText, what, with))) != hash;
  };
  EXPECT_TRUE(changes("n = 7", "n = 8"));
  EXPECT_TRUE(changes("int x", "long x"));
  EXPECT_TRUE(changes("int x;", "int x = 1;"));
  EXPECT_TRUE(changes("int x", "volatile int x"));
  EXPECT_TRUE(changes("int n", " int n"));        // a column
  EXPECT_TRUE(changes("int main", "\nint main")); // a line
  EXPECT_TRUE(changes("int b : 5", "int c : 5")); // debug information alone
  EXPECT_TRUE(changes("int a : 3; int b : 5;", "int a : 2; int b : 6;"));
  EXPECT_NE(hash, programHash(loaded(kText, ".c", DataModel::ILP32)));
}

TEST(ProgramHash, LeavesTheProgramAsItIs) {
  const Program program = loaded(kText);
  const std::string before = numbered(program);
  programHash(program);
  EXPECT_EQ(numbered(program), before);
  EXPECT_EQ(positionOf(*program.placeOf(SiteId(0)).origin), program.sites()[0].at);
}

TEST(Bundle, RefusesDamagedBitcode) {
  const Program program = keptFrom(kText);
  const std::string &whole = program.linkedBitcode();
  EXPECT_FALSE(programFromBitcode(""));
  EXPECT_FALSE(programFromBitcode("int main(void) {}"));
  for (std::size_t length = 0; length < whole.size(); length += whole.size() / 11 + 1) {
    const auto sent = programFromBitcode(whole.substr(0, length));
    ASSERT_FALSE(sent) << length;
    EXPECT_FALSE(sent.error().message.empty());
    EXPECT_THAT(sent.error().hint, ::testing::Not(HasSubstr("clang")));
  }
}

TEST(Bundle, KnowsAProgramThatIsAnother) {
  // What a changed bit leaves readable is never taken for the program.
  const Program program = keptFrom(kText);
  const std::string expected = programHash(program);
  std::mt19937 random(11);
  for (int round = 0; round < 20; ++round) {
    std::string noise = program.linkedBitcode();
    noise[random() % noise.size()] ^= static_cast<char>(1u << (random() % 8));
    const auto sent = programFromBitcode(noise);
    if (sent && programHash(*sent) == expected) {
      EXPECT_EQ(numbered(*sent), numbered(program));
    }
  }
}

TEST(Bundle, RefusesALibrary) {
  EXPECT_FALSE(programFromBitcode("define void @f() {\n  ret void\n}\n"));
}

} // namespace
} // namespace raceward
