#include "replay/ReplayLog.h"

#include <gtest/gtest.h>

namespace raceward {
namespace {

using ReplayOutcome = ReplayResult::Outcome;

TEST(ReplayLog, TellsTheOutcomes) {
  const auto confirmed = readReplayLog("raceward-replay: confirmed a.c:3 b.c:9\n");
  ASSERT_TRUE(confirmed);
  EXPECT_EQ(confirmed->outcome, ReplayOutcome::Confirmed);
  EXPECT_EQ(confirmed->words, "a.c:3 b.c:9");
  EXPECT_EQ(readReplayLog("raceward-replay: unreported x\n")->outcome, ReplayOutcome::Unreported);
  EXPECT_EQ(readReplayLog("raceward-replay: diverged at step 2\n")->outcome,
            ReplayOutcome::Diverged);
}

TEST(ReplayLog, PassesOverWhateverElseIsThere) {
  EXPECT_FALSE(readReplayLog(""));
  EXPECT_FALSE(readReplayLog("confirmed a.c:3 b.c:9\n"));
  EXPECT_FALSE(readReplayLog("x raceward-replay: confirmed a.c:3 b.c:9\n"));
  EXPECT_FALSE(readReplayLog("raceward-replay: confirmedly\nraceward-replay: \nraceward-replay:"));
  EXPECT_EQ(readReplayLog("noise\nraceward-replay: what\nraceward-replay: diverged here")->words,
            "here");
}

TEST(ReplayLog, WordsAreInertText) {
  const auto read = readReplayLog("raceward-replay: diverged \xff\xfe\n");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->words, "??");
}

} // namespace
} // namespace raceward
