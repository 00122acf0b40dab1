#include "raceward/model/CStatements.h"

#include <gtest/gtest.h>

#include <string>

namespace raceward {
namespace {

/// Where the statement around the first `@` begins, with the `@` itself left out: "line:column".
std::string startAround(std::string text) {
  const std::size_t at = text.find('@');
  text.erase(at, 1);
  TextPlace place{1, 1};
  for (const char c : text.substr(0, at)) {
    place.column = c == '\n' ? 1 : place.column + 1;
    place.line += c == '\n' ? 1 : 0;
  }
  const auto start = CStatements(text).startOf(place);
  return start ? std::to_string(start->line) + ":" + std::to_string(start->column) : "none";
}

TEST(CStatements, AnAssignmentBeginsAtItsFirstWord) {
  EXPECT_EQ(startAround("int f(void) {\n  a = 1;\n  x @= 2;\n}\n"), "3:3");
  EXPECT_EQ(startAround("int f(void) {\n  *p @= 2;\n}\n"), "2:3");
  EXPECT_EQ(startAround("int f(void) {\n  x =\n      g(1,\n        @y);\n}\n"), "2:3");
}

TEST(CStatements, AConditionBelongsToItsStatement) {
  EXPECT_EQ(startAround("void f() {\n  if (a && @x)\n    y = 1;\n}\n"), "2:3");
  EXPECT_EQ(startAround("void f() {\n  for (i = 0; i < @x; i++)\n    y = 1;\n}\n"), "2:3");
  EXPECT_EQ(startAround("void f() {\n  do\n    y = 1;\n  while (@x);\n}\n"), "4:3");
}

TEST(CStatements, WhatAConditionGuardsIsAStatementOfItsOwn) {
  EXPECT_EQ(startAround("void f() {\n  if (a) @x = 1;\n}\n"), "2:10");
  EXPECT_EQ(startAround("void f() {\n  if (a) { x@ = 1; }\n}\n"), "2:12");
  EXPECT_EQ(startAround("void f() {\n  if (a) b(); else @x = 1;\n}\n"), "2:20");
  EXPECT_EQ(startAround("void f() {\n  do @x = 1; while (a);\n}\n"), "2:6");
}

TEST(CStatements, LabelsComeBeforeTheirStatement) {
  EXPECT_EQ(startAround("void f() {\n  here: @x = 1;\n}\n"), "2:9");
  EXPECT_EQ(startAround("void f() {\n  switch (a) { case 3: @x = 1; }\n}\n"), "2:24");
}

TEST(CStatements, BracesOfTypesAndInitialisersAreNoBlocks) {
  EXPECT_EQ(startAround("void f() {\n  int a[] = {1, @x};\n}\n"), "2:3");
  EXPECT_EQ(startAround("struct s { int a; int b; };\nvoid f() { x@ = 1; }\n"), "2:12");
  EXPECT_EQ(startAround("void f() {\n  y = ({ int t = x@; t; }) + 1;\n}\n"), "2:10");
  EXPECT_EQ(startAround("void f() {\n  y = ({ int t = x; t; }) + @z;\n}\n"), "2:3");
}

TEST(CStatements, CommentsTextAndDirectivesAreSkipped) {
  EXPECT_EQ(startAround("void f() { /* ; { */ g(\";{\", ';', @x); }\n"), "1:22");
  EXPECT_EQ(startAround("void f() {\n# 7 \"x.c\"\n  a // ;\n    = @x;\n}\n"), "3:3");
}

TEST(CStatements, UnbalancedTextHasAnAnswerAllTheSame) {
  EXPECT_EQ(startAround("}}) ; @x"), "1:7");
  EXPECT_EQ(startAround("@"), "none");
}

TEST(CStatements, ACallEndsAtItsLastParenthesis) {
  const CStatements text("void f() {\n  x = g(h(1),\n        2);\n}\n");
  EXPECT_EQ(text.endOfCall({2, 7}), (TextPlace{3, 10}));
  EXPECT_EQ(text.endOfCall({2, 9}), (TextPlace{2, 12}));
  EXPECT_FALSE(text.endOfCall({3, 11}));
}

} // namespace
} // namespace raceward
