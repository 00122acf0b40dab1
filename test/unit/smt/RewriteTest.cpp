#include "RandomTerms.h"
#include "raceward/smt/SmtLib.h"

#include <gtest/gtest.h>

namespace raceward {
namespace {

/// Every rule against evaluation: the same terms with and without simplification have the
/// same values under every assignment tried, and every rule has been applied.
TEST(Rewrite, SimplifiedTermsMeanTheSame) {
  std::array<std::uint64_t, kRuleCount> applied{};
  for (std::uint64_t seed = 1; seed <= 700; ++seed) {
    TermArena simple;
    TermArena plain(TermArena::Rewriting::Off);
    RandomTerms left(simple, seed);
    RandomTerms right(plain, seed);
    for (int i = 0; i < 70; ++i) {
      left.step();
      right.step();
    }
    ASSERT_EQ(left.booleans.size(), right.booleans.size()) << "seed " << seed;
    for (int trial = 0; trial < 24; ++trial) {
      const std::uint64_t bits = left.pick(RandomTerms::kAssignments);
      const Model leftModel = left.assignment(bits);
      const Model rightModel = right.assignment(bits);
      Evaluator leftValue(simple, leftModel);
      Evaluator rightValue(plain, rightModel);
      const auto compare = [&](Term a, Term b) {
        ASSERT_EQ(leftValue.evaluate(a), rightValue.evaluate(b))
            << "seed " << seed << " assignment " << bits << "\n"
            << toSmtLib(simple, a) << "\n"
            << toSmtLib(plain, b);
      };
      for (std::size_t i = 0; i < left.booleans.size(); ++i)
        ASSERT_NO_FATAL_FAILURE(compare(left.booleans[i], right.booleans[i]));
      for (const auto &[width, terms] : left.byWidth)
        for (std::size_t i = 0; i < terms.size(); ++i)
          ASSERT_NO_FATAL_FAILURE(compare(terms[i], right.byWidth[width][i]));
    }
    for (std::size_t rule = 0; rule < kRuleCount; ++rule)
      applied[rule] += simple.applied(static_cast<Rule>(rule));
  }
  for (std::size_t rule = 0; rule < kRuleCount; ++rule)
    EXPECT_GT(applied[rule], 0u) << kRuleNames[rule] << " was never exercised";
}

/// All assignments, on fewer terms.
TEST(Rewrite, SimplifiedTermsMeanTheSameEverywhere) {
  for (std::uint64_t seed = 5001; seed <= 5006; ++seed) {
    TermArena simple;
    TermArena plain(TermArena::Rewriting::Off);
    RandomTerms left(simple, seed);
    RandomTerms right(plain, seed);
    for (int i = 0; i < 40; ++i) {
      left.step();
      right.step();
    }
    for (std::uint64_t bits = 0; bits < RandomTerms::kAssignments; ++bits) {
      const Model leftModel = left.assignment(bits);
      const Model rightModel = right.assignment(bits);
      Evaluator leftValue(simple, leftModel);
      Evaluator rightValue(plain, rightModel);
      for (std::size_t i = 0; i < left.booleans.size(); ++i)
        ASSERT_EQ(leftValue.holds(left.booleans[i]), rightValue.holds(right.booleans[i]))
            << "seed " << seed << " assignment " << bits;
    }
  }
}

class Forms : public ::testing::Test {
protected:
  TermArena t;
  Term x = t.variable("x", Sort::bits(32));
  Term y = t.variable("y", Sort::bits(32));
  Term b = t.variable("b", Sort::bits(8));
  Term p = t.variable("p", Sort::boolean());
  Term memory = t.variable("m", Sort::array(32, 8));
  Term c(std::uint64_t value) { return t.constant(32, value); }
};

TEST_F(Forms, EqualTermsAreOneTerm) {
  EXPECT_EQ(t.add(x, y), t.add(y, x));
  EXPECT_EQ(t.add(c(3), x), t.add(x, c(3)));
  EXPECT_NE(t.sub(x, y), t.sub(y, x));
  EXPECT_EQ(t.variable("x", Sort::bits(32)), x);
}

TEST_F(Forms, BytesThatAValueWasSplitIntoMeetAgain) {
  Term whole = t.extract(x, 31, 24);
  for (int byte = 2; byte >= 0; --byte)
    whole = t.concat(
        whole, t.extract(x, static_cast<unsigned>(byte * 8 + 7), static_cast<unsigned>(byte * 8)));
  EXPECT_EQ(whole, x);
}

TEST_F(Forms, PromotedCharactersAreComparedAsCharacters) {
  EXPECT_EQ(t.equal(t.sext(b, 32), c(65)), t.equal(b, t.constant(8, 65)));
  EXPECT_EQ(t.slt(t.zext(b, 32), c(65)), t.ult(b, t.constant(8, 65)));
  EXPECT_EQ(t.equal(t.zext(b, 32), c(256)), t.boolean(false));
}

TEST_F(Forms, BooleansThatBecameNumbersAreBooleansAgain) {
  const Term number = t.zext(t.ite(p, t.constant(1, 1), t.constant(1, 0)), 32);
  EXPECT_EQ(t.distinct(number, c(0)), p);
}

TEST_F(Forms, ReadsSeeThroughWritesElsewhere) {
  const Term written = t.store(t.store(memory, x, b), t.add(x, c(1)), t.constant(8, 7));
  EXPECT_EQ(t.select(written, t.add(x, c(1))), t.constant(8, 7));
  EXPECT_EQ(t.select(written, x), b);
  EXPECT_EQ(t.select(written, t.add(x, c(2))), t.select(memory, t.add(x, c(2))));
  // y may be x: the read stays.
  EXPECT_EQ(t.kind(t.select(written, y)), TermKind::Select);
}

TEST_F(Forms, DeepTermsNeedNoStack) {
  Term sum = x;
  Term array = memory;
  for (int i = 0; i < 300'000; ++i) {
    sum = t.add(t.mul(sum, y), c(static_cast<std::uint64_t>(i)));
    array = t.store(array, sum, b);
  }
  Model model;
  model.set(x, BitVector(32, 1));
  model.set(y, BitVector(32, 1));
  Evaluator value(t, model);
  EXPECT_EQ(value.evaluate(sum), BitVector(32, 1 + 299'999ull * 300'000 / 2));
  EXPECT_EQ(value.evaluate(t.select(array, x)), BitVector(8, 0));
}

TEST_F(Forms, PrintsSmtLib) {
  EXPECT_EQ(toSmtLib(t, t.ult(x, t.add(y, c(1)))), "(bvult |0:x| (bvadd |1:y| #x00000001))");
  const Term odd = t.variable("odd|name\\", Sort::boolean());
  EXPECT_EQ(toSmtLib(t, odd), "|" + std::to_string(t.node(odd).payload) + ":odd_name_|");
}

TEST(TermArena, OneSequenceOfCallsGivesOneSequenceOfIds) {
  TermArena first;
  TermArena second;
  RandomTerms a(first, 7);
  RandomTerms b(second, 7);
  for (int i = 0; i < 500; ++i) {
    a.step();
    b.step();
  }
  EXPECT_EQ(a.booleans, b.booleans);
  EXPECT_EQ(first.size(), second.size());
}

} // namespace
} // namespace raceward
