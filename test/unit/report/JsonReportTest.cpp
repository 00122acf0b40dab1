// The JSON says what its documents say, and the documents what it says.
#include "raceward/report/JsonReport.h"
#include "raceward/report/Fingerprint.h"

#include "Results.h"
#include "SchemaSubset.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace raceward {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

std::string repositoryFile(const std::string &path) {
  Result<std::string> content = readFile(std::string(RW_SOURCE_DIR) + "/" + path);
  EXPECT_TRUE(content.has_value()) << path;
  return content ? std::move(*content) : std::string();
}

SchemaSubset schema() {
  return SchemaSubset(json::parse(repositoryFile("docs/schema/check-result-1.schema.json")));
}

const JsonContext kJsonContext{"0.1.0", {"queue.c"}, "no-data-race", "LP64"};

const AccessSite kWrite = site(AccessKind::Write, {"queue.c", 12, 10}, "worker", "counter");
const AccessSite kRead = site(AccessKind::Read, {"queue.c", 20, 18}, "main", "counter");

Ledger unknownLedger() {
  const Gap gap{GapKind::UnmodelledCall,
                "'frobnicate' has no body and no model",
                {"queue.c", 21, 3},
                "add the file that defines it"};
  Ledger ledger = ledgerOf(14,
                           {{"not-shared", 9, {gap}, false, "no other thread can reach the memory"},
                            {"one-thread", 4, {}, false, "only one thread reaches either access"}},
                           {{kWrite, kRead, "counter"}});
  OpenVariable open{"counter", 1, 2, 2, kWrite, kRead, {}};
  open.lock = {"'lock'", 2, 3, {kRead}};
  ledger.variables = {{open}, 1, 0, 2};
  SharedVariable counter;
  counter.object = "'counter'";
  counter.accesses = 3;
  counter.sample = {kWrite, kRead};
  counter.threads = {{"main", false}, {"worker", true}};
  counter.suspects = 5;
  counter.rulings = {{"one-thread", "only one thread reaches either access", 4}};
  ledger.explanation = {{counter}, 0, 1, 0};
  return ledger;
}

Ledger raceLedger() {
  Conviction race{kWrite, kRead, "worker", "main"};
  race.run.threads = {{"main", {}, {}}, {"worker", 0, {"queue.c", 17, 3}}};
  race.run.inputs = {{"raceward_any_int", {"queue.c", 16, 11}, 32, "-5"}};
  race.run.steps = {{0, ActionKind::Create, "", 1, {"queue.c", 17, 3}, "main", 0},
                    {1, ActionKind::Write, "counter", {}, {"queue.c", 12, 10}, "worker", 0},
                    {0, ActionKind::Read, "counter", {}, {"queue.c", 20, 18}, "main", 0}};
  race.run.firstAccess = 1;
  Ledger ledger = ledgerOf(2, {});
  ledger.convictions = {race};
  return ledger;
}

json parsed(const Ledger &ledger, const JsonContext &context = kJsonContext) {
  return json::parse(jsonReport(resultOf(ledger), context));
}

PropertyResult propertyResult(PathLedger ledger) {
  return {std::move(ledger), {}, {}};
}

TEST(JsonReport, PropertiesFollowTheirSchema) {
  const SchemaSubset properties(
      json::parse(repositoryFile("docs/schema/property-result-1.schema.json")));
  PathLedger holds;
  holds.closed = true;
  PathLedger violated;
  violated.property = Property::MemorySafety;
  violated.violations.push_back(
      {"invalid-read",
       "read outside",
       {"a.c", 3, 1},
       "get",
       {{"main", {"a.c", 9, 2}}},
       {{"__VERIFIER_nondet_int", {"a.c", 7, 1}, 32, "-1"}, {{}, {}, 8, "0"}}});
  for (const PathLedger &ledger : {holds, violated, PathLedger{}}) {
    JsonContext context = kJsonContext;
    context.property = toString(ledger.property);
    const json document = json::parse(jsonReport(propertyResult(ledger), context));
    EXPECT_THAT(properties.check(document), IsEmpty());
    EXPECT_EQ(document["verdict"], conclude(ledger).name());
  }
  const json document = json::parse(jsonReport(propertyResult(violated), kJsonContext));
  EXPECT_EQ(document["violations"][0]["inputs"][0]["value"], "-1");
  EXPECT_EQ(document["violations"][0]["inputs"][1]["source"], nullptr);
}

