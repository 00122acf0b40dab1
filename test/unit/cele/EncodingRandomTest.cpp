// The encodings against brute force, over random programs.
//
// RW_CELE_SEEDS programs instead of a few; RW_CELE_FIRST is the first seed. RW_CELE_TABLE prints
// how the encodings compare.
#include "CeleGenerator.h"
#include "CeleOracle.h"
#include "Texts.h"

#include "raceward/cele/Encoding.h"
#include "raceward/cele/Follow.h"
#include "raceward/cele/Unroll.h"

#include <gmock/gmock.h>

#include <iostream>

namespace raceward::cele {
namespace {

std::uint64_t fromEnvironment(const char *name, std::uint64_t otherwise) {
  const char *text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

struct Sets {
  std::set<ExpressionId> differ;
  std::set<ExpressionId> same;
};

Sets setsOf(const StaticAnswer &answer) {
  Sets sets;
  for (const UseAnswer &use : answer.uses) {
    if (use.kind == UseAnswer::Kind::Differs)
      sets.differ.insert(use.use);
    if (use.kind == UseAnswer::Kind::Same)
      sets.same.insert(use.use);
  }
  return sets;
}

/// Programs and uses for which an encoding alone, without confirmation, is wrong.
struct Comparison {
  std::uint64_t falseAlarms = 0, programsWithFalseAlarms = 0;
  std::uint64_t misses = 0, programsWithMisses = 0;
  std::uint64_t givenUp = 0; ///< programs that the solver did not decide
  double seconds = 0;

  void add(const std::set<ExpressionId> &said, const std::set<ExpressionId> &truth) {
    std::uint64_t more = 0, less = 0;
    for (const ExpressionId use : said)
      more += truth.contains(use) ? 0 : 1;
    for (const ExpressionId use : truth)
      less += said.contains(use) ? 0 : 1;
    falseAlarms += more;
    misses += less;
    programsWithFalseAlarms += more != 0 ? 1 : 0;
    programsWithMisses += less != 0 ? 1 : 0;
  }
};

TEST(EncodingRandom, ExactIsBruteForceAndTheOthersAreAsWeakAsTheySay) {
  const std::uint64_t first = fromEnvironment("RW_CELE_FIRST", 0);
  const std::uint64_t count = fromEnvironment("RW_CELE_SEEDS", 300);
  std::uint64_t programs = 0, racy = 0, uses = 0, races = 0;
  std::map<Encoding, Comparison> comparisons;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string text = generate(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const Source source = parsed(text);
    const std::optional<OracleAnswer> truth = bruteForce(source);
    if (!truth)
      continue;
    const std::optional<Source> unrolled = unroll(source, truth->iterations);
    ASSERT_TRUE(unrolled);
    ++programs;
    racy += truth->races.empty() ? 0 : 1;
    races += truth->races.size();

    for (const Encoding encoding :
         {Encoding::Exact, Encoding::Pi, Encoding::Edges, Encoding::OneEdge}) {
      StaticOptions options;
      options.encoding = encoding;
      options.inputDomain = kInputDomain;
      // A model of `pi` may feed writes from themselves, which can keep a solver busy for hours.
      if (encoding != Encoding::Exact)
        options.effortPerQuery = 2'000'000;
      const Result<StaticAnswer> alone = findValueRaces(source, *unrolled, options);
      ASSERT_TRUE(alone);
      const Sets said = setsOf(*alone);
      comparisons[encoding].add(said.differ, truth->races);
      comparisons[encoding].seconds += alone->stats.encodeSeconds + alone->stats.solveSeconds;
      comparisons[encoding].givenUp += alone->gaps.empty() ? 0 : 1;
      if (encoding == Encoding::Exact) {
        EXPECT_TRUE(alone->gaps.empty());
        uses += alone->uses.size();
        EXPECT_EQ(said.differ, truth->races);
        EXPECT_EQ(said.differ.size() + said.same.size(), alone->uses.size());
        EXPECT_TRUE(alone->cutLoops.empty());
        // These programs do nothing new with other inputs.
        options.inputDomain.clear();
        const Result<StaticAnswer> allInputs = findValueRaces(source, *unrolled, options);
        ASSERT_TRUE(allInputs);
        EXPECT_EQ(setsOf(*allInputs).differ, truth->races);
        for (const UseAnswer &use : alone->uses)
          if (use.race) {
            EXPECT_TRUE(happens(*unrolled, *use.race))
                << follow(*unrolled, use.race->first).refused
                << follow(*unrolled, use.race->second).refused;
          }
      }
      if (encoding == Encoding::Exact)
        continue;
      // Confirmed, no encoding says too much; and what it says to be the same is.
      options.confirm = [&](const ValueRace &race) -> Result<bool> {
        EXPECT_TRUE(happens(*unrolled, race)) << toString(encoding);
        return true;
      };
      const Result<StaticAnswer> confirmed = findValueRaces(source, *unrolled, options);
      ASSERT_TRUE(confirmed);
      const Sets sure = setsOf(*confirmed);
      EXPECT_TRUE(std::includes(truth->races.begin(), truth->races.end(), sure.differ.begin(),
                                sure.differ.end()))
          << toString(encoding);
      for (const ExpressionId use : sure.same)
        EXPECT_FALSE(truth->races.contains(use)) << toString(encoding);
      for (const ExpressionId use : said.same)
        EXPECT_FALSE(truth->races.contains(use)) << toString(encoding) << " misses a race";
    }
    if (HasFailure())
      return;
  }
  EXPECT_GT(racy, 0U);
  if (count >= 250) {
    EXPECT_GT(comparisons[Encoding::Pi].falseAlarms, comparisons[Encoding::Edges].falseAlarms);
    EXPECT_GT(comparisons[Encoding::OneEdge].misses, 0U);
  }
  if (std::getenv("RW_CELE_TABLE") == nullptr)
    return;
  std::cout << programs << " programs, " << racy << " with races, " << uses << " uses, " << races
            << " racy\n";
  for (const auto &[encoding, it] : comparisons)
    std::cout << toString(encoding) << ": false alarms " << it.falseAlarms << " in "
              << it.programsWithFalseAlarms << " programs, misses " << it.misses << " in "
              << it.programsWithMisses << " programs, gave up on " << it.givenUp << ", "
              << it.seconds << " s\n";
}

} // namespace
} // namespace raceward::cele
