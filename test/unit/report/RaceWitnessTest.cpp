#include "raceward/report/RaceWitness.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <functional>

namespace raceward {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

RaceWitness sample() {
  RaceWitness witness;
  witness.toolVersion = "1";
  witness.files = {{"a.c", "00"}};
  witness.compilerFlags = {"-DX=\"<script>\""};
  witness.entry = WitnessEntry{{"f", "a.c:g"}, {"init"}, "shared", 3, "<driver>"};
  witness.dataModel = "LP64";
  witness.memoryModel = "c11";
  Evidence &run = witness.race.run;
  run.threads = {{"main", {}, {}}, {"work", 0, {"a.c", 9, 3}}};
  run.inputs = {{"__VERIFIER_nondet_int", {"a.c", 8, 1}, 32, "-5", 0, 0}};
  run.steps.resize(4);
  run.steps[0] = {0, ActionKind::Create, "", 1, {"a.c", 9, 3}, "main", 0, "pthread_create"};
  run.steps[1] = {1, ActionKind::Lock, "m", {}, {"a.c", 4, 3}, "work", 0, "pthread_mutex_lock"};
  run.steps[1].meeting = 1;
  run.steps[1].after = {0};
  run.steps[2] = {1, ActionKind::Write, "x", {}, {"a.c", 5, 5}, "put", 0};
  run.steps[2].calledFrom = {{"work", {"a.c", 4, 9}}};
  run.steps[2].accesses = {{0, 4, 4, true, "7"}};
  run.steps[3] = {0, ActionKind::Read, "x", {}, {"a.c", 10, 7}, "main", 0};
  run.steps[3].accesses = {{0, 4, 4, false, ""}};
  run.firstAccess = 2;
  AccessSite write;
  write.kind = AccessKind::Write;
  write.at = {"a.c", 5, 5};
  write.function = "put";
  write.name = "x";
  AccessSite read = write;
  read.kind = AccessKind::Read;
  read.order = MemoryOrder::Relaxed;
  read.at = {"a.c", 10, 7};
  witness.race.first = write;
  witness.race.second = read;
  witness.race.firstThread = "work";
  witness.race.secondThread = "main";
  witness.lines = {{"a.c", 5, "  x = 7; \x1b[31m"}};
  return witness;
}

std::string changed(const std::function<void(json &)> &change) {
  json document = json::parse(raceWitness(sample()));
  change(document);
  return document.dump();
}

std::string troubleOf(const std::string &text) {
  const Result<RaceWitness> witness = parseRaceWitness("w.json", text);
  return witness ? "none" : witness.error().message;
}

TEST(RaceWitness, IsReadBackAsItWas) {
  const std::string once = raceWitness(sample());
  const Result<RaceWitness> back = parseRaceWitness("w.json", once);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(raceWitness(*back), once);
  EXPECT_EQ(back->race.run.steps[2].accesses[0].value, "7");
  EXPECT_EQ(back->race.run.steps[1].after, std::vector<std::uint32_t>{0});
  EXPECT_EQ(back->race.second.order, MemoryOrder::Relaxed);
  EXPECT_EQ(back->race.firstThread, "work");
  EXPECT_EQ(back->lines[0].text, "  x = 7; \x1b[31m");
}

TEST(RaceWitness, TellsOfEachSideWhatAReaderAsks) {
  const json document = json::parse(raceWitness(sample()));
  const json &first = document["race"]["accesses"][0];
  EXPECT_EQ(first["locks_held"][0]["object"], "m");
  EXPECT_EQ(first["locks_held"][0]["line"], 4);
  EXPECT_EQ(first["last_synchronisation"]["step"], 1);
  EXPECT_EQ(first["called_from"][0]["function"], "work");
  const json &second = document["race"]["accesses"][1];
  EXPECT_TRUE(second["locks_held"].empty());
  EXPECT_EQ(second["last_synchronisation"]["action"], "create");
  EXPECT_EQ(document["race"]["context_switches"], 2);
}

TEST(RaceWitness, HasNoControlCharacters) {
  for (const char c : raceWitness(sample()))
    EXPECT_TRUE(c == '\n' || (c >= ' ' && c < '\x7f'));
}

TEST(RaceWitness, WhatDoesNotFitIsSaid) {
  EXPECT_THAT(troubleOf("{"), HasSubstr("not JSON"));
  EXPECT_THAT(troubleOf("{}"), HasSubstr("format"));
  EXPECT_THAT(troubleOf("[1]"), HasSubstr("format"));
  EXPECT_THAT(troubleOf(changed([](json &d) { d["version"] = 2; })), HasSubstr("version is 2"));
  EXPECT_THAT(troubleOf(changed([](json &d) { d["run"]["steps"][0]["thread"] = 2; })),
              HasSubstr("does not exist"));
  EXPECT_THAT(troubleOf(changed([](json &d) { d["run"]["steps"][1]["after"] = {1}; })),
              HasSubstr("does not exist"));
  EXPECT_THAT(troubleOf(changed([](json &d) { d["run"]["racing_steps"] = {3, 3}; })),
              HasSubstr("racing_steps"));
  EXPECT_THAT(troubleOf(changed([](json &d) { d["run"]["steps"][2]["thread"] = -1; })),
              HasSubstr("'thread' is not a number"));
  EXPECT_THAT(troubleOf(changed([](json &d) { d["race"]["accesses"][0]["kind"] = "look"; })),
              HasSubstr("'kind'"));
  EXPECT_THAT(troubleOf(changed([](json &d) { d["program"].erase("files"); })),
              HasSubstr("'files' is missing"));
}

} // namespace
} // namespace raceward