TEST(JsonReport, EveryVerdictFollowsTheSchema) {
  Ledger race = ledgerOf(2, {});
  race.convictions = {{kWrite, kRead, "worker#1", "main"}};
  Ledger bare; // nothing known: not closed, no positions
  bare.interruptions = {{GapKind::EngineCrash, "the engine died", {}, {}}};
  Ledger odd = ledgerOf(2, {});
  AccessSite atomic = kRead;
  atomic.order = MemoryOrder::AcquireRelease;
  atomic.kind = AccessKind::ReadWrite;
  atomic.call = "memcpy";
  odd.open = {{atomic, AccessSite{}, ""}};
  for (const Ledger &ledger : {unknownLedger(), race, raceLedger(), bare, odd, ledgerOf(0, {})})
    EXPECT_THAT(schema().check(parsed(ledger)), IsEmpty());
  CheckResult explored = resultOf(unknownLedger());
  explored.stats.exploration = ExplorationStats{};
  explored.stats.exploration->huntedStops = {{3, {"a.c", 1, 2}, "why"}, {1, {}, "why not"}};
  EXPECT_THAT(schema().check(json::parse(jsonReport(explored, kJsonContext))), IsEmpty());
}

TEST(JsonReport, SchemaCheckerIsNotBlind) {
  json value = parsed(unknownLedger());
  value["verdict"] = "safe";
  value["extra"] = 1;
  value["stats"].erase("functions");
  value["suspects"]["open"][0]["accesses"].erase(0);
  EXPECT_THAT(schema().check(value),
              testing::UnorderedElementsAre("$.verdict: enum", "$.extra: not documented",
                                            "$.stats.functions: missing",
                                            "$.suspects.open[0].accesses: minItems"));
}

TEST(JsonReport, SchemaListsEveryReason) {
  const json kinds = json::parse(repositoryFile("docs/schema/check-result-1.schema.json"))
                         .at(json::json_pointer("/$defs/reason/properties/kind/enum"));
  for (const json &kind : kinds)
    EXPECT_TRUE(gapKindFromString(kind.get<std::string>())) << kind;
  // The last of the list in Gap.h.
  EXPECT_EQ(kinds.size(), static_cast<std::size_t>(GapKind::EngineCrash) + 1);
}

TEST(JsonReport, DocumentShowsRealOutput) {
  const std::string page = repositoryFile("docs/use/json-output.md");
  const std::string open = "```json\n";
  const std::size_t start = page.find(open) + open.size();
  EXPECT_EQ(page.substr(start, page.find("```", start) - start),
            jsonReport(resultOf(unknownLedger()), kJsonContext));
  const std::size_t second = page.find(open, start) + open.size();
  const auto race =
      nlohmann::ordered_json::parse(jsonReport(resultOf(raceLedger()), kJsonContext))["races"][0];
  EXPECT_EQ(page.substr(second, page.find("```", second) - second), race["run"].dump(2) + "\n");
}

TEST(JsonReport, KeysComeInTheDocumentedOrder) {
  const auto ordered =
      nlohmann::ordered_json::parse(jsonReport(resultOf(unknownLedger()), kJsonContext));
  std::vector<std::string> keys;
  for (const auto &[key, ignored] : ordered.items())
    keys.push_back(key);
  EXPECT_THAT(keys, ElementsAre("schema_version", "tool", "files", "property", "data_model",
                                "configuration", "journal", "verdict", "model", "scope", "races",
                                "suppressed", "reasons", "assumptions", "suspects", "exploration",
                                "stats"));
}

