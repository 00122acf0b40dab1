#include "raceward/cele/Parse.h"

#include <gmock/gmock.h>

namespace raceward::cele {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// "line:column: message" of every error.
std::vector<std::string> errorsOf(std::string_view text) {
  std::vector<std::string> lines;
  for (const Diagnostic &error : parse("t.cele", text).errors)
    lines.push_back(std::to_string(error.at.line) + ":" + std::to_string(error.at.column) + ": " +
                    error.message);
  return lines;
}

/// With parentheses around every operator, which shows how it was understood.
std::string shape(const Source &source, ExpressionId id) {
  const Expression &it = source.at(id);
  switch (it.kind) {
  case Expression::Kind::Integer:
    return std::to_string(it.number);
  case Expression::Kind::Boolean:
    return it.number != 0 ? "true" : "false";
  case Expression::Kind::Variable:
    return source.at(it.variable).name;
  case Expression::Kind::Element:
    return source.at(it.variable).name + "[" + shape(source, it.left) + "]";
  case Expression::Kind::Input:
    return "read(" + std::to_string(it.number) + ")";
  case Expression::Kind::Unary:
    return std::string(toString(it.op)) + shape(source, it.left);
  case Expression::Kind::Binary:
    return "(" + shape(source, it.left) + std::string(toString(it.op)) + shape(source, it.right) +
           ")";
  }
  return {};
}

std::string shapeOf(std::string_view expression) {
  const Parsed parsed = parse("t.cele", "x = " + std::string(expression) + ";");
  if (!parsed.ok())
    return parsed.errors.front().message;
  return shape(parsed.source, parsed.source.at(parsed.source.body.front()).value);
}

std::string repeated(std::string_view part, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += part;
  return text;
}

TEST(CeleParse, everyStatement) {
  const Parsed parsed = parse("t.cele", R"(// first
a = 1; b = [1, 2, 3]; b[a + 1] = 4; write(7, a);
if (a < 2) { skip; } else { a = 3; };
if (a < 2) { };
while (true) { a = a - 1; };
fork { a = 1; } and { } and { when (a == 1); };
assert(a >= 0); // last
)");
  ASSERT_THAT(parsed.errors, IsEmpty());
  const Source &source = parsed.source;
  using Kind = Statement::Kind;
  std::vector<Kind> kinds;
  for (const StatementId id : source.body)
    kinds.push_back(source.at(id).kind);
  EXPECT_THAT(kinds, ElementsAre(Kind::Assign, Kind::AssignArray, Kind::AssignElement, Kind::Output,
                                 Kind::If, Kind::If, Kind::While, Kind::Fork, Kind::Assert));
  EXPECT_EQ(source.at(source.body[3]).port, 7);
  EXPECT_EQ(source.at(source.body[4]).blocks[1].size(), 1U);
  EXPECT_THAT(source.at(source.body[5]).blocks, ElementsAre(IsEmpty(), IsEmpty()));
  EXPECT_EQ(source.at(source.body[7]).blocks.size(), 3U);
  ASSERT_EQ(source.comments.size(), 2U);
  EXPECT_EQ(source.comments[1].text, "// last");
  EXPECT_EQ(source.comments[1].at, (Place{7, 17}));
  EXPECT_EQ(source.at(source.body[2]).at, (Place{2, 23}));
  EXPECT_EQ(source.at(source.body[2]).end, (Place{2, 34}));
}

TEST(CeleParse, precedenceIsThatOfC) {
  EXPECT_EQ(shapeOf("1 + 2 * 3 - 4"), "((1+(2*3))-4)");
  EXPECT_EQ(shapeOf("a || b && c || d"), "((a||(b&&c))||d)");
  EXPECT_EQ(shapeOf("1 < 2 == 3 < 4"), "((1<2)==(3<4))");
  EXPECT_EQ(shapeOf("1 == 2 && !c"), "((1==2)&&!c)");
  EXPECT_EQ(shapeOf("-a % -(1 + 2)"), "(-a%-(1+2))");
  EXPECT_EQ(shapeOf("- -a"), "--a");
  EXPECT_EQ(shapeOf("8 / 4 / 2"), "((8/4)/2)");
  EXPECT_EQ(shapeOf("read(3) + 1"), "(read(3)+1)");
}

TEST(CeleParse, placesOfExpressions) {
  const Parsed parsed = parse("t.cele", "x = (a + b);");
  ASSERT_TRUE(parsed.ok());
  const Expression &sum = parsed.source.at(parsed.source.at(parsed.source.body.front()).value);
  EXPECT_EQ(sum.at, (Place{1, 8}));
  EXPECT_EQ(parsed.source.at(sum.left).at, (Place{1, 6}));
}

TEST(CeleParse, severalErrorsInOneRunWithoutCascades) {
  EXPECT_THAT(errorsOf("a = ;\nb = 1;\nif (a = 1) { c = 2; } else { d = 3; };\ne = (1;\nf = 2;\n"),
              ElementsAre("1:5: expected an expression, found ';'",
                          "3:7: expected ')' after the condition, found '='",
                          "4:7: expected ')' after this expression, found ';'"));
}

TEST(CeleParse, missingSemicolonKeepsTheNextStatement) {
  EXPECT_THAT(errorsOf("a = 1\nb = ;\n"), ElementsAre("1:6: expected ';' after this statement",
                                                      "2:5: expected an expression, found ';'"));
  EXPECT_THAT(errorsOf("while (true) { a = 1 }\nb = 1;"),
              ElementsAre("1:21: expected ';' after this statement",
                          "1:23: expected ';' after this statement"));
  EXPECT_THAT(errorsOf("a = 1 2; b = 3;"), ElementsAre("1:6: expected ';' after this statement"));
}

TEST(CeleParse, misspeltKeywords) {
  const Parsed parsed = parse("t.cele", "whlie (a < 1) { a = ; };");
  ASSERT_EQ(parsed.errors.size(), 2U);
  EXPECT_EQ(parsed.errors[0].message, "there is no statement 'whlie'");
  EXPECT_EQ(parsed.errors[0].hint, "did you mean 'while'?");
  EXPECT_EQ(parsed.errors[1].at, (Place{1, 21}));
  EXPECT_THAT(errorsOf("frok { } and { };"), ElementsAre("1:1: there is no statement 'frok'"));
  EXPECT_THAT(errorsOf("skpi;"), ElementsAre("1:1: there is no statement 'skpi'"));
  EXPECT_THAT(errorsOf("print(a);"), ElementsAre("1:1: there is no statement 'print'"));
}

TEST(CeleParse, blocksAndThreads) {
  EXPECT_THAT(errorsOf("fork { a = 1; };"), ElementsAre("1:1: a fork has at least two threads"));
  EXPECT_THAT(errorsOf("if (true) { if (true) { a = 1; "),
              ElementsAre("1:23: there is no '}' for this '{'"));
  EXPECT_THAT(errorsOf("a = 1; }; b = ;"), ElementsAre("1:8: there is no '{' for this '}'",
                                                       "1:15: expected an expression, found ';'"));
  EXPECT_THAT(errorsOf("if (a) { } else if (b) { };"),
              ElementsAre("1:17: expected '{' after 'else', found 'if'"));
  EXPECT_THAT(errorsOf(";"), ElementsAre("1:1: a statement is missing here"));
}

TEST(CeleParse, numbersAndStrangeCharacters) {
  EXPECT_THAT(errorsOf("a = 9223372036854775807;"), IsEmpty());
  EXPECT_THAT(errorsOf("a = 9223372036854775808;"), ElementsAre("1:5: this number is too large"));
  EXPECT_THAT(errorsOf("a = 12ab;"), ElementsAre("1:5: a name cannot begin with a digit"));
  EXPECT_THAT(errorsOf("a = b & c;"), ElementsAre("1:7: unexpected '&'"));
  EXPECT_THAT(errorsOf("a = \xc3\xa4;"),
              ElementsAre("1:5: only comments may have letters outside of ASCII"));
  EXPECT_THAT(errorsOf("a = \xff;"), ElementsAre("1:5: this is not UTF-8"));
  EXPECT_THAT(errorsOf(std::string_view("a\0 = 1;", 7)),
              ElementsAre("1:2: control character 0x00"));
  EXPECT_THAT(errorsOf("a = 1; // \xff"), ElementsAre("1:8: this comment is not UTF-8"));
  EXPECT_THAT(errorsOf("a = 1; // \x1b[2J"),
              ElementsAre("1:8: control character 0x1b in this comment"));
  EXPECT_THAT(errorsOf("\xef\xbb\xbf"
                       "a = 1; // \xc3\xa4\r\n"),
              IsEmpty());
}

TEST(CeleParse, arraysAreOnlyAssigned) {
  EXPECT_THAT(errorsOf("a = [];"), ElementsAre("1:5: an array has at least one element"));
  EXPECT_THAT(errorsOf("a = 1 + [1];"), ElementsAre("1:9: expected an expression, found '['"));
}

TEST(CeleParse, deepNestingIsRefused) {
  const std::string deepest = std::to_string(kDeepestNesting);
  const auto parentheses = [](std::size_t depth) {
    return "a = " + repeated("(", depth) + "1" + repeated(")", depth) + ";";
  };
  const auto blocks = [](std::size_t depth) {
    return repeated("if (true) { ", depth) + repeated("}; ", depth);
  };
  const auto chain = [](std::size_t operators) {
    return "a = 1" + repeated("+1", operators) + ";";
  };
  const auto signs = [](std::size_t depth) { return "a = " + repeated("-", depth) + "1;"; };
  const auto indices = [](std::size_t depth) {
    return "a = [1]; b = " + repeated("a[", depth) + "0" + repeated("]", depth) + ";";
  };
  EXPECT_THAT(errorsOf(parentheses(kDeepestNesting)), IsEmpty());
  EXPECT_THAT(errorsOf(blocks(kDeepestNesting)), IsEmpty());
  EXPECT_THAT(errorsOf(chain(kDeepestNesting)), IsEmpty());
  EXPECT_THAT(errorsOf(signs(kDeepestNesting)), IsEmpty());
  EXPECT_THAT(errorsOf(indices(kDeepestNesting)), IsEmpty());
  for (const std::size_t depth : {std::size_t{kDeepestNesting} + 1, std::size_t{100'000}}) {
    EXPECT_THAT(errorsOf(parentheses(depth)),
                ElementsAre(HasSubstr("an expression nested deeper than " + deepest)));
    EXPECT_THAT(errorsOf(blocks(depth)), ElementsAre(HasSubstr("blocks nested deeper than")));
    EXPECT_THAT(errorsOf(chain(depth)), ElementsAre(HasSubstr("an expression nested deeper")));
    EXPECT_THAT(errorsOf(signs(depth)), ElementsAre(HasSubstr("an expression nested deeper")));
    EXPECT_THAT(errorsOf(indices(depth)), ElementsAre(HasSubstr("an expression nested deeper")));
  }
  // Mixed, no rule is reached alone.
  EXPECT_THAT(errorsOf("a = " + repeated("(-", 150) + "1" + repeated(")", 150) + ";"),
              ElementsAre(HasSubstr("an expression nested deeper")));
}

TEST(CeleParse, hugeTextsAndManyErrors) {
  EXPECT_THAT(errorsOf(std::string(std::size_t{5} << 20U, ' ')),
              ElementsAre(HasSubstr("the text is too large")));
  EXPECT_EQ(errorsOf(repeated("a = ;\n", 1000)).size(), kMostErrors);
  EXPECT_EQ(errorsOf(repeated("$", 1000)).size(), kMostErrors);
}

TEST(CeleParse, renderedAsCompilersDo) {
  const std::string_view text = "a = 1;\nb\t= (a;\n";
  EXPECT_EQ(render(parse("dir/t.cele", text).errors, "dir/t.cele", text),
            "dir/t.cele:2:7: error: expected ')' after this expression, found ';'\n"
            "  b = (a;\n"
            "        ^\n");
}

TEST(CeleParse, manyBadBytesAreOneErrorAndAShortLine) {
  const std::string text = "a = 1;" + std::string(10'000, '\x80') + std::string(10'000, '\x01');
  const Parsed parsed = parse("t.cele", text);
  EXPECT_EQ(parsed.errors.size(), 2U);
  EXPECT_LT(render(parsed.errors, "t.cele", text).size(), 1'000U);
  EXPECT_EQ(errorsOf(repeated("// \xff\x01\n", 1000)).size(), kMostErrors);
}

TEST(CeleParse, renderedLinesAreShortAndPrintable) {
  const std::string text =
      "// \xc3\xa4\n" + repeated("a = 1; ", 10'000) + "b = \x1b; " + repeated("a = 1; ", 10'000);
  const std::string shown = render(parse("t\n.cele", text).errors, "t\n.cele", text);
  EXPECT_THAT(shown, HasSubstr("t .cele:2:70005: error: control character 0x1b"));
  EXPECT_LT(shown.size(), 500U);
  EXPECT_EQ(shown.find('\x1b'), std::string::npos);
}

} // namespace
} // namespace raceward::cele
