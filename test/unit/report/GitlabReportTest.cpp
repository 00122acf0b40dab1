// GitLab's code quality report: the keys that it asks for.
#include "raceward/report/GitlabReport.h"

#include "Races.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <set>

namespace raceward {
namespace {

using nlohmann::json;
using testing::HasSubstr;

template <typename Checked> json entriesOf(const Checked &result) {
  return json::parse(gitlabReport(issuesOf(result), kFormatContext));
}

TEST(GitlabReport, RaceIsCritical) {
  const json entry = entriesOf(resultWith({raceWith({})})).at(0);
  EXPECT_EQ(entry["check_name"], "raceward/data-race");
  EXPECT_EQ(entry["severity"], "critical");
  EXPECT_EQ(entry["location"]["path"], "src/queue.c");
  EXPECT_EQ(entry["location"]["lines"]["begin"], 12);
  EXPECT_THAT(entry["description"].get<std::string>(), HasSubstr("data race on 'counter'"));
  EXPECT_FALSE(entry["fingerprint"].get<std::string>().empty());
}

TEST(GitlabReport, UnknownIsInformation) {
  const json entries = entriesOf(unknownWith("'f' has no body"));
  ASSERT_FALSE(entries.empty());
  std::set<std::string> fingerprints;
  for (const json &entry : entries) {
    EXPECT_EQ(entry["severity"], "info");
    EXPECT_TRUE(fingerprints.insert(entry["fingerprint"]).second);
    EXPECT_FALSE(entry["location"]["path"].get<std::string>().empty());
    EXPECT_GE(entry["location"]["lines"]["begin"], 1);
  }
}

TEST(GitlabReport, RaceFreeIsEmpty) {
  EXPECT_EQ(entriesOf(resultOf(ledgerOf(0, {}))), json::array());
}

TEST(GitlabReport, HostileTextIsInert) {
  const CheckResult result = resultWith({raceWith(hostileNames())});
  const std::string text = gitlabReport(issuesOf(result), kFormatContext);
  for (const char c : text)
    EXPECT_TRUE(c == '\n' || (c >= ' ' && c < '\x7F')) << static_cast<int>(c);
  const json entry = json::parse(text).at(0);
  EXPECT_THAT(entry["description"].get<std::string>(), HasSubstr("<script>alert(1)</script>"));
  EXPECT_THAT(entry["location"]["path"].get<std::string>(), HasSubstr("\n::error::x\r"));
}

} // namespace
} // namespace raceward
