#include "raceward/check/Wire.h"

#include <gmock/gmock.h>

#include <limits>

namespace raceward {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

AccessSite fullSite(std::size_t id) {
  AccessSite site;
  site.id = SiteId(id);
  site.kind = AccessKind::ReadWrite;
  site.order = MemoryOrder::AcquireRelease;
  site.isVolatile = true;
  site.at = {"queue.c", 12, 3};
  site.inlinedAt = {{"a.c", 1, 2}, {"b.c", 3, 4}};
  site.function = "push";
  site.name = "q->head";
  site.call = "memcpy";
  site.bytes = 8;
  return site;
}

Ledger fullLedger() {
  AccessSite plain;
  plain.id = SiteId(1);
  Ledger ledger;
  ledger.suspects = 12345678901234567890ull;
  ledger.engines.push_back({"escape",
                            42,
                            {{GapKind::UnmodelledCall, "no row for 'f'", {"x.c", 1, 0}, "add one"}},
                            true});
  ledger.engines.push_back({"locks", 7, {}, false, "a common lock"});
  Conviction race{fullSite(3), plain, "main", "worker"};
  race.run.threads = {{"main", {}, {}}, {"worker", 0, {"x.c", 9, 3}}};
  race.run.inputs = {{"any", {"x.c", 7, 1}, 16, "-5", 1, 2}};
  race.run.steps = {{0, ActionKind::Create, "", 1, {"x.c", 9, 3}, "main", 0},
                    {1, ActionKind::Write, "q->head", {}, {"x.c", 3, 3}, "worker", 0},
                    {0, ActionKind::Choice, "", {}, {}, "", 4},
                    {0, ActionKind::Read, "q->head", {}, {"x.c", 10, 3}, "main", 0}};
  race.run.firstAccess = 1;
  ledger.convictions.push_back(std::move(race));
  ledger.open.push_back({plain, fullSite(4), "queue"});
  OpenVariable variable{"struct queue.head", 3, 4, 12, plain, fullSite(4), {}};
  variable.lock = {"'q->lock'", 5, 7, {fullSite(8)}};
  ledger.variables = {{variable}, 2, 9, 40};
  SharedVariable queue;
  queue.group = 5;
  queue.object = "'queue'";
  queue.accesses = 9;
  queue.sample = {fullSite(6)};
  queue.moreLines = 4;
  queue.threads = {{"main", false}, {"worker", true}};
  queue.suspects = 12;
  queue.rulings = {{"locks", "both hold 'm'", 7}};
  queue.raced = true;
  ledger.explanation = {{queue}, 1, 2, 3};
  ledger.interruptions.push_back({GapKind::TimeLimit, "late", {}, ""});
  ledger.everyRaceFound = true;
  ledger.closed = true;
  return ledger;
}

std::optional<WireMessage> decodeEncoded(const WireMessage &message) {
  std::string line = encode(message);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  line.pop_back();
  return decode(line);
}

template <typename T> T roundTrip(const T &value) {
  std::optional<WireMessage> back = decodeEncoded(value);
  EXPECT_TRUE(back && std::holds_alternative<T>(*back));
  return back && std::holds_alternative<T>(*back) ? std::get<T>(*back) : T{};
}

TEST(Wire, PathLedgerArrivesAsItWas) {
  PathLedger sent;
  sent.property = Property::MemorySafety;
  sent.paths = 3;
  sent.steps = 1'000'000'000'000;
  sent.queries = 7;
  sent.violations.push_back({"invalid-read",
                             "read outside",
                             {"a.c", 3, 1},
                             "get",
                             {{"main", {"a.c", 9, 2}}},
                             {{"input", {"a.c", 7, 1}, 32, "-1"}}});
  sent.gaps.push_back({GapKind::SolverLimit, "hard", {"a.c", 1, 1}, "raise it"});
  sent.closed = true;
  const PathLedger back = roundTrip(sent);
  EXPECT_EQ(back.property, sent.property);
  EXPECT_EQ(back.paths, sent.paths);
  EXPECT_EQ(back.steps, sent.steps);
  EXPECT_EQ(back.queries, sent.queries);
  ASSERT_EQ(back.violations.size(), 1U);
  EXPECT_EQ(back.violations[0].kind, "invalid-read");
  EXPECT_EQ(back.violations[0].at, sent.violations[0].at);
  EXPECT_EQ(back.violations[0].calledFrom.at(0).function, "main");
  EXPECT_EQ(back.violations[0].inputs.at(0).value, "-1");
  ASSERT_EQ(back.gaps.size(), 1U);
  EXPECT_EQ(back.gaps[0].kind, GapKind::SolverLimit);
  EXPECT_TRUE(back.closed);
}

TEST(Wire, LedgerArrivesAsItWas) {
  const Ledger sent = fullLedger();
  const Ledger back = roundTrip(sent);

  EXPECT_EQ(back.suspects, sent.suspects);
  EXPECT_TRUE(back.closed);
  EXPECT_TRUE(back.everyRaceFound);
  ASSERT_EQ(back.engines.size(), 2u);
  EXPECT_EQ(back.engines[0].engine, "escape");
  EXPECT_EQ(back.engines[0].removed, 42u);
  EXPECT_TRUE(back.engines[0].foundation);
  ASSERT_EQ(back.engines[0].gaps.size(), 1u);
  EXPECT_EQ(back.engines[0].gaps[0].kind, GapKind::UnmodelledCall);
  EXPECT_EQ(back.engines[0].gaps[0].message, "no row for 'f'");
  EXPECT_EQ(back.engines[0].gaps[0].at, (SourcePosition{"x.c", 1, 0}));
  EXPECT_EQ(back.engines[0].gaps[0].hint, "add one");
  EXPECT_FALSE(back.engines[1].foundation);
  EXPECT_EQ(back.engines[1].reason, "a common lock");
  ASSERT_EQ(back.open.size(), 1u);
  EXPECT_EQ(back.open[0].object, "queue");
  EXPECT_EQ(back.variables.count, 2u);
  EXPECT_EQ(back.variables.shared, 40u);
  EXPECT_EQ(back.variables.mixedUp, 9u);
  ASSERT_EQ(back.variables.listed.size(), 1u);
  const OpenVariable &variable = back.variables.listed[0];
  EXPECT_EQ(variable.name, "struct queue.head");
  EXPECT_EQ(variable.writes, 3u);
  EXPECT_EQ(variable.reads, 4u);
  EXPECT_EQ(variable.pairs, 12u);
  EXPECT_EQ(variable.second.variable, fullSite(4).variable);
  EXPECT_EQ(variable.lock.name, "'q->lock'");
  EXPECT_EQ(variable.lock.holds, 5u);
  EXPECT_EQ(variable.lock.places, 7u);
  ASSERT_EQ(variable.lock.without.size(), 1u);
  ASSERT_EQ(back.interruptions.size(), 1u);
  EXPECT_EQ(back.interruptions[0].kind, GapKind::TimeLimit);
  ASSERT_EQ(back.convictions.size(), 1u);
  EXPECT_EQ(back.convictions[0].firstThread, "main");
  EXPECT_EQ(back.convictions[0].secondThread, "worker");
  EXPECT_FALSE(back.convictions[0].second.bytes);
}

TEST(Wire, ExplanationArrivesAsItWas) {
  const Explanation back = roundTrip(fullLedger()).explanation;
  EXPECT_EQ(back.notListed, 1u);
  EXPECT_EQ(back.neverShared, 2u);
  EXPECT_EQ(back.neverSuspect, 3u);
  ASSERT_EQ(back.shared.size(), 1u);
  const SharedVariable &queue = back.shared[0];
  EXPECT_EQ(queue.group, 5u);
  EXPECT_EQ(queue.object, "'queue'");
  EXPECT_EQ(queue.accesses, 9u);
  ASSERT_EQ(queue.sample.size(), 1u);
  EXPECT_EQ(queue.sample[0].id, SiteId(6));
  EXPECT_EQ(queue.moreLines, 4u);
  ASSERT_EQ(queue.threads.size(), 2u);
  EXPECT_EQ(queue.threads[1].function, "worker");
  EXPECT_TRUE(queue.threads[1].several);
  EXPECT_EQ(queue.suspects, 12u);
  ASSERT_EQ(queue.rulings.size(), 1u);
  EXPECT_EQ(queue.rulings[0].prover, "locks");
  EXPECT_EQ(queue.rulings[0].reason, "both hold 'm'");
  EXPECT_EQ(queue.left(), 5u);
  EXPECT_TRUE(queue.raced);
}

// SharedVariable::left() aborts on such a variable.
TEST(Wire, VariableWithMoreRemovedThanThereWasIsRefused) {
  Ledger ledger = fullLedger();
  ledger.explanation.shared[0].rulings.push_back({"p", "r", UINT64_MAX - 3});
  EXPECT_FALSE(decodeEncoded(ledger));
}

TEST(Wire, RunArrivesAsItWas) {
  const Evidence run = roundTrip(fullLedger()).convictions.at(0).run;
  ASSERT_EQ(run.threads.size(), 2U);
  EXPECT_FALSE(run.threads[0].creator);
  EXPECT_EQ(run.threads[1].creator, 0U);
  EXPECT_EQ(run.threads[1].function, "worker");
  EXPECT_EQ(run.threads[1].createdAt, (SourcePosition{"x.c", 9, 3}));
  ASSERT_EQ(run.inputs.size(), 1U);
  EXPECT_EQ(run.inputs[0].bits, 16U);
  EXPECT_EQ(run.inputs[0].value, "-5");
  EXPECT_EQ(run.inputs[0].thread, 1U);
  EXPECT_EQ(run.inputs[0].afterStep, 2U);
  ASSERT_EQ(run.steps.size(), 4U);
  EXPECT_EQ(run.steps[0].target, 1U);
  EXPECT_EQ(run.steps[1].object, "q->head");
  EXPECT_EQ(run.steps[2].outcome, 4U);
  EXPECT_EQ(run.steps[3].function, "main");
  EXPECT_EQ(run.firstAccess, 1U);
}

TEST(Wire, RunWithNumbersOfNobodyIsRefused) {
  const auto arrives = [](const std::function<void(Evidence &)> &spoil) {
    Ledger ledger = fullLedger();
    spoil(ledger.convictions[0].run);
    return decodeEncoded(ledger).has_value();
  };
  EXPECT_TRUE(arrives([](Evidence &) {}));
  EXPECT_FALSE(arrives([](Evidence &run) { run.steps[1].thread = 2; }));
  EXPECT_FALSE(arrives([](Evidence &run) { run.steps[0].target = 2; }));
  EXPECT_FALSE(arrives([](Evidence &run) { run.threads[1].creator = 2; }));
  EXPECT_FALSE(arrives([](Evidence &run) { run.firstAccess = 4; }));
  EXPECT_FALSE(arrives([](Evidence &run) { run.inputs[0].thread = 2; }));
  EXPECT_FALSE(arrives([](Evidence &run) { run.inputs[0].afterStep = 5; }));
}

WorkStatus fullStatus() {
  WorkStatus status;
  status.seconds = 12.5;
  status.workers = {{"worker 1", true, true, 3, 400, 11.25}, {"node7:42", false, false, 1, 2, 0.5}};
  status.itemsOpen = 4;
  status.itemsClosed = 5;
  status.runs = 6;
  status.blockedRuns = 7;
  status.events = 8;
  status.races = 9;
  status.fraction = 0.25;
  status.fractionLow = 0.125;
  status.repeatedItems = 10;
  status.ignoredResults = 11;
  status.spans = {{1, 0.5, 1.5, 7, true}, {0, 0.25, 2.0, 8, false}};
  return status;
}

TEST(Wire, WorkStatusArrivesAsItWas) {
  const WorkStatus back = roundTrip(fullStatus());
  EXPECT_EQ(back.seconds, 12.5);
  ASSERT_EQ(back.workers.size(), 2U);
  EXPECT_EQ(back.workers[0].name, "worker 1");
  EXPECT_TRUE(back.workers[0].isThere);
  EXPECT_TRUE(back.workers[0].isBusy);
  EXPECT_EQ(back.workers[0].items, 3U);
  EXPECT_EQ(back.workers[0].runs, 400U);
  EXPECT_EQ(back.workers[0].busySeconds, 11.25);
  EXPECT_FALSE(back.workers[1].isThere);
  EXPECT_FALSE(back.workers[1].isBusy);
  EXPECT_EQ(back.itemsOpen, 4U);
  EXPECT_EQ(back.itemsClosed, 5U);
  EXPECT_EQ(back.runs, 6U);
  EXPECT_EQ(back.blockedRuns, 7U);
  EXPECT_EQ(back.events, 8U);
  EXPECT_EQ(back.races, 9U);
  EXPECT_EQ(back.fraction, 0.25);
  EXPECT_EQ(back.fractionLow, 0.125);
  EXPECT_EQ(back.repeatedItems, 10U);
  EXPECT_EQ(back.ignoredResults, 11U);
  ASSERT_EQ(back.spans.size(), 2U);
  EXPECT_EQ(back.spans[0].worker, 1U);
  EXPECT_EQ(back.spans[0].begin, 0.5);
  EXPECT_EQ(back.spans[0].end, 1.5);
  EXPECT_EQ(back.spans[0].runs, 7U);
  EXPECT_TRUE(back.spans[0].isLost);
  EXPECT_FALSE(back.spans[1].isLost);
}

TEST(Wire, WorkThatCannotBeIsRefused) {
  const auto statusArrives = [](const std::function<void(WorkStatus &)> &spoil) {
    WorkStatus status = fullStatus();
    spoil(status);
    return decodeEncoded(status).has_value();
  };
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(statusArrives([](WorkStatus &) {}));
  EXPECT_FALSE(statusArrives([](WorkStatus &status) { status.fraction = 1.5; }));
  EXPECT_FALSE(statusArrives([](WorkStatus &status) { status.fractionLow = -0.5; }));
  EXPECT_FALSE(statusArrives([](WorkStatus &status) { status.fraction = nan; }));
  EXPECT_FALSE(statusArrives([](WorkStatus &status) { status.seconds = -1; }));
  EXPECT_FALSE(statusArrives([](WorkStatus &status) { status.workers[0].busySeconds = nan; }));
  EXPECT_FALSE(statusArrives([](WorkStatus &status) { status.spans[0].worker = 2; }));
  EXPECT_FALSE(statusArrives([](WorkStatus &status) { status.spans[0].end = 0.25; }));
  EXPECT_FALSE(statusArrives([](WorkStatus &status) { status.spans[1].begin = -1; }));
}

TEST(Wire, SiteArrivesAsItWas) {
  const AccessSite sent = fullSite(3);
  const AccessSite back = roundTrip(fullLedger()).convictions.at(0).first;
  EXPECT_EQ(back.id, sent.id);
  EXPECT_EQ(back.kind, sent.kind);
  EXPECT_EQ(back.order, sent.order);
  EXPECT_TRUE(back.isVolatile);
  EXPECT_EQ(back.at, sent.at);
  EXPECT_EQ(back.inlinedAt, sent.inlinedAt);
  EXPECT_EQ(back.function, sent.function);
  EXPECT_EQ(back.name, sent.name);
  EXPECT_EQ(back.call, sent.call);
  EXPECT_EQ(back.bytes, sent.bytes);
}

TEST(Wire, SmallMessagesArriveAsTheyWere) {
  EXPECT_EQ(roundTrip(WireProgress{"compiling x.c"}).phase, "compiling x.c");
  EXPECT_EQ(roundTrip(WireWarnings{"a\nb\n"}).text, "a\nb\n");
  EXPECT_EQ(roundTrip(WireText{"t"}).text, "t");
  CheckStats stats;
  stats.functions = 1;
  stats.instructions = 2;
  stats.accessSites = 3;
  stats.memoryGroups = 4;
  stats.exploration = ExplorationStats{};
  stats.exploration->huntedStops = {{5, {"a.c", 7, 8}, "why"}};
  EXPECT_FALSE(roundTrip(stats).driver);
  stats.driver = EntryDriver{"<driver>", "int main;\n", {{"f", "g", "a.c"}}, true, {{"n", "w"}}};
  const CheckStats back = roundTrip(stats);
  ASSERT_TRUE(back.driver);
  EXPECT_EQ(back.driver->text, "int main;\n");
  EXPECT_EQ(back.driver->exposed.at(0).symbol, "g");
  EXPECT_TRUE(back.driver->replacesMain);
  EXPECT_EQ(back.driver->assumptions.at(0).words, "w");
  ASSERT_TRUE(back.exploration);
  EXPECT_EQ(back.exploration->huntedStops.at(0).runs, 5u);
  EXPECT_EQ(back.exploration->huntedStops.at(0).at, (SourcePosition{"a.c", 7, 8}));
  EXPECT_EQ(back.exploration->huntedStops.at(0).reason, "why");
  EXPECT_EQ(back.functions, 1u);
  EXPECT_EQ(back.instructions, 2u);
  EXPECT_EQ(back.accessSites, 3u);
  EXPECT_EQ(back.memoryGroups, 4u);
  const Validation validation =
      roundTrip(Validation{Validation::Answer::NotConfirmed, "r", {"n", "m"}});
  EXPECT_EQ(validation.answer, Validation::Answer::NotConfirmed);
  EXPECT_EQ(validation.reason, "r");
  EXPECT_THAT(validation.notes, ElementsAre("n", "m"));
  const Error error = roundTrip(Error{Error::Kind::Setup, "m", "d\n", "h"});
  EXPECT_EQ(error.kind, Error::Kind::Setup);
  EXPECT_EQ(error.message, "m");
  EXPECT_EQ(error.details, "d\n");
  EXPECT_EQ(error.hint, "h");
}

TEST(Wire, TextThatIsNotUtf8StillArrives) {
  EXPECT_THAT(roundTrip(WireWarnings{"caf\xE9.c"}).text, HasSubstr("caf?.c"));
}

TEST(Wire, NoPrefixOfAMessageIsAMessage) {
  for (const WireMessage &message : {WireMessage(fullLedger()), WireMessage(fullStatus())}) {
    const std::string line = encode(message);
    for (std::size_t length = 0; length + 1 < line.size(); ++length)
      ASSERT_FALSE(decode(std::string_view(line).substr(0, length))) << length;
  }
}

TEST(Wire, GarbageIsNoMessage) {
  for (const char *line :
       {"", " ", "null", "[]", "{}", "7", "\"ledger\"", "{\"type\":7}", "{\"type\":\"other\"}",
        "{\"type\":\"ledger\"}", "{\"type\":\"progress\",\"phase\":3}",
        "{\"type\":\"stats\",\"functions\":-1}", "\xFF\xFE\x80", "[[[[[[[[",
        "{\"type\":\"error\",\"kind\":99,\"message\":\"\",\"details\":\"\",\"hint\":\"\"}"})
    EXPECT_FALSE(decode(line)) << line;
  EXPECT_FALSE(decode(std::string(100000, '[')));
}

TEST(Wire, ChangedBytesNeverCrash) {
  for (const std::string &line : {encode(fullLedger()), encode(fullStatus())})
    for (std::size_t at = 0; at + 1 < line.size(); ++at) {
      for (const char c : {'\0', '"', '9', '-', '[', '\xFF'}) {
        std::string changed = line;
        changed[at] = c;
        (void)decode(changed);
      }
    }
}

// Ledger::removed() aborts on such a ledger, and the parent must not.
TEST(Wire, LedgerThatRemovesMoreThanThereWasIsNoMessage) {
  Ledger ledger;
  ledger.suspects = 1;
  ledger.engines.push_back({"a", 1, {}, true});
  EXPECT_TRUE(decodeEncoded(ledger));
  ledger.engines.push_back({"b", UINT64_MAX, {}, false});
  EXPECT_FALSE(decodeEncoded(ledger));
}

TEST(LineAssembler, PutsPiecesTogetherAndKeepsATornEnd) {
  std::vector<std::string> lines;
  LineAssembler assembler;
  for (const char *piece : {"a", "b\nc\n\nd", "", "e\n", "torn"})
    assembler.add(piece, [&](std::string_view line) { lines.emplace_back(line); });
  EXPECT_THAT(lines, ElementsAre("ab", "c", "", "de"));
}

} // namespace
} // namespace raceward
