#include "Loading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <llvm/IR/DataLayout.h>

namespace raceward {
namespace {

using test::Folder;
using test::loaded;
using test::loadText;
using test::sitesOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Result<Program> loadFiles(std::vector<std::string> files) {
  LoadRequest request;
  request.files = std::move(files);
  return loadProgram(request);
}

TEST(Load, LinksFilesThatNeedEachOther) {
  const Folder folder;
  const auto program =
      loadFiles({folder.add("a.c", "extern int n; void f(void); int main(void) { n = 1; f(); }"),
                 folder.add("b.c", "int n; void f(void) { n++; }")});
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_THAT(sitesOf(*program, "main"), ElementsAre("write 'n'"));
  EXPECT_THAT(sitesOf(*program, "f"), ElementsAre("read 'n'", "write 'n'"));
  EXPECT_TRUE(test::functionNamed(*program, "f").hasBody);
}

TEST(Load, LinksCWithIr) {
  const Folder folder;
  const Program other = loaded("int main(void) { return 0; }");
  const std::string layout = other.module().getDataLayoutStr();
  const auto program = loadFiles(
      {folder.add("a.c", "void f(int *); int x; int main(void) { f(&x); }"),
       folder.add("b.ll", "target datalayout = \"" + layout + "\"\n" + "target triple = \"" +
                              other.module().getTargetTriple() + "\"\n" +
                              "define void @f(ptr %p) {\n  store i32 1, ptr %p\n  ret void\n}\n")});
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_THAT(sitesOf(*program, "f"), ElementsAre("write '*p'"));
}

TEST(Load, RefusesTwoPrograms) {
  const Folder folder;
  const auto program = loadFiles({folder.add("a.c", "int main(void) { return 0; }"),
                                  folder.add("b.c", "int main(void) { return 1; }")});
  ASSERT_FALSE(program);
  EXPECT_EQ(program.error().kind, Error::Kind::Input);
  EXPECT_THAT(program.error().message, HasSubstr("b.c"));
  EXPECT_THAT(program.error().hint, HasSubstr("--target"));
}

TEST(Load, RefusesAProgramWithoutMain) {
  const auto program = loadText("int f(void) { return 0; }");
  ASSERT_FALSE(program);
  EXPECT_THAT(program.error().message, HasSubstr("main"));
}

TEST(Load, SaysWhatTheCompilerSays) {
  const auto program = loadText("int main(void) { return undeclared; }");
  ASSERT_FALSE(program);
  EXPECT_THAT(program.error().details, HasSubstr("undeclared"));
}

TEST(Load, RefusesWhatIsNoInput) {
  EXPECT_FALSE(loadFiles({}));
  EXPECT_FALSE(loadFiles({"/nowhere/a.c"}));
  EXPECT_FALSE(loadFiles({"/"}));
  const auto cpp = loadText("int main() {}", ".cpp");
  ASSERT_FALSE(cpp);
  EXPECT_THAT(cpp.error().message, HasSubstr("C++"));
  EXPECT_FALSE(loadText("int main(void) {}", ".txt"));
}

TEST(Load, KnowsTheSizesOfBothDataModels) {
  const char *text = "struct s { long l; void *p; } g; long long w; int main(void) { w = g.l; }";
  const auto bytesOf = [](const Program &program, std::string_view name) {
    for (const Global &global : program.globals())
      if (global.name == name)
        return global.bytes;
    return std::uint64_t{0};
  };
  const Program lp64 = loaded(text);
  EXPECT_EQ(lp64.dataModel(), DataModel::LP64);
  EXPECT_EQ(bytesOf(lp64, "g"), 16u);
  const Program ilp32 = loaded(text, ".c", DataModel::ILP32);
  EXPECT_EQ(ilp32.dataModel(), DataModel::ILP32);
  EXPECT_EQ(bytesOf(ilp32, "g"), 8u);
  EXPECT_EQ(bytesOf(ilp32, "w"), 8u);
  ASSERT_EQ(ilp32.sites().size(), 2u);
  EXPECT_EQ(ilp32.sites()[0].bytes, 4u);
  EXPECT_EQ(ilp32.sites()[1].bytes, 8u);
}

TEST(Load, ReadsPreprocessedText) {
  const Program program = loaded("# 1 \"orig.c\"\nint x;\nint main(void) { x = 1; }\n", ".i");
  ASSERT_EQ(program.sites().size(), 1u);
  EXPECT_THAT(program.sites()[0].at.file, HasSubstr("orig.c"));
  EXPECT_EQ(program.sites()[0].at.line, 2u);
}

} // namespace
} // namespace raceward
