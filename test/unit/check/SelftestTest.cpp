#include "raceward/check/Selftest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace raceward {
namespace {

std::size_t failuresOf(const SelftestChecker &checker) {
  const Result<SelftestResult> result = runSelftest(checker);
  EXPECT_TRUE(result);
  return result ? result->failures.size() : 0;
}

SelftestChecker always(const char *verdict) {
  return [verdict](const std::string &) -> Result<std::string> { return std::string(verdict); };
}

TEST(Selftest, TheCheckerPasses) {
  const Result<SelftestResult> result = runSelftest(checkForSelftest);
  ASSERT_TRUE(result) << result.error().message;
  for (const SelftestFailure &failure : result->failures)
    ADD_FAILURE() << failure.program << ": " << failure.answer;
}

TEST(Selftest, ABlindCheckerFails) {
  EXPECT_GE(failuresOf(always("race-free")), 8U);
}

TEST(Selftest, ACheckerThatSeesRacesEverywhereFails) {
  EXPECT_GE(failuresOf(always("race")), 8U);
}

TEST(Selftest, NoAnswerIsNoRightAnswer) {
  EXPECT_EQ(failuresOf(always("unknown")), selftestPrograms().size());
}

TEST(Selftest, OneWrongVerdictIsEnough) {
  std::size_t at = 0;
  const SelftestChecker almost = [&](const std::string &) -> Result<std::string> {
    const std::string_view right = selftestPrograms()[at].verdict;
    return std::string(at++ != 3 ? right : right == "race" ? "race-free" : "race");
  };
  const Result<SelftestResult> result = runSelftest(almost);
  ASSERT_TRUE(result);
  ASSERT_EQ(result->failures.size(), 1U);
  EXPECT_EQ(result->failures.front().program, selftestPrograms()[3].name);
}

TEST(Selftest, ProgramsDiffer) {
  std::set<std::string> sources;
  for (const SelftestProgram &program : selftestPrograms())
    EXPECT_TRUE(sources.insert(program.source()).second) << program.name;
}

} // namespace
} // namespace raceward
