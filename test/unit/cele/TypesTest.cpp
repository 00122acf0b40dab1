#include "raceward/cele/Parse.h"

#include <gmock/gmock.h>

namespace raceward::cele {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string typesOf(std::string_view text) {
  const Parsed parsed = parse("t.cele", text);
  if (!parsed.ok())
    return parsed.errors.front().message;
  std::string all;
  for (const Variable &variable : parsed.source.variables)
    all += (all.empty() ? "" : " ") + variable.name +
           (variable.type == Type::Integer ? ":int" : ":bool") +
           (variable.isArray() ? "[" + std::to_string(variable.length) + "]" : "");
  return all;
}

std::vector<std::string> typeErrorsOf(std::string_view text) {
  std::vector<std::string> lines;
  for (const Diagnostic &error : parse("t.cele", text).errors)
    lines.push_back(std::to_string(error.at.line) + ":" + std::to_string(error.at.column) + ": " +
                    error.message);
  return lines;
}

TEST(CeleTypes, fromAssignmentsAndUses) {
  EXPECT_EQ(typesOf("a = 1; b = a < 2; c = b; d = [true, b];"), "a:int b:bool c:bool d:bool[2]");
  EXPECT_EQ(typesOf("write(1, x);"), "x:int");
  EXPECT_EQ(typesOf("if (x) { };"), "x:bool");
  EXPECT_EQ(typesOf("a = [1, 2]; x = a[y]; a[z] = 3;"), "a:int[2] x:int y:int z:int");
}

TEST(CeleTypes, travelsBackwards) {
  EXPECT_EQ(typesOf("a = b; c = a; d = c == e; when (e);"), "a:bool b:bool c:bool d:bool e:bool");
  EXPECT_EQ(typesOf("x = a[0]; a = [y]; y = true;"), "x:bool a:bool[1] y:bool");
}

TEST(CeleTypes, typesOfExpressions) {
  const Parsed parsed = parse("t.cele", "a = b; c = a == d; b = true;");
  ASSERT_TRUE(parsed.ok());
  for (const Expression &expression : parsed.source.expressions)
    EXPECT_EQ(expression.type, Type::Boolean);
}

TEST(CeleTypes, contradictions) {
  EXPECT_THAT(typeErrorsOf("a = 1;\na = true;"),
              ElementsAre("2:5: an assignment needs two of one type, but here are an integer and a "
                          "Boolean"));
  EXPECT_THAT(typeErrorsOf("a = true + 1;"), ElementsAre("1:5: '+' needs an integer, but this is a "
                                                         "Boolean"));
  EXPECT_THAT(typeErrorsOf("a = 1; if (a) { };"),
              ElementsAre("1:12: a condition needs a Boolean, but this is an integer"));
  EXPECT_THAT(typeErrorsOf("a = 1 == true;"),
              ElementsAre(HasSubstr("1:7: '==' needs two of one type")));
  EXPECT_THAT(typeErrorsOf("a = !1; b = -true; c = 1 && true;"),
              ElementsAre(HasSubstr("1:6: '!' needs"), HasSubstr("1:14: '-' needs"),
                          HasSubstr("1:24: '&&' needs")));
  EXPECT_THAT(typeErrorsOf("a = [1, true];"), ElementsAre(HasSubstr("1:9: an assignment needs")));
}

TEST(CeleTypes, theHintNamesTheReason) {
  const Parsed parsed = parse("t.cele", "b = a;\na = 1;\nwhen (b);");
  ASSERT_EQ(parsed.errors.size(), 1U);
  EXPECT_EQ(parsed.errors.front().hint, "'b' is an integer because of line 2, column 5");
}

TEST(CeleTypes, arrays) {
  EXPECT_THAT(typeErrorsOf("a = [1, 2]; a = [1];"),
              ElementsAre("1:13: 'a' is an array of 2, but gets 1 elements here"));
  EXPECT_THAT(typeErrorsOf("a = [1]; b = a;"),
              ElementsAre("1:14: 'a' is an array, and only its elements are values"));
  EXPECT_THAT(typeErrorsOf("a = [1]; a = 2;"),
              ElementsAre("1:10: 'a' is an array, and only its elements are values"));
  EXPECT_THAT(typeErrorsOf("a[1] = 2; b = c[0];"),
              ElementsAre("1:1: 'a' is not an array", "1:15: 'c' is not an array"));
  EXPECT_THAT(typeErrorsOf("a = [1]; b = a[true];"),
              ElementsAre(HasSubstr("1:16: an index needs")));
  EXPECT_THAT(typeErrorsOf("a = [1, 2]; a = [3, 4]; b = a[a[1]];"), IsEmpty());
}

} // namespace
} // namespace raceward::cele
