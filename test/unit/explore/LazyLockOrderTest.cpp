// Lazy lock order: sections that touch nothing in common are not reversed, and what their
// order would hide is found all the same.
#include "Comparison.h"
#include "ScriptedMachine.h"
#include "search/LazyLocks.h"

#include <gtest/gtest.h>

namespace raceward::test {
namespace {

Found searchOrders(const Script &program, Reduction reduction, Question question,
                   LockOrder lockOrder = LockOrder::Lazy) {
  SearchOptions options;
  options.reduction = reduction;
  options.question = question;
  options.lockOrder = lockOrder;
  return search(program, options);
}

/// Runs with lazy lock order, for every reduction and question; the program has no race.
void expectRuns(const char *text, std::uint64_t runs) {
  for (const Reduction reduction : kReduced)
    for (const Question question : {Question::AnyRace, Question::Everything}) {
      const Found found = searchOrders(script(text), reduction, question);
      EXPECT_EQ(found.runs(), runs) << nameOf(reduction) << ": " << text;
      EXPECT_EQ(found.result.counters.blockedRuns, 0u) << nameOf(reduction) << ": " << text;
      EXPECT_TRUE(found.result.exhausted());
      EXPECT_FALSE(found.result.counters.lazyOrderGivenUp) << text;
    }
}

TEST(LazyLockOrder, NineThreadsWithOneLockAndOwnDataAreOneRun) {
  std::string text;
  for (int i = 0; i < 9; ++i)
    text += std::string(i == 0 ? "" : " | ") + "lock m0; read r0 v" + std::to_string(i) +
            "; write v" + std::to_string(i) + " 1; unlock m0";
  expectRuns(text.c_str(), 1); // 9! = 362,880 orders of the lock
}

TEST(LazyLockOrder, OnlySectionsThatConflictAreReversed) {
  const char *three = "lock m0; write v0 1; unlock m0 | lock m0; write v1 1; unlock m0 | "
                      "lock m0; write v0 2; unlock m0";
  const auto runs = [&](Reduction reduction, LockOrder lockOrder) {
    return searchOrders(script(three), reduction, Question::Everything, lockOrder).runs();
  };
  EXPECT_EQ(runs(Reduction::Source, LockOrder::Eager), 6u);
  EXPECT_EQ(runs(Reduction::Source, LockOrder::Lazy), 2u);
  // One more: the wakeup sequence has the section in it that has nothing to do with it, and
  // that wakes the first one.
  EXPECT_EQ(runs(Reduction::Optimal, LockOrder::Lazy), 3u);
  expectRuns("lock m0; read r0 v0; unlock m0 | lock m0; read r0 v0; unlock m0", 1);
}

// T1 x=1; lock m; a=1; unlock m beside T2 lock m; b=1; unlock m; x=2: the first run orders
// the two writes by the mutex, and no other order of the mutex is visited.
TEST(LazyLockOrder, AnOrderThatIsNotReversedHidesNoRace) {
  const Script program = script("write v0 1; lock m0; write v1 1; unlock m0 | "
                                "lock m0; write v2 1; unlock m0; write v0 2");
  for (const Reduction reduction : kReduced) {
    const Found any = searchOrders(program, reduction, Question::AnyRace);
    EXPECT_EQ(any.runs(), 1u);
    EXPECT_EQ(any.result.races.size(), 1u);
    EXPECT_EQ(any.result.counters.confirmedRaces, 1u);
    EXPECT_EQ(any.result.ended, SearchEnd::FirstRace);
    ASSERT_TRUE(any.result.firstRace);
    ScriptedMachine machine(program);
    const auto replayed = endsInRace(machine, *any.result.firstRace, {ThreadId(0), 0});
    ASSERT_TRUE(replayed);
    EXPECT_TRUE(*replayed);
    const Found all = searchOrders(program, reduction, Question::Everything);
    EXPECT_EQ(all.result.races.size(), 1u);
    EXPECT_EQ(all.finalStates.size(), 2u);
    EXPECT_TRUE(all.result.counters.lazyOrderGivenUp);
  }
}

// The access inside of the section races with one behind the other section.
TEST(LazyLockOrder, ARaceWithAnAccessInsideIsConfirmed) {
  const Script program = script("lock m0; write v0 1; unlock m0 | lock m0; unlock m0; write v0 2");
  for (const Reduction reduction : kReduced) {
    const Found any = searchOrders(program, reduction, Question::AnyRace);
    EXPECT_EQ(any.result.counters.confirmedRaces, 1u);
    EXPECT_EQ(any.result.counters.unconfirmedRaces, 0u);
  }
}

// What a section touches depends on what it read: the first run shows no conflict.
TEST(LazyLockOrder, SectionsThatBranchAreJudgedInEachRun) {
  for (const Reduction reduction : kReduced) {
    const Script program =
        script("lock m0; read r0 v0; skip 1 unless r0 1; write v1 1; unlock m0 | "
               "lock m1; read r0 v2; unlock m1; lock m0; read r1 v1; unlock m0 | "
               "lock m0; write v0 1; unlock m0");
    const auto truth = bruteForce(program);
    ASSERT_TRUE(truth);
    EXPECT_EQ(wrong(program, *truth, reduction), "");
  }
}

// The input is taken at a node inside of the section, so that its acquisition is part of the
// run before: it has to be looked at again.
TEST(LazyLockOrder, AnInputInsideDecidesWhatASectionTouches) {
  const Script program = script("lock m0; write v0 1; unlock m0 | lock m0; choose r0 2; "
                                "skip 1 unless r0 1; write v0 2; unlock m0");
  for (const Reduction reduction : kReduced) {
    const Found all = searchOrders(program, reduction, Question::Everything);
    EXPECT_EQ(all.finalStates.size(), 3u);
    EXPECT_LE(all.runs(), 4u);
  }
  const Script held = script("lock m0; write v1 0; unlock m0 | lock m0; choose r0 2; "
                             "skip 1 unless r0 1; write v1 0; unlock m0; lock m0");
  for (const Reduction reduction : kReduced)
    EXPECT_EQ(searchOrders(held, reduction, Question::Everything).finalStates.size(), 4u);
}

// Nested sections keep the order of the outer mutex: it decides whether there is a deadlock.
TEST(LazyLockOrder, OuterSectionsAreReversed) {
  const Script program = script("lock m0; lock m1; unlock m1; unlock m0 | "
                                "lock m1; lock m0; unlock m0; unlock m1");
  for (const Reduction reduction : kReduced)
    EXPECT_EQ(searchOrders(program, reduction, Question::Everything).deadlocks.size(), 1u);
  expectRuns("lock m0; lock m1; write v0 1; unlock m1; unlock m0 | "
             "lock m0; lock m1; write v1 1; unlock m1; unlock m0",
             2);
}

TEST(LazyLockOrder, ASectionThatIsNeverOverIsReversed) {
  expectRuns("lock m0 | lock m0; write v0 1; unlock m0", 2);
}

} // namespace
} // namespace raceward::test
