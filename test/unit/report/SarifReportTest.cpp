// SARIF as code scanning and editors read it. Its schema is held against it in test/html.
#include "raceward/report/SarifReport.h"

#include "Races.h"

#include "raceward/report/Fingerprint.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace raceward {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

template <typename Checked>
json runOf(const Checked &result, const FormatContext &context = kFormatContext) {
  const json document = json::parse(sarifReport(issuesOf(result), context));
  EXPECT_EQ(document["version"], "2.1.0");
  EXPECT_EQ(document["runs"].size(), 1);
  return document["runs"][0];
}

TEST(SarifReport, RaceHasPlaceRelatedPlacesAndFingerprint) {
  const Conviction race = raceWith({});
  const json result = runOf(resultWith({race}))["results"][0];
  EXPECT_EQ(result["ruleId"], "data-race");
  EXPECT_EQ(result["ruleIndex"], 0);
  EXPECT_EQ(result["level"], "error");
  const json &place = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "src/queue.c");
  EXPECT_EQ(place["artifactLocation"]["uriBaseId"], "SRCROOT");
  EXPECT_EQ(place["region"]["startLine"], 12);
  EXPECT_EQ(place["region"]["startColumn"], 10);
  ASSERT_EQ(result["relatedLocations"].size(), 2);
  EXPECT_EQ(result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 20);
  EXPECT_EQ(result["relatedLocations"][1]["physicalLocation"]["region"]["startLine"], 17);
  EXPECT_EQ(result["partialFingerprints"]["raceward/v1"], fingerprintOf(race));
}

TEST(SarifReport, SuppressedRacesAreMarkedAndNotCounted) {
  Conviction race = raceWith({});
  CheckResult result = resultWith({});
  result.ledger.suppressed.push_back({race, "an old friend", "rules:3"});
  const json run = runOf(result);
  ASSERT_EQ(run["results"].size(), 1);
  EXPECT_EQ(run["results"][0]["suppressions"][0]["kind"], "external");
  EXPECT_EQ(run["results"][0]["suppressions"][0]["justification"], "an old friend");
  EXPECT_TRUE(issuesOf(result).issues.empty());
  // And a baseline that is made of it does not have it.
  const auto baseline = parseBaseline("x.sarif", sarifReport(issuesOf(result), kFormatContext));
  ASSERT_TRUE(baseline);
  EXPECT_TRUE(baseline->fingerprints.empty());
}

TEST(SarifReport, VariablesThatMayRaceAreWarnings) {
  CheckResult result = resultWith({});
  Ledger &ledger = result.ledger;
  ledger.suspects = 4; // of which nothing was removed
  const Conviction pair = raceWith({});
  OpenVariable counter;
  counter.name = "counter";
  counter.first = pair.first;
  counter.second = pair.second;
  counter.lock = {"'lock'", 5, 8, {}};
  ledger.variables.listed = {counter};
  const json run = runOf(result);
  ASSERT_EQ(run["results"].size(), 1);
  EXPECT_EQ(run["results"][0]["ruleId"], "possible-data-race");
  EXPECT_EQ(run["results"][0]["level"], "warning");
  EXPECT_EQ(run["tool"]["driver"]["rules"][0]["defaultConfiguration"]["level"], "warning");
  EXPECT_THAT(run["results"][0]["message"]["text"].get<std::string>(), HasSubstr("'lock'"));
  // A race that is found later is a new one.
  const auto baseline = parseBaseline("x.sarif", sarifReport(issuesOf(result), kFormatContext));
  ASSERT_TRUE(baseline);
  EXPECT_TRUE(baseline->fingerprints.empty());
}

TEST(SarifReport, SaysWhatTheBaselineKnows) {
  const CheckResult result = resultWith({raceWith({})});
  Baseline baseline;
  const auto stateOf = [&] {
    return json::parse(sarifReport(issuesOf(result, &baseline),
                                   kFormatContext))["runs"][0]["results"][0]["baselineState"];
  };
  EXPECT_EQ(stateOf(), "new");
  baseline.fingerprints.insert(issuesOf(result).issues.front().fingerprint);
  EXPECT_EQ(stateOf(), "unchanged");
}

TEST(SarifReport, FirstFlowIsTheWholeRunThenOnePerThread) {
  const json flows = runOf(resultWith({raceWith({})}))["results"][0]["codeFlows"][0]["threadFlows"];
  ASSERT_EQ(flows.size(), 3);
  ASSERT_EQ(flows[0]["locations"].size(), 3);
  for (std::size_t at = 0; at < 3; ++at)
    EXPECT_EQ(flows[0]["locations"][at]["executionOrder"], at + 1);
  EXPECT_EQ(flows[0]["locations"][0]["location"]["message"]["text"], "T0: create T1");
  EXPECT_EQ(flows[0]["locations"][1]["location"]["message"]["text"],
            "T1: write counter := 7 (races)");
  EXPECT_EQ(flows[1]["id"], "T0");
  EXPECT_EQ(flows[1]["locations"].size(), 2);
  EXPECT_EQ(flows[1]["locations"][1]["executionOrder"], 3);
  EXPECT_EQ(flows[2]["locations"].size(), 1);
}