TEST(JsonReport, OnlyRaceFreeRestsOnAssumptions) {
  Ledger ledger = ledgerOf(2, {});
  ledger.assumptions = {{"allocation-succeeds", "there is memory"}};
  ledger.convictions = {{kWrite, kRead, "worker#1", "main"}};
  EXPECT_TRUE(parsed(ledger)["assumptions"].empty());
  ledger.convictions.clear();
  ledger.suspects = 0;
  const json result = parsed(ledger);
  EXPECT_EQ(result["verdict"], "race-free");
  EXPECT_EQ(result["assumptions"][0]["name"], "allocation-succeeds");
  EXPECT_EQ(result["assumptions"][0]["message"], "there is memory");
}

TEST(JsonReport, RaceHasTwoAccessesWithThreads) {
  Ledger ledger = ledgerOf(2, {});
  ledger.convictions = {{kWrite, kRead, "worker#1", "main"}};
  const json result = parsed(ledger);
  EXPECT_EQ(result["verdict"], "race");
  EXPECT_EQ(result["races"][0]["object"], "counter");
  EXPECT_EQ(result["races"][0]["accesses"][0]["thread"], "worker#1");
  EXPECT_EQ(result["races"][0]["accesses"][1]["line"], 20);
  EXPECT_EQ(result["races"][0]["accesses"][1]["atomic"], nullptr);
  EXPECT_EQ(result["races"][0]["run"], nullptr);
}

TEST(JsonReport, RaceSaysWhetherTheBaselineHasIt) {
  Ledger ledger = ledgerOf(2, {});
  ledger.convictions = {{kWrite, kRead, "worker#1", "main"}};
  EXPECT_EQ(parsed(ledger)["races"][0]["known"], nullptr);
  JsonContext context = kJsonContext;
  context.baseline.emplace();
  const auto known = [&] {
    return json::parse(jsonReport(resultOf(ledger), context))["races"][0]["known"];
  };
  EXPECT_EQ(known(), false);
  context.baseline->fingerprints = {fingerprintOf(ledger.convictions[0])};
  EXPECT_EQ(known(), true);
}

TEST(JsonReport, SuppressedRacesAreThere) {
  Ledger ledger = ledgerOf(2, {});
  ledger.suppressed = {{{kWrite, kRead, "worker#1", "main"}, "a guess", "rules.yaml:3"}};
  const json result = parsed(ledger);
  EXPECT_EQ(result["verdict"], "unknown");
  EXPECT_EQ(result["races"], json::array());
  EXPECT_EQ(result["suppressed"][0]["accesses"][1]["line"], 20);
  EXPECT_EQ(result["suppressed"][0]["reason"], "a guess");
  EXPECT_EQ(result["suppressed"][0]["rule"], "rules.yaml:3");
  EXPECT_EQ(result["reasons"][0]["kind"], "suppressed");
  EXPECT_THAT(schema().check(result), IsEmpty());
}

TEST(JsonReport, RunEndsWithTheRace) {
  const json run = parsed(raceLedger())["races"][0]["run"];
  EXPECT_EQ(run["racing_steps"], json::array({1, 2}));
  EXPECT_EQ(run["threads"][1]["created_by"], 0);
  EXPECT_EQ(run["threads"][0]["created_by"], nullptr);
  EXPECT_EQ(run["steps"][0]["target"], 1);
  EXPECT_EQ(run["inputs"][0]["value"], "-5");
}

TEST(JsonReport, AnyBytesGiveValidAsciiJson) {
  const std::string bytes = "\xFF\xC2\x9B\033[2J\"\\\n ü";
  AccessSite at = kWrite;
  at.at.file = bytes;
  at.function = at.name = at.call = bytes;
  Ledger ledger =
      ledgerOf(2, {{bytes, 1, {{GapKind::EngineCrash, bytes, {bytes, 1, 0}, bytes}}, false}},
               {{at, at, bytes}});
  JsonContext context{bytes, {bytes}, bytes, bytes};
  const std::string text = jsonReport(resultOf(ledger), context);
  for (const char c : text)
    EXPECT_TRUE(c == '\n' || (c >= ' ' && c < '\x7F')) << static_cast<int>(c);
  EXPECT_THAT(schema().check(json::parse(text)), IsEmpty());
  EXPECT_EQ(json::parse(text)["files"][0], "?\xC2\x9B\033[2J\"\\\n ü");
}

} // namespace
} // namespace raceward
