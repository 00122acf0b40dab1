// Small programs, one idea each, with the answer counted by hand.
#include "Comparison.h"
#include "ScriptedMachine.h"

#include <gtest/gtest.h>

namespace raceward::test {
namespace {

SearchResult search(const Script &program, Reduction reduction,
                    Question question = Question::Everything, std::uint64_t maxRuns = UINT64_MAX) {
  ScriptedMachine machine(program);
  SearchOptions options;
  options.reduction = reduction;
  options.question = question;
  options.bounds.runs = maxRuns;
  auto result = explore(machine, options);
  RW_CHECK(result);
  return std::move(*result);
}

void expectRuns(const char *text, std::uint64_t runs) {
  for (const Reduction reduction : kReduced)
    EXPECT_EQ(search(script(text), reduction).counters.runs, runs) << text;
  EXPECT_EQ(search(script(text), Reduction::Optimal).counters.blockedRuns, 0u) << text;
}

/// Optimal is Source where steps may become others, and may have blocked runs.
void expectRunsIfNotOptimal(const char *text, std::uint64_t runs) {
  for (const Reduction reduction : kReduced)
    EXPECT_EQ(search(script(text), reduction).counters.runs, runs) << text;
}

TEST(Search, PrivateStepsDoNotMultiplyRuns) {
  const Script program = script("local; write v0 1 | local; write v0 2");
  EXPECT_EQ(search(program, Reduction::None).counters.runs, 6u); // C(4,2) interleavings
  EXPECT_EQ(search(program, Reduction::Optimal).counters.runs, 2u);
}

// The first listing of the Slowbeast thesis: main forks two writers of v and joins both.
TEST(Search, TwoWritersRaceInTheFirstRunAndHaveTwoFinalStates) {
  const Script program = script("create 1; create 2; join 1; join 2 | write v0 1 | write v0 2");
  for (const Reduction reduction : kReduced) {
    const SearchResult any = search(program, reduction, Question::AnyRace);
    ASSERT_EQ(any.races.size(), 1u);
    EXPECT_EQ(any.races.begin()->first.thread, ThreadId(1));
    EXPECT_EQ(any.races.begin()->second.thread, ThreadId(2));
    EXPECT_EQ(any.counters.runs, 0u); // stopped within the first run
    EXPECT_EQ(any.ended, SearchEnd::FirstRace);
    SearchOptions options;
    options.reduction = reduction;
    const Found all = search(program, options);
    EXPECT_EQ(all.runs(), 2u);
    EXPECT_EQ(all.finalStates.size(), 2u);
  }
}

TEST(Search, TheTraceOfTheFirstRaceReplays) {
  const Script program = script("lock m0; write v0 1; unlock m0 | choose r0 2; "
                                "skip 1 unless r0 1; write v0 2");
  const SearchResult result = search(program, Reduction::Optimal, Question::AnyRace);
  ASSERT_TRUE(result.firstRace);
  const auto trace = parseTrace(serialise(*result.firstRace));
  ASSERT_TRUE(trace);
  ScriptedMachine machine(program);
  ASSERT_TRUE(machine.restart());
  for (const Event &event : *trace) {
    EXPECT_EQ(machine.next(event.thread), event.operation);
    ASSERT_TRUE(machine.step(event.thread, event.outcome));
  }
}

// A thread that is blocked to the end shows no event; its turn still has to come (R8).
TEST(Search, ALockHeldAtTheEndIsReversed) {
  expectRuns("lock m0 | lock m0; write v0 1", 2);
}

TEST(Search, DeadlockByLockOrderIsFound) {
  const Script program = script("lock m0; lock m1; unlock m1; unlock m0 | "
                                "lock m1; lock m0; unlock m0; unlock m1");
  for (const Reduction reduction : kReduced) {
    ScriptedMachine machine(program);
    int deadlocks = 0;
    SearchOptions options;
    options.reduction = reduction;
    options.onCompleteRun = [&](std::span<const Event>) { deadlocks += machine.deadlocked(); };
    const auto result = explore(machine, options);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->counters.runs, 3u);
    EXPECT_EQ(deadlocks, 1);
  }
}

TEST(Search, InputsMultiplyAndDoNotInterleave) {
  expectRuns("choose r0 3 | choose r0 2 | local", 6);
}

// The outcome 1 conflicts with the other thread, the outcome 0 does not: a wakeup sequence
// through the one must not drag the other along, nor forget it.
TEST(Search, AnOutcomeIsReversedForItself) {
  expectRuns("write v0 1 | choose r0 2; skip 1 unless r0 1; write v0 2", 3);
  expectRuns("choose r0 2; skip 1 unless r0 1; write v0 2 | write v0 1", 3);
  expectRuns("write v0 1 | choose r0 2; skip 1 unless r0 1; write v0 2 | choose r0 2", 6);
}

// Skipping reversals in race-free subspaces loses this race (traps/pdp_counterexample.py).
TEST(Search, TheRaceThatPruningLosesIsFound) {
  const Script program = script("write v0 1; lock m0; write v1 1; unlock m0 | "
                                "lock m0; read r0 v1; unlock m0; skip 1 unless r0 0; read r1 v0");
  for (const Reduction reduction : kReduced)
    EXPECT_EQ(search(program, reduction, Question::AnyRace).races.size(), 1u);
}

// The thread to be reversed with came asleep: taking it alone loses a run.
TEST(Search, ClassicBacktrackingWithSleepingThreadsTakesAll) {
  expectRuns("write v0 0 | lock m0; aread r0 v0 | read r1 v0", 4);
}

// A thread that cannot move yet: any other initial instead of one that it needs loses a run.
TEST(Search, ClassicBacktrackingTakesWhatTheThreadNeeds) {
  expectRuns("aadd.release r1 v0 2; lock m0; begin; write v0 0; end | acas.relaxed r1 v0 0; "
             "skip 1 unless r1 0; lock m1 | lock m1 | lock m0; unlock m0",
             10);
}

TEST(Search, SectionsAreOneEvent) {
  expectRuns("begin; read r0 v0; write v1 1; end | begin; read r0 v1; write v0 1; end", 2);
  EXPECT_TRUE(search(script("begin; write v0 1; end | begin; write v0 2; end"), Reduction::Source)
                  .races.empty());
  EXPECT_EQ(search(script("begin; write v0 1; end | write v0 2"), Reduction::Source).races.size(),
            1u);
}

// The path of a section depends on what it reads: v0 decides whether it touches v1. Before the
// write of v0 it has three places among those that touch v1, after it none.
TEST(Search, AnotherPathOfASectionIsNotForgotten) {
  expectRunsIfNotOptimal("awrite v0 2; aadd r0 v1 0 | begin; read r0 v0; assume r0 0; read r1 v1; "
                         "end | aadd r1 v1 0",
                         5);
}

// The outcome 1 touches nothing; it does not stand for the outcome 0, which does.
TEST(Search, AnOutcomeOfASectionDoesNotStandForTheOthers) {
  expectRunsIfNotOptimal("begin; choose r0 2; skip 1 unless r0 0; write v0 0; end | acas r0 v0 0",
                         3);
}

// After the write of v0 the outcome 1 sleeps and the outcome 0 does not.
TEST(Search, ASectionThatIsPartlyAsleepDoesNotStandForTheOthers) {
  expectRunsIfNotOptimal("begin; choose r0 2; skip 1 unless r0 1; write v2 0; skip 1 unless r0 0; "
                         "read r1 v0; end | write v0 0; copy v2 v0",
                         4);
}

// Before the write of v1 the first section reads v0, too, and comes before or after the other
// section; after it, it does not. It sleeps where it would have to be seen to do so.
TEST(Search, ASectionThatSleepsOnAnotherPathIsNoInitial) {
  expectRunsIfNotOptimal("begin; read r0 v1; assume r0 0; read r0 v0; end | choose r0 2 | "
                         "write v1 2 | begin; write v0 0; end",
                         6);
}

// It fails after the write of 1, and then it only reads.
TEST(Search, ACompareAndSwapThatFailsIsAnotherStep) {
  expectRunsIfNotOptimal("write v0 0 | read r0 v0 | write v0 1; cas r0 v0 0; aread r0 v0", 13);
}

TEST(Search, ATrylockIsReversedWithWhatItIsNextTo) {
  // Before, within and after the section of the other thread.
  expectRuns("lock m0; unlock m0 | trylock r0 m0", 3);
  // Two that fail are independent: 1 with the lock first, 3 with either of the others first.
  expectRuns("lock m0 | trylock r0 m0; skip 1 unless r0 1; unlock m0 | trylock r0 m0; "
             "skip 1 unless r0 1; unlock m0",
             7);
}

TEST(Search, AThreadThatWaitsFailsOnceForEachWrite) {
  // Nothing is repeated: fails and passes, or passes at once.
  expectRunsIfNotOptimal("begin; read r0 v0; assume r0 1; end | awrite v0 1", 2);
  expectRunsIfNotOptimal("aread r0 v0; again 1 unless r0 1 | awrite v0 1", 2);
  // Between two writes it can fail, too, or not be there.
  expectRunsIfNotOptimal("begin; read r0 v0; assume r0 1; end | awrite v0 2; awrite v0 1", 4);
}

// What an attempt that failed has read is in a race like anything else.
TEST(Search, AFailedAttemptRaces) {
  for (const Reduction reduction : kReduced) {
    EXPECT_EQ(search(script("begin; read r0 v0; assume r0 1; end | write v0 2"), reduction,
                     Question::AnyRace)
                  .races.size(),
              1u);
    EXPECT_EQ(
        search(script("read r0 v0; again 1 unless r0 1 | write v0 2"), reduction, Question::AnyRace)
            .races.size(),
        1u);
  }
}

// The mutex is held when the process ends; the order in which the other thread has it first is
// still to be seen.
TEST(Search, ALockHeldWhenTheProcessEndsIsReversed) {
  expectRuns("lock m0; write v0 1; exit | lock m0; write v0 2", 2);
}

TEST(Search, TheEndOfTheProcessComesLast) {
  expectRuns("write v0 1; exit | write v0 2", 2);
}

// If a failed trylock synchronises, v0 is written before it; if not, both write at once.
TEST(Search, AFailedTrylockLeavesTheAnswerOpen) {
  const Script program =
      script("write v0 1; lock m0 | trylock r0 m0; skip 1 unless r0 0; write v0 2");
  for (const Reduction reduction : kReduced)
    for (const Question question : {Question::AnyRace, Question::Everything}) {
      const SearchResult result = search(program, reduction, question);
      EXPECT_TRUE(result.races.empty());
      EXPECT_TRUE(result.ambiguousOrder);
      EXPECT_TRUE(result.exhausted());
    }
  EXPECT_FALSE(search(script("lock m0; write v0 1; unlock m0 | trylock r0 m0; "
                             "skip 2 unless r0 1; write v0 2; unlock m0"),
                      Reduction::Source)
                   .ambiguousOrder);
}

// Ranges that meet are no race before the machine says so.
TEST(Search, OnlyElementsThatAreTheSameRace) {
  const char *const apart = "choose r0 1; put r0 1 | get r1 1";
  const char *const together = "choose r0 2; put r0 1 | get r1 1";
  for (const Reduction reduction : kReduced) {
    EXPECT_TRUE(search(script(apart), reduction).races.empty());
    EXPECT_EQ(search(script(together), reduction).races.size(), 1u);
  }
}

TEST(Search, GivesTheSameRunsEachTime) {
  const Script program = script("aadd r0 v0 1; lock m0; write v1 1; unlock m0 | "
                                "lock m0; read r0 v1; unlock m0; aread r1 v0 | awrite v0 7");
  for (const Reduction reduction : kReduced) {
    std::vector<std::string> runs[2];
    for (auto &list : runs) {
      ScriptedMachine machine(program);
      SearchOptions options;
      options.reduction = reduction;
      options.onCompleteRun = [&](std::span<const Event> run) { list.push_back(serialise(run)); };
      ASSERT_TRUE(explore(machine, options));
    }
    EXPECT_EQ(runs[0], runs[1]);
  }
}

// Nothing may recurse over the depth of a run: the wakeup sequence here is as long as it.
TEST(Search, LongRunsNeedNoStack) {
  Script program = script("write v0 1 | local");
  program.threads[1].assign(200'000, Statement{});
  program.threads[1].push_back({Op::Write, 0, 0, {}});
  for (const Reduction reduction : kReduced)
    EXPECT_EQ(search(program, reduction).counters.runs, 2u);
}

TEST(Oracle, CountsByHand) {
  const auto truth = bruteForce(script("write v0 1; lock m0; unlock m0 | "
                                       "lock m0; unlock m0; write v0 2"));
  ASSERT_TRUE(truth);
  EXPECT_EQ(truth->races.size(), 1u);
  EXPECT_EQ(truth->coenabledRaces.size(), 1u);
  EXPECT_EQ(truth->finalStates.size(), 2u);
  EXPECT_EQ(truth->traces, 3u);
  EXPECT_FALSE(bruteForce(script("local; local; local | local; local; local"), 19));
  EXPECT_EQ(bruteForce(script("local; local; local | local; local; local"), 20)->traces, 1u);
}

} // namespace
} // namespace raceward::test
