// Where attributes can stand in C as people write it.
#include "SourceText.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace raceward {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// The text with a mark where the attribute of a declarator goes.
std::string marked(const std::string &text, const std::string &name, std::uint32_t line) {
  const SourceText source(text);
  const std::optional<DeclaratorText> at = source.declarator(name, line);
  if (!at)
    return "none";
  std::string with = text;
  with.insert(at->end, "@");
  return with;
}

TEST(SourceText, PutsAttributesAtTheEndOfDeclarators) {
  EXPECT_EQ(marked("int total;\n", "total", 1), "int total@;\n");
  EXPECT_EQ(marked("int total = 1, other;\n", "total", 1), "int total@ = 1, other;\n");
  EXPECT_EQ(marked("int a, *b[2][3], c;\n", "b", 1), "int a, *b[2][3]@, c;\n");
  EXPECT_EQ(marked("struct s {\n  unsigned bits : 3;\n};\n", "bits", 2),
            "struct s {\n  unsigned bits : 3@;\n};\n");
  EXPECT_EQ(marked("struct s {\n  int (*call)(int, int);\n};\n", "call", 2),
            "struct s {\n  int (*call)(int, int)@;\n};\n");
  EXPECT_EQ(marked("int x[] = {1};\n", "x", 1), "int x[]@ = {1};\n");
  EXPECT_EQ(marked("struct { int a; } pool;\n", "pool", 1), "struct { int a; } pool@;\n");
}

TEST(SourceText, FindsNamesWhereTheyAreDeclaredOnly) {
  EXPECT_EQ(marked("// total\nint total; /* total */\n", "total", 2),
            "// total\nint total@; /* total */\n");
  EXPECT_EQ(marked("struct total *total;\n", "total", 1), "struct total *total@;\n");
  EXPECT_EQ(marked("DECLARE(to, tal)\n", "total", 1), "none");
  EXPECT_EQ(marked("#define D int total;\nD\n", "total", 1), "none");
}

TEST(SourceText, KnowsAttributesThatAreThere) {
  const SourceText source(
      "int a GUARDED_BY(&lock);\nint *b __attribute__((pt_guarded_by(p->m)));\n");
  const auto a = source.declarator("a", 1);
  ASSERT_EQ(a->hints.size(), 1U);
  EXPECT_EQ(a->hints[0].lock, "lock");
  EXPECT_FALSE(a->hints[0].pointee);
  const auto b = source.declarator("b", 2);
  ASSERT_EQ(b->hints.size(), 1U);
  EXPECT_EQ(b->hints[0].lock, "p->m");
  EXPECT_TRUE(b->hints[0].pointee);
  EXPECT_EQ(SourceText("int a RW_GUARDED_BY_LATER(&m);\n").declarator("a", 1)->hints.size(), 1U);
}

std::vector<std::string> functionsOf(const std::string &text) {
  std::vector<std::string> words;
  const SourceText source(text);
  for (const FunctionText &each : source.functions()) {
    std::string word = each.name + "(";
    for (const std::string &name : each.parameters)
      word += name + ",";
    words.push_back(word + ") " + std::to_string(each.firstLine) + "-" +
                    std::to_string(each.lastLine));
  }
  return words;
}

TEST(SourceText, FindsFunctions) {
  EXPECT_THAT(functionsOf("int f(int a, struct q *q);\nvoid g(void) {\n  f(1, 0);\n}\n"),
              ElementsAre("f(a,q,) 0-0", "g(,) 2-4"));
  EXPECT_THAT(
      functionsOf("static struct q *\nmake(struct q *, char s[], const struct q *x)\n{\n}\n"),
      ElementsAre("make(,s,x,) 1-4"));
  EXPECT_THAT(functionsOf("void run(void (*f)(int, int), pool p) {\n}\n"),
              ElementsAre("run(,p,) 1-2"));
  EXPECT_THAT(functionsOf("struct __attribute__((packed)) s { int a; };\nenum e { A };\n"),
              IsEmpty());
  EXPECT_THAT(functionsOf("int x = f(1);\ntypedef int (*call)(int);\n"), IsEmpty());
}

TEST(SourceText, BracesOfOtherBranchesDoNotCount) {
  EXPECT_THAT(
      functionsOf(
          "#ifdef A\nvoid f(int a) {\n#else\nvoid f(int b) {\n#endif\n}\nint g(void) {\n}\n"),
      ::testing::Contains("g(,) 7-8"));
}

TEST(SourceText, IncludesGoAfterTheOthers) {
  const std::string text =
      "#ifndef H\n#define H\n#include <a.h>\n#ifdef W\n#include <w.h>\n#endif\nint x;\n#endif\n";
  const SourceText source(text);
  EXPECT_EQ(source.includePlace(text.find("int x"), {}), text.find("#ifdef W"));
  EXPECT_FALSE(SourceText("int x;\n").includePlace(4, {}).has_value());
  const std::string merged = "typedef union {\n int a;\n} lock;\nint x;\n";
  EXPECT_EQ(SourceText(merged).includePlace(merged.find("int x"), {3}), merged.find("int x"));
}

TEST(SourceText, FindsOtherDeclarationsOfAVariable) {
  const std::string text = "extern int total;\nint total;\nvoid f(void) { total = 1; }\n";
  const auto others = SourceText(text).otherDeclarators("total", 2);
  ASSERT_EQ(others.size(), 1U);
  EXPECT_EQ(others[0].end, text.find(';'));
}

} // namespace
} // namespace raceward
