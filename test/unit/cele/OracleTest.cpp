// The oracle itself: known answers, and the text against its unrolled form.
#include "CeleGenerator.h"
#include "CeleOracle.h"
#include "Texts.h"

#include "raceward/cele/Unroll.h"

#include <gmock/gmock.h>

namespace raceward::cele {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Places of the uses with a value race, as the text has them.
std::vector<std::string> placesOf(const Source &source, const std::set<ExpressionId> &uses) {
  std::set<Place> places;
  for (const ExpressionId use : uses)
    places.insert(source.at(use).at);
  std::vector<std::string> shown;
  for (const Place at : places)
    shown.push_back(std::to_string(at.line) + ":" + std::to_string(at.column));
  return shown;
}

std::vector<std::string> oracleRacesOf(std::string_view text) {
  const Source source = parsed(text);
  const std::optional<OracleAnswer> answer = bruteForce(source);
  if (!answer)
    return {"rejected"};
  return placesOf(source, answer->races);
}

TEST(CeleOracle, sequentialProgramsHaveNone) {
  EXPECT_THAT(oracleRacesOf("a = read(1); b = a + a; while (i < 3) { i = i + 1; };"), IsEmpty());
}

TEST(CeleOracle, readAgainstWrite) {
  EXPECT_THAT(oracleRacesOf("fork { a = 1; } and { b = a; };"), ElementsAre("1:27"));
  EXPECT_THAT(oracleRacesOf("fork { a = 0; } and { b = a; };"), IsEmpty());
}

TEST(CeleOracle, usesBehindAJoinCount) {
  EXPECT_THAT(oracleRacesOf("fork { x = 1; } and { x = 2; };\ny = x;"), ElementsAre("2:5"));
}

TEST(CeleOracle, eventsOrder) {
  EXPECT_THAT(oracleRacesOf("fork { x = 1; e = true; } and { when (e); y = x; };"), IsEmpty());
  EXPECT_THAT(oracleRacesOf("fork { e = true; x = 1; } and { when (e); y = x; };"),
              ElementsAre("1:47"));
}

TEST(CeleOracle, onlyEqualInputsAreCompared) {
  EXPECT_THAT(oracleRacesOf("fork { a = read(1); } and { skip; };\nb = a;"), IsEmpty());
  // The two differ only if the input is not what `a` is anyway.
  EXPECT_THAT(oracleRacesOf("fork { a = read(1); } and { b = a; };"), ElementsAre("1:33"));
}

TEST(CeleOracle, iterationsAreToldApart) {
  // Each iteration gets its own value, and always the same one.
  EXPECT_THAT(oracleRacesOf("fork { while (i < 2) { i = i + 1; }; } and { skip; };"), IsEmpty());
  EXPECT_THAT(oracleRacesOf("fork { while (i < 2) { i = i + 1; }; } and { i = 5; };"),
              ElementsAre("1:15", "1:28"));
}

TEST(CeleOracle, failuresAndDeadlock) {
  const Source source = parsed("fork { when (a == 1); b = 1 / c; } and { if (c == 0) { a = 1; }; } "
                               "and { c = 1; };\nassert(b == 1);");
  const std::optional<OracleAnswer> answer = bruteForce(source);
  ASSERT_TRUE(answer);
  EXPECT_TRUE(answer->deadlock);
  ASSERT_EQ(answer->failures.size(), 1U);
  EXPECT_EQ(answer->failures.begin()->kind, Failure::Kind::DivisionByZero);
}

TEST(CeleOracle, aStoppedThreadIsNoDeadlock) {
  const std::optional<OracleAnswer> answer =
      bruteForce(parsed("fork { assert(a == 1); } and { a = 1; }; b = 1;"));
  ASSERT_TRUE(answer);
  EXPECT_FALSE(answer->deadlock);
  EXPECT_EQ(answer->failures.size(), 1U);
}

TEST(CeleOracle, interleavingsAreCounted) {
  EXPECT_EQ(bruteForce(parsed("fork { a = 1; a = 2; } and { b = 1; b = 2; };"))->interleavings, 6U);
  EXPECT_EQ(bruteForce(parsed("fork { a = 1; } and { when (a == 1); };"))->interleavings, 1U);
  EXPECT_FALSE(bruteForce(parsed("fork { a = 1; a = 2; a = 3; } and { b = 1; b = 2; b = 3; } and "
                                 "{ c = 1; c = 2; c = 3; } and { d = 1; d = 2; d = 3; };")));
  EXPECT_FALSE(bruteForce(parsed("while (true) { a = a + 1; };")));
  EXPECT_FALSE(bruteForce(parsed("while (true) { };")));
}

TEST(CeleGenerator, isDeterministic) {
  EXPECT_EQ(generate(1), generate(1));
  EXPECT_NE(generate(1), generate(2));
}

TEST(CeleGenerator, programsAreSmallAndDiverse) {
  constexpr std::uint64_t kCount = 2'000;
  std::uint64_t answered = 0;
  std::uint64_t racy = 0;
  std::uint64_t failing = 0;
  std::uint64_t stuck = 0;
  std::uint64_t looping = 0;
  std::uint64_t reading = 0;
  for (std::uint64_t seed = 0; seed < kCount; ++seed) {
    const Source source = parsed(generate(seed));
    const std::optional<OracleAnswer> answer = bruteForce(source);
    if (!answer)
      continue;
    ++answered;
    racy += answer->races.empty() ? 0 : 1;
    failing += answer->failures.empty() ? 0 : 1;
    stuck += answer->deadlock ? 1 : 0;
    looping += answer->iterations > 1 ? 1 : 0;
    reading += answer->assignments > 1 ? 1 : 0;

    // What unrolling makes of it does the same.
    const std::optional<Source> unrolled = unroll(source, answer->iterations);
    ASSERT_TRUE(unrolled);
    const std::optional<OracleAnswer> same = bruteForce(*unrolled);
    ASSERT_TRUE(same) << seed;
    EXPECT_EQ(same->races, answer->races) << seed;
    EXPECT_EQ(same->deadlock, answer->deadlock) << seed;
    EXPECT_EQ(same->interleavings, answer->interleavings) << seed;
    EXPECT_EQ(same->failures.empty(), answer->failures.empty()) << seed;
  }
  EXPECT_GT(answered, kCount * 7 / 10);
  EXPECT_GT(racy, answered * 3 / 10);
  EXPECT_LT(racy, answered * 9 / 10);
  EXPECT_GT(failing, answered / 20);
  EXPECT_GT(stuck, answered / 20);
  EXPECT_GT(looping, answered / 20);
  EXPECT_GT(reading, answered / 10);
}

} // namespace
} // namespace raceward::cele
