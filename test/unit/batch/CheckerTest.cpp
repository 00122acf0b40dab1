#include "raceward/batch/Checker.h"
#include "raceward/base/Text.h"

#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace raceward;
using namespace raceward::batch;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

BatchAnswer exited(int code, const std::string &output, const std::string &errors = "") {
  ProcessEnd end;
  end.code = code;
  return interpretAnswer(end, output, errors);
}

std::string saying(const std::string &verdict) {
  return R"({"schema_version":1,"verdict":")" + verdict +
         R"(","reasons":[{"kind":"suspects-left","message":"two left","file":"a.c","line":7}]})";
}

std::string reasonKind(const BatchAnswer &answer) {
  return answer.reason ? answer.reason->kind : "";
}

} // namespace

TEST(Checker, CommandHasLimitsPropertyAndDataModel) {
  BatchTask task;
  task.inputs = {"-odd.c", "b.c"};
  task.property = "no-data-race";
  task.dataModel = BatchDataModel::Lp64;
  CheckerSettings settings;
  settings.program = "rw";
  settings.arguments = {"--engine", "x"};
  settings.timeLimitSeconds = 1.5;
  settings.memoryLimitBytes = 2048;
  EXPECT_THAT(checkerCommand(settings, task),
              ElementsAre("rw", "check", "--no-config", "--json", "-", "--quiet", "--time-limit",
                          "1.5", "--memory-limit", "2048", "--property", "no-data-race",
                          "--data-model", "lp64", "--engine", "x", "./-odd.c", "b.c"));
}

TEST(Checker, AsksForAWitnessAndFollowsIt) {
  BatchTask task;
  task.folder = "suite/weaver";
  task.file = "a.c";
  task.inputs = {"x/a.c"};
  task.property = "no-data-race";
  CheckerSettings settings;
  settings.program = "rw";
  settings.arguments = {"--seed", "3", "--model", "sc"};
  settings.timeLimitSeconds = 2;
  settings.witnessFolder = "w";
  EXPECT_THAT(checkerCommand(settings, task),
              testing::IsSupersetOf({"--witness", "w/suite_weaver_a.c.yml"}));
  EXPECT_THAT(validatorCommand(settings, task),
              ElementsAre("rw", "validate", "--quiet", "--time-limit", "2", "--model", "sc",
                          "--data-model", "ilp32", "w/suite_weaver_a.c.yml", "x/a.c"));
}

TEST(Checker, VerdictAndExitStatusMustAgree) {
  EXPECT_EQ(exited(0, saying("race-free")).verdict, BatchVerdict::RaceFree);
  EXPECT_EQ(exited(1, saying("race")).verdict, BatchVerdict::Race);
  EXPECT_EQ(exited(3, saying("unknown")).verdict, BatchVerdict::Unknown);
  for (const char *verdict : {"race-free", "race", "unknown"})
    for (int code = 0; code < 6; ++code) {
      const BatchAnswer answer = exited(code, saying(verdict));
      const bool agree = (code == 0 && std::string(verdict) == "race-free") ||
                         (code == 1 && std::string(verdict) == "race") ||
                         (code == 3 && std::string(verdict) == "unknown");
      EXPECT_EQ(answer.verdict != BatchVerdict::Error, agree) << verdict << code;
      if (!agree) {
        EXPECT_NE(reasonKind(answer), "") << verdict << code;
      }
    }
  EXPECT_EQ(reasonKind(exited(1, saying("race-free"))), "disagreement");
}

TEST(Checker, TheFirstReasonOfAnUnknownIsKept) {
  const BatchAnswer answer = exited(3, saying("unknown"));
  ASSERT_TRUE(answer.reason);
  EXPECT_EQ(answer.reason->kind, "suspects-left");
  EXPECT_EQ(answer.reason->message, "two left");
  EXPECT_EQ(answer.reason->file, "a.c");
  EXPECT_EQ(answer.reason->line, 7u);
  EXPECT_EQ(reasonKind(exited(3, R"({"schema_version":1,"verdict":"unknown"})")), "unspecified");
}

