#include "native/Preemptions.h"

#include <gtest/gtest.h>

#include <bit>
#include <set>

namespace raceward {
namespace {

/// A log of these threads; all of `enabled` could have gone at each step.
Execution runOf(const std::vector<std::uint8_t> &threads, std::uint64_t enabled) {
  Execution run;
  for (const std::uint8_t thread : threads) {
    rw_event event{};
    event.thread = thread;
    event.enabled = enabled;
    run.events.push_back(event);
  }
  return run;
}

using Change = std::pair<std::uint64_t, std::uint32_t>;
std::set<std::vector<Change>> all(Preemptions &from) {
  std::set<std::vector<Change>> found;
  while (const auto changes = from.next()) {
    std::vector<Change> one;
    for (const rw_change &change : *changes)
      one.emplace_back(change.at, change.thread);
    EXPECT_TRUE(found.insert(one).second) << "twice";
  }
  return found;
}

TEST(NativePreemptions, EveryPlaceAndEveryOtherThread) {
  Preemptions schedules(1);
  schedules.add({}, runOf({0, 0, 0}, 0b111));
  EXPECT_EQ(all(schedules),
            (std::set<std::vector<Change>>{{{1, 1}}, {{1, 2}}, {{2, 1}}, {{2, 2}}}));
}

TEST(NativePreemptions, NotWhereTheThreadCouldNotGoOn) {
  Preemptions schedules(1);
  Execution run = runOf({0, 0, 1, 1}, 0b11);
  run.events[2].enabled = 0b10; // 0 had to wait: to go elsewhere is no preemption
  run.events[3].enabled = 0b10; // and nobody else could go
  schedules.add({}, run);
  EXPECT_EQ(all(schedules), (std::set<std::vector<Change>>{{{1, 1}}}));
}

TEST(NativePreemptions, NoMoreThanAllowed) {
  Preemptions schedules(2);
  const Execution run = runOf({0, 0, 0, 0}, 0b11);
  schedules.add({}, run);
  const auto first = schedules.next();
  ASSERT_TRUE(first);
  ASSERT_EQ(first->size(), 1U);
  EXPECT_EQ(first->front().at, 1U);
  all(schedules);
  // Later ones come after the first; none comes after two.
  schedules.add(*first, runOf({0, 1, 1, 1}, 0b11));
  const auto more = all(schedules);
  EXPECT_EQ(more, (std::set<std::vector<Change>>{{{1, 1}, {2, 0}}, {{1, 1}, {3, 0}}}));
  schedules.add({{1, 1, 0}, {2, 0, 0}}, runOf({0, 1, 0, 0}, 0b11));
  EXPECT_FALSE(schedules.next());
}

TEST(NativePreemptions, NoneAllowedNoneTried) {
  Preemptions schedules(0);
  schedules.add({}, runOf({0, 0, 0}, 0b11));
  EXPECT_FALSE(schedules.next());
}

/// Two threads of fixed lengths that never wait, under the rule of RW_CONTINUE with changes.
Execution play(std::array<std::size_t, 2> left, const std::vector<rw_change> &changes) {
  Execution run;
  std::uint8_t current = 0;
  while (left[0] + left[1] > 0) {
    for (const rw_change &change : changes)
      if (change.at == run.events.size() && left[change.thread] > 0)
        current = static_cast<std::uint8_t>(change.thread);
    if (left[current] == 0)
      current = 1 - current;
    rw_event event{};
    event.thread = current;
    event.enabled = (left[0] > 0 ? 1U : 0U) | (left[1] > 0 ? 2U : 0U);
    run.events.push_back(event);
    --left[current];
  }
  return run;
}

/// Turns that were taken from a thread that could go on.
std::size_t preemptionsOf(const Execution &run) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < run.events.size(); ++i)
    if (run.events[i].thread != run.events[i - 1].thread &&
        (run.events[i].enabled >> run.events[i - 1].thread & 1) != 0)
      ++count;
  return count;
}

TEST(NativePreemptions, AreAllSchedulesWithSoMany) {
  // Every interleaving of three and three steps that begins with thread 0, by its preemptions.
  std::array<std::set<std::vector<int>>, 6> truth;
  for (unsigned bits = 0; bits < 64; ++bits) {
    if (std::popcount(bits) != 3 || (bits & 1) != 0)
      continue;
    std::array<std::size_t, 2> left{3, 3};
    Execution run;
    std::vector<int> threads;
    for (unsigned i = 0; i < 6; ++i) {
      rw_event event{};
      event.thread = static_cast<std::uint8_t>(bits >> i & 1);
      event.enabled = (left[0] > 0 ? 1U : 0U) | (left[1] > 0 ? 2U : 0U);
      --left[event.thread];
      run.events.push_back(event);
      threads.push_back(event.thread);
    }
    truth.at(preemptionsOf(run)).insert(threads);
  }
  for (std::uint32_t most = 0; most < 4; ++most) {
    std::set<std::vector<int>> wanted;
    for (std::uint32_t n = 0; n <= most; ++n)
      wanted.insert(truth.at(n).begin(), truth.at(n).end());
    Preemptions schedules(most);
    std::set<std::vector<int>> seen;
    std::optional<std::vector<rw_change>> changes = std::vector<rw_change>{};
    for (; changes; changes = schedules.next()) {
      const Execution run = play({3, 3}, *changes);
      EXPECT_LE(preemptionsOf(run), most);
      std::vector<int> threads;
      for (const rw_event &event : run.events)
        threads.push_back(event.thread);
      EXPECT_TRUE(seen.insert(threads).second) << "run twice";
      schedules.add(*changes, run);
    }
    EXPECT_EQ(seen, wanted) << most;
  }
}

} // namespace
} // namespace raceward
