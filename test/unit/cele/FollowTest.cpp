#include "raceward/cele/Follow.h"

#include "Texts.h"

#include <gmock/gmock.h>

namespace raceward::cele {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A program and its steps by their places.
class CeleFollow : public testing::Test {
protected:
  void program(std::string_view text) { source_ = parsed(text); }

  Step use(std::uint32_t line, std::uint32_t column) {
    for (std::size_t i = 0; i < source_.expressions.size(); ++i)
      if (source_.expressions[i].at == Place{line, column})
        return {ExpressionId(i), {}};
    ADD_FAILURE() << "no use at " << line << ":" << column;
    return {};
  }
  Step statement(std::uint32_t line, std::uint32_t column) {
    for (std::size_t i = 0; i < source_.statements.size(); ++i)
      if (source_.statements[i].at == Place{line, column})
        return {{}, StatementId(i)};
    ADD_FAILURE() << "no statement at " << line << ":" << column;
    return {};
  }
  std::vector<std::int64_t> values(const cele::Run &run) {
    const Followed followed = follow(source_, run);
    EXPECT_EQ(followed.refused, "");
    std::vector<std::int64_t> all;
    for (const StepValue &value : followed.values)
      all.push_back(value.value);
    return all;
  }

  Source source_;
};

TEST_F(CeleFollow, valuesAndWhereTheyComeFrom) {
  program("a = 3;\n"
          "fork { a = a + a; } and { a = 5; };\n");
  const cele::Run run{{},
                      {statement(1, 1), use(2, 12), statement(2, 27), use(2, 16), statement(2, 8)}};
  const Followed followed = follow(source_, run);
  ASSERT_EQ(followed.refused, "");
  ASSERT_EQ(followed.values.size(), 5U);
  EXPECT_EQ(followed.values[1].value, 3);
  EXPECT_EQ(followed.values[1].from, 0U);
  EXPECT_EQ(followed.values[3].value, 5);
  EXPECT_EQ(followed.values[3].from, 2U);
  EXPECT_EQ(followed.values[4].value, 8);
}

TEST_F(CeleFollow, theInitialValueComesFromNowhere) {
  program("a = b;");
  const Followed followed = follow(source_, {{}, {use(1, 5)}});
  ASSERT_EQ(followed.values.size(), 1U);
  EXPECT_EQ(followed.values.front().from, std::nullopt);
}

TEST_F(CeleFollow, anEventMustHold) {
  program("fork { when (a == 1); b = 1; } and { a = 1; };");
  EXPECT_THAT(follow(source_, {{}, {statement(1, 8)}}).refused,
              HasSubstr("step 1: the 'when' at 1:8 does not hold yet"));
  EXPECT_THAT(values({{}, {statement(1, 38), statement(1, 8), statement(1, 23)}}),
              ElementsAre(1, 1, 1));
  EXPECT_THAT(follow(source_, {{}, {statement(1, 23)}}).refused,
              HasSubstr("no thread has come to the write of 'b' at 1:23"));
}

TEST_F(CeleFollow, aDivisionByZeroInAnEventDoesNotHold) {
  program("when (1 / a == 0 || true);");
  EXPECT_THAT(follow(source_, {{}, {statement(1, 1)}}).refused, HasSubstr("does not hold yet"));
}

TEST_F(CeleFollow, aForkEndsWithItsLastThread) {
  program("fork { a = 1; } and { b = 2; };\n"
          "c = a;");
  EXPECT_THAT(follow(source_, {{}, {statement(1, 8), use(2, 5)}}).refused,
              HasSubstr("no thread has come to the use of 'a' at 2:5"));
  EXPECT_THAT(values({{}, {statement(1, 8), statement(1, 23), use(2, 5)}}), ElementsAre(1, 2, 1));
}

TEST_F(CeleFollow, failuresStopTheirThread) {
  program("fork { a = 1 / z; c = 1; } and { b[3] = 2; d = 1; } and { assert(false); e = 1; }\n"
          " and { f = b[-1]; };\n"
          "b = [1, 2];");
  for (const std::uint32_t column : {19U, 44U, 74U})
    EXPECT_THAT(follow(source_, {{}, {use(1, 16), statement(1, column)}}).refused,
                HasSubstr("no thread has come"));
  EXPECT_THAT(follow(source_, {{}, {statement(2, 8)}}).refused, HasSubstr("no thread has come"));
  EXPECT_THAT(values({{}, {use(1, 16)}}), ElementsAre(0));
}

TEST_F(CeleFollow, arrays) {
  program("a = [1, 2 + 3];\n"
          "i = 1;\n"
          "a[i] = a[0] - 9;\n"
          "b = a[1];");
  EXPECT_THAT(values({{},
                      {statement(1, 1), statement(2, 1), use(3, 3), use(3, 8), statement(3, 1),
                       use(4, 5), statement(4, 1)}}),
              ElementsAre(1, 1, 1, 1, -8, -8, -8));
}

TEST_F(CeleFollow, bothOperandsAreEvaluated) {
  program("c = a && b;");
  EXPECT_THAT(values({{}, {use(1, 5), use(1, 10), statement(1, 1)}}), ElementsAre(0, 0, 0));
  EXPECT_THAT(follow(source_, {{}, {use(1, 5), statement(1, 1)}}).refused, HasSubstr("no thread"));
}

TEST_F(CeleFollow, arithmeticIsThatOfC) {
  program("a = -7 / 2;\nb = -7 % 2;\nc = 7 / -2;\nd = 7 % -2;\n");
  EXPECT_THAT(values({{}, {statement(1, 1), statement(2, 1), statement(3, 1), statement(4, 1)}}),
              ElementsAre(-3, -1, -3, 1));
}

TEST_F(CeleFollow, inputsByExpression) {
  program("a = read(1) - read(1);");
  const ExpressionId first = use(1, 5).use;
  EXPECT_THAT(values({{{first, 7}}, {statement(1, 1)}}), ElementsAre(7));
  EXPECT_THAT(follow(source_, {{{first, 32768}}, {}}).refused, HasSubstr("16 bits"));
}

TEST_F(CeleFollow, largeNumbers) {
  program("a = 9223372036854775807 * 2;\n"
          "b = a * a;\n"
          "c = b * b;");
  const std::vector<Step> steps{statement(1, 1), use(2, 5), use(2, 9),
                                statement(2, 1), use(3, 5), use(3, 9)};
  EXPECT_EQ(follow(source_, {{}, {steps[0]}}).values.front().value, INT64_MAX);
  const Followed followed = follow(source_, {{}, steps});
  EXPECT_TRUE(followed.tooLarge);
  EXPECT_THAT(followed.refused, HasSubstr("too large"));
}

TEST_F(CeleFollow, muchThatNobodyNoticesIsNoEndlessLoop) {
  std::string text;
  for (int i = 0; i < 50'000; ++i)
    text += "write(1, 2 + 3);\n";
  program(text + "a = 1;");
  EXPECT_THAT(values({{}, {statement(50'001, 1)}}), ElementsAre(1));
}

TEST_F(CeleFollow, whatIsAValueRace) {
  program("fork { a = 1; } and { b = a; } and { c = read(1); };");
  const Step write = statement(1, 8);
  const Step read = use(1, 27);
  const ExpressionId input = use(1, 42).use;
  const cele::Run early{{}, {read}};
  const cele::Run late{{}, {write, read}};
  EXPECT_TRUE(happens(source_, {read.use, early, late}));
  EXPECT_FALSE(happens(source_, {read.use, late, late}));
  EXPECT_FALSE(happens(source_, {read.use, early, {{{input, 1}}, late.steps}}));
  EXPECT_TRUE(happens(source_, {read.use, early, {{{input, 0}}, late.steps}}));
  EXPECT_FALSE(happens(source_, {read.use, early, {{}, {write}}}));
  EXPECT_FALSE(happens(source_, {read.use, early, {{}, {}}}));
  EXPECT_FALSE(happens(source_, {read.use, early, {{}, {read, write, read}}}));
}

TEST_F(CeleFollow, stepsThatAreNone) {
  program("a = 1 + b;");
  EXPECT_THAT(follow(source_, {{}, {Step{}}}).refused, HasSubstr("not a step of the program"));
  EXPECT_THAT(follow(source_, {{}, {Step{ExpressionId(99), {}}}}).refused, HasSubstr("not a step"));
  EXPECT_THAT(follow(source_, {{}, {Step{{}, StatementId(99)}}}).refused, HasSubstr("not a step"));
  EXPECT_THAT(follow(source_, {{}, {use(1, 5)}}).refused, HasSubstr("not a step"));
}

} // namespace
} // namespace raceward::cele
