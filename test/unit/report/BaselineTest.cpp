#include "raceward/report/Baseline.h"

#include "Results.h"
#include "raceward/report/Fingerprint.h"

#include <gmock/gmock.h>

namespace raceward {
namespace {

using testing::ElementsAre;

Conviction raceOn(const std::string &name, std::uint32_t line = 3) {
  Conviction made;
  made.first = site(AccessKind::Write, {"a.c", line, 5}, "f", name);
  made.second = site(AccessKind::Read, {"a.c", line + 6, 5}, "g", name);
  return made;
}

std::string problemOf(const std::string &text) {
  const Result<Baseline> read = parseBaseline("old.json", text);
  if (read)
    return "no problem";
  EXPECT_FALSE(read.error().hint.empty());
  return read.error().message;
}

TEST(Baseline, ReadsWhatItWrote) {
  const std::vector<Conviction> races{raceOn("x"), raceOn("y\n\"\xff"), raceOn("x", 20)};
  const std::string text = writtenBaseline(races);
  const Result<Baseline> read = parseBaseline("old.json", text);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->fingerprints.size(), 2U); // lines do not count
  EXPECT_TRUE(read->knows(raceOn("x", 70)));
  EXPECT_FALSE(read->knows(raceOn("z")));
  const std::vector<Conviction> reversed(races.rbegin(), races.rend());
  EXPECT_EQ(writtenBaseline(reversed), text);
}

TEST(Baseline, ReadsSarif) {
  const Result<Baseline> read =
      parseBaseline("old.sarif", R"({"version": "2.1.0", "runs": [{"results": [
        {"partialFingerprints": {"raceward/v1": "0123456789abcdef", "other": "zz"}},
        {"message": {}}]}, {}]})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_THAT(read->fingerprints, ElementsAre("0123456789abcdef"));
}

TEST(Baseline, Problems) {
  EXPECT_EQ(problemOf(""), "old.json: this is not a baseline");
  EXPECT_EQ(problemOf("[]"), "old.json: this is not a baseline");
  EXPECT_EQ(problemOf("{}"), "old.json: this file lists no races");
  EXPECT_EQ(problemOf(R"({"races": 1})"), "old.json: its 'races' member is not a list");
  EXPECT_EQ(problemOf(R"({"races": [{}]})"), "old.json: a race in it has no fingerprint");
  EXPECT_EQ(problemOf(R"({"races": [{"fingerprint": "short"}]})"),
            "old.json: a race in it has no fingerprint");
  EXPECT_EQ(problemOf(R"({"raceward_baseline": 2, "races": []})"),
            "old.json: this baseline is of another version of Raceward");
  EXPECT_EQ(problemOf(R"({"runs": 5})"), "old.json: its 'runs' member is not a list");
}

TEST(Baseline, Counts) {
  const std::vector<Conviction> before{raceOn("x"), raceOn("y")};
  const Result<Baseline> baseline = parseBaseline("old.json", writtenBaseline(before));
  ASSERT_TRUE(baseline);
  const std::vector<Conviction> now{raceOn("y", 40), raceOn("z"), raceOn("z", 50)};
  const BaselineComparison counts = compare(*baseline, now);
  EXPECT_EQ(counts.known, 1U);
  EXPECT_EQ(counts.fresh, 1U);
  EXPECT_EQ(counts.gone, 1U);
}

} // namespace
} // namespace raceward