TEST(Checker, BadInputHasTheFirstLineOfItsComplaint) {
  const BatchAnswer answer = exited(2, "", "\nraceward: a.c: no such file\nmore\n");
  EXPECT_EQ(reasonKind(answer), "bad-input");
  EXPECT_EQ(answer.reason->message, "raceward: a.c: no such file");
}

TEST(Checker, WhatIsNoAnswerIsAnError) {
  EXPECT_EQ(reasonKind(exited(0, "")), "no-answer");
  EXPECT_EQ(reasonKind(exited(0, saying("race-free").substr(0, 30))), "no-answer");
  EXPECT_EQ(reasonKind(exited(0, "[1]")), "no-answer");
  EXPECT_EQ(reasonKind(exited(0, saying("safe"))), "no-answer");
  EXPECT_EQ(reasonKind(exited(0, R"({"schema_version":2,"verdict":"race-free"})")), "other-schema");
  EXPECT_EQ(reasonKind(exited(4, saying("unknown"), "check failed")), "internal-error");
  ProcessEnd crash;
  crash.kind = ProcessEnd::Kind::Signalled;
  crash.code = SIGSEGV;
  const BatchAnswer crashed = interpretAnswer(crash, saying("race-free"), "");
  EXPECT_EQ(crashed.verdict, BatchVerdict::Error);
  EXPECT_EQ(reasonKind(crashed), "crash");
  EXPECT_THAT(crashed.reason->message, HasSubstr("SIGSEGV"));
}

TEST(Checker, ScoreIsTheCompetitions) {
  using V = BatchVerdict;
  using E = BatchExpectation;
  EXPECT_EQ(scoreOf(V::RaceFree, E::RaceFree), 2);
  EXPECT_EQ(scoreOf(V::Race, E::Race), 1);
  EXPECT_EQ(scoreOf(V::RaceFree, E::Race), -32);
  EXPECT_EQ(scoreOf(V::Race, E::RaceFree), -16);
  for (const E expected : {E::None, E::Race, E::RaceFree}) {
    EXPECT_EQ(scoreOf(V::Unknown, expected), 0);
    EXPECT_EQ(scoreOf(V::Error, expected), 0);
  }
  EXPECT_EQ(classify(V::Race, E::None), BatchClass::NoExpectation);
  EXPECT_EQ(classify(V::Unknown, E::None), BatchClass::Unknown);
}

TEST(Checker, AnAnswerSaysWhatItRestsOn) {
  const auto basis = [](const std::string &verdict, int code, const std::string &kinds) {
    std::string reasons;
    for (const std::string_view kind : split(kinds, ' '))
      if (!kind.empty())
        reasons += (reasons.empty() ? "" : ",") + (R"({"kind":")" + std::string(kind) + "\"}");
    return toText(exited(code, R"({"schema_version":1,"verdict":")" + verdict + R"(","reasons":[)" +
                                   reasons + "]}")
                      .basis);
  };
  EXPECT_EQ(basis("race", 1, ""), "question");
  EXPECT_EQ(basis("race-free", 0, ""), "question");
  EXPECT_EQ(basis("unknown", 3, "inline-assembly suspects-left"), "question");
  // Any one of the reasons is enough.
  EXPECT_EQ(basis("unknown", 3, "inline-assembly time-limit"), "limits");
  EXPECT_EQ(basis("unknown", 3, "memory-limit weak-memory"), "limits");
  EXPECT_EQ(basis("unknown", 3, "time-limit engine-crash"), "circumstance");
  EXPECT_EQ(basis("unknown", 3, "inline-assembly interrupted"), "circumstance");
  EXPECT_EQ(basis("unknown", 3, "something-new"), "circumstance");
  EXPECT_EQ(basis("unknown", 3, ""), "circumstance");
  EXPECT_EQ(basis("race-free", 1, ""), "circumstance") << "no answer at all";
  EXPECT_EQ(toText(exited(2, "", "no such file").basis), "circumstance");
}
