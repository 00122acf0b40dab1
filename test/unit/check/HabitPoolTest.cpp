// Habits of hunted runs that were worth keeping, and which of them the next run begins with.
#include "search/HabitPool.h"

#include "raceward/base/Mixing.h"

#include <gtest/gtest.h>

#include <map>

namespace raceward {
namespace {

KeptRun runWith(InputPlace name, std::vector<TakenEdges::Number> edges = {}) {
  return {{{name, Habit{}}}, {}, std::move(edges)};
}

InputPlace nameOf(const HabitPool::Choice &choice) {
  return choice.run->habits.begin()->first;
}

TEST(HabitPool, HasNothingAtFirst) {
  const TakenEdges taken;
  HabitPool pool(taken);
  EXPECT_EQ(pool.choose(1).run, nullptr);
}

TEST(HabitPool, MostRunsBeginWithThreads) {
  const TakenEdges taken;
  HabitPool pool(taken);
  pool.add(runWith(1), false);
  pool.add(runWith(2), true);
  std::map<InputPlace, unsigned> chosen;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const HabitPool::Choice choice = pool.choose(mixed(i));
    EXPECT_EQ(choice.hasThreads, nameOf(choice) == 2);
    ++chosen[nameOf(choice)];
  }
  EXPECT_GT(chosen[1], 20U);
  EXPECT_GT(chosen[2], 300U);
}

// What few runs reach is not found again by chance: many begin where one has.
TEST(HabitPool, HalfOfTheRunsOfSomeHuntsBeginWithTheNewest) {
  const TakenEdges taken;
  HabitPool pool(taken);
  pool.beginHunt(2);
  for (std::size_t run = 0; run < 100; ++run)
    pool.add(runWith(run), true);
  unsigned newest = 0;
  for (std::uint64_t i = 0; i < 400; ++i)
    newest += nameOf(pool.choose(mixed(i))) >= 96 ? 1 : 0;
  EXPECT_GT(newest, 150U);
  EXPECT_LT(newest, 250U);
}

TEST(HabitPool, HalfOfTheRunsOfSomeHuntsBeginWithTheRarestJump) {
  TakenEdges taken;
  HabitPool pool(taken);
  constexpr std::size_t runs = 100;
  constexpr std::size_t rare = 17;
  for (std::size_t run = 0; run < runs; ++run) {
    taken.beginRun();
    taken.take(0, run, true);
    pool.add(runWith(run, taken.newInRun()), true);
  }
  for (unsigned again = 0; again < 1000; ++again) {
    taken.beginRun();
    for (std::size_t run = 0; run < runs; ++run)
      if (run != rare)
        taken.take(0, run, true);
  }
  std::map<InputPlace, unsigned> chosen;
  for (std::uint64_t i = 0; i < 400; ++i)
    ++chosen[nameOf(pool.choose(mixed(i)))];
  EXPECT_GT(chosen[rare], 150U);
  EXPECT_LT(chosen[rare], 250U);
}

// It takes another schedule, perhaps, to come there again.
TEST(HabitPool, TheRarestIsNotBegunForEver) {
  TakenEdges taken;
  HabitPool pool(taken);
  for (std::size_t run = 0; run < 2; ++run) {
    taken.beginRun();
    taken.take(0, run, true);
    pool.add(runWith(run, taken.newInRun()), true);
  }
  for (unsigned again = 0; again < 50; ++again) {
    taken.beginRun();
    taken.take(0, 1, true);
  }
  for (std::size_t run = 2; run < 202; ++run)
    pool.add(runWith(run), true);
  std::map<InputPlace, unsigned> chosen;
  for (std::uint64_t i = 0; i < 400; ++i)
    ++chosen[nameOf(pool.choose(mixed(i)))];
  EXPECT_GT(chosen[0], chosen[1]);
  EXPECT_GT(chosen[1], 50U);
}

TEST(HabitPool, ForgetsOldOnes) {
  const TakenEdges taken;
  HabitPool pool(taken);
  for (InputPlace run = 0; run < 10'000; ++run)
    pool.add(runWith(run), true);
  std::map<InputPlace, unsigned> chosen;
  for (std::uint64_t i = 0; i < 2'000; ++i)
    ++chosen[nameOf(pool.choose(mixed(i)))];
  EXPECT_LE(chosen.size(), 256U);
  EXPECT_GT(chosen[9'999], 100U);
}

TEST(TakenEdges, CountRunsAndNotJumps) {
  TakenEdges taken;
  taken.beginRun();
  taken.take(3, 1, true);
  taken.take(3, 1, true);
  EXPECT_EQ(taken.count(), 1U);
  ASSERT_EQ(taken.newInRun().size(), 1U);
  const TakenEdges::Number edge = taken.newInRun().front();
  EXPECT_EQ(taken.runsThatTook(edge), 1U);
  taken.beginRun();
  EXPECT_TRUE(taken.newInRun().empty());
  taken.take(3, 1, true);
  EXPECT_TRUE(taken.newInRun().empty());
  EXPECT_EQ(taken.runsThatTook(edge), 2U);
}

// What a thread does with a function that main uses, too, is something new.
TEST(TakenEdges, CountOnceForOtherThreads) {
  TakenEdges taken;
  taken.beginRun();
  taken.take(0, 0, true);
  taken.beginRun();
  taken.take(0, 0, false);
  EXPECT_EQ(taken.newInRun().size(), 1U);
  EXPECT_EQ(taken.count(), 2U);
}

} // namespace
} // namespace raceward