TEST(SarifReport, LongRunsKeepTheirEndsAndSaySo) {
  const json flows =
      runOf(resultWith({raceWith({}, 4997)}))["results"][0]["codeFlows"][0]["threadFlows"];
  const json &steps = flows[0]["locations"];
  ASSERT_EQ(steps.size(), 1000);
  EXPECT_EQ(steps.front()["executionOrder"], 1);
  EXPECT_EQ(steps.back()["executionOrder"], 5000);
  EXPECT_THAT(flows[0]["message"]["text"].get<std::string>(), HasSubstr("4,000 steps left out"));
  EXPECT_THAT(steps[200]["location"]["message"]["text"].get<std::string>(),
              HasSubstr("4,000 steps left out"));
  for (std::size_t at = 1; at < steps.size(); ++at)
    EXPECT_LT(steps[at - 1]["executionOrder"], steps[at]["executionOrder"]);
  EXPECT_LE(flows[2]["locations"].size(), 1000);
}

TEST(SarifReport, FingerprintsDoNotKnowLinesAndAreUnique) {
  Conviction moved = raceWith({});
  moved.first.at.line += 7;
  moved.second.at.line += 7;
  const auto prints = [](const json &run) {
    std::vector<std::string> list;
    for (const json &result : run["results"])
      list.push_back(result["partialFingerprints"]["raceward/v1"]);
    return list;
  };
  const std::vector<std::string> one = prints(runOf(resultWith({raceWith({})})));
  EXPECT_EQ(prints(runOf(resultWith({moved}))), one);
  EXPECT_THAT(prints(runOf(resultWith({raceWith({}), moved}))),
              testing::ElementsAre(one[0], one[0] + ":2"));
}

TEST(SarifReport, UnknownIsANotification) {
  const json run = runOf(unknownWith("'f' has no body"));
  EXPECT_TRUE(run["results"].empty());
  const json &notes = run["invocations"][0]["toolExecutionNotifications"];
  ASSERT_FALSE(notes.empty());
  EXPECT_EQ(notes[0]["descriptor"]["id"], "unmodelled-call");
  EXPECT_EQ(run["properties"]["verdict"], "unknown");
}

TEST(SarifReport, RaceFreeHasNothingToTell) {
  const json run = runOf(resultOf(ledgerOf(0, {})));
  EXPECT_TRUE(run["results"].empty());
  EXPECT_TRUE(run["invocations"][0]["toolExecutionNotifications"].empty());
  EXPECT_EQ(run["properties"]["verdict"], "race-free");
}

TEST(SarifReport, OtherPropertiesHaveTheirRules) {
  const json run = runOf(violationWith("the assertion fails"));
  EXPECT_EQ(run["results"][0]["ruleId"], "assertion-failed");
  EXPECT_EQ(run["tool"]["driver"]["rules"][0]["id"], "assertion-failed");
  EXPECT_EQ(run["results"][0]["message"]["text"], "the assertion fails");
}

TEST(SarifReport, PathsAreUris) {
  const auto uri = [](const std::string &file) {
    return runOf(resultWith(
        {raceWith({file})}))["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
  };
  EXPECT_EQ(uri("/home/me/project/a/../b c%#?.c")["uri"], "b%20c%25%23%3F.c");
  EXPECT_EQ(uri("./x/\xC3\xBC.c")["uri"], "x/%C3%BC.c");
  EXPECT_EQ(uri("/usr/include/y.h")["uri"], "file:///usr/include/y.h");
  EXPECT_FALSE(uri("/usr/include/y.h").contains("uriBaseId"));
  EXPECT_EQ(uri("../elsewhere.c")["uri"], "file:///home/me/elsewhere.c");
}

TEST(SarifReport, RelativePathsStartInTheWorkingFolder) {
  const FormatContext below{"0.1.0", {"queue.c"}, "/home/me/project", "/home/me/project/sub"};
  const json run = runOf(resultWith({raceWith({"../src/./queue.c"})}), below);
  EXPECT_EQ(run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "src/queue.c");
  EXPECT_EQ(run["originalUriBaseIds"]["SRCROOT"]["uri"], "file:///home/me/project/");
}

TEST(SarifReport, ColumnsCountCharacters) {
  Sources sources;
  const std::string file = sources.write("a.c", "/* \xC3\xBC\xC3\xBC */ x = 1;\n");
  Conviction race = raceWith({});
  race.first.at = {file, 1, 11};
  const json run = runOf(resultWith({race}));
  EXPECT_EQ(run["columnKind"], "unicodeCodePoints");
  EXPECT_EQ(
      run["results"][0]["locations"][0]["physicalLocation"]["region"]["startColumn"].get<int>(), 9);
}

TEST(SarifReport, HostileTextIsInert) {
  const std::string text =
      sarifReport(issuesOf(resultWith({raceWith(hostileNames())})), kFormatContext);
  for (const char c : text)
    EXPECT_TRUE(c == '\n' || (c >= ' ' && c < '\x7F')) << static_cast<int>(c);
  const json result = json::parse(text)["runs"][0]["results"][0];
  const std::string message = result["message"]["text"];
  EXPECT_THAT(message, HasSubstr("<script>alert(1)</script>"));
  EXPECT_THAT(message, HasSubstr("{{0}}"));
  EXPECT_THAT(message, HasSubstr("\\[l\\](1)"));
  EXPECT_THAT(message, Not(HasSubstr("\033")));
  EXPECT_THAT(message, Not(HasSubstr("\n")));
  const std::string uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
  EXPECT_THAT(uri, HasSubstr("%3Cscript%3E"));
  EXPECT_THAT(uri, HasSubstr("%0A"));
  EXPECT_THAT(uri, HasSubstr("%FF"));
  EXPECT_EQ(uri.find_first_of(" <>\"{}|\\^`\n\r"), std::string::npos);
}

} // namespace
} // namespace raceward
