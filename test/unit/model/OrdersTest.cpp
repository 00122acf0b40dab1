#include "Ordered.h"
#include "raceward/model/Trace.h"

#include <gtest/gtest.h>

#include <chrono>

namespace raceward::test {
namespace {

TEST(Orders, AConflictIsCausalButOrdersNothing) {
  Ordered o;
  const auto a = o.add(0, Write{whole(x)});
  const auto b = o.add(1, Read{whole(x)});
  EXPECT_TRUE(o.causal.before(a, b));
  EXPECT_FALSE(o.hb.before(a, b));
  EXPECT_EQ(o.racesOf(b), (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(o.causal.reversibleWith(b).size(), 1u);
}

TEST(Orders, PlainConflictsAreNotCausalWhenOnlySynchronisationCounts) {
  Ordered o(Dependency::Synchronisation);
  const auto a = o.add(0, Write{whole(x)});
  const auto b = o.add(1, Write{whole(x)});
  EXPECT_FALSE(o.causal.before(a, b));
  EXPECT_EQ(o.racesOf(b).size(), 1u);
}

TEST(Orders, DisjointBytesAreIndependent) {
  Ordered o;
  const auto a = o.add(0, Write{{x, 0, 2}});
  const auto b = o.add(1, Write{{x, 2, 2}});
  EXPECT_FALSE(o.causal.before(a, b));
  EXPECT_TRUE(o.racesOf(b).empty());
}

TEST(Orders, UnlockOrdersEveryLaterLock) {
  Ordered o;
  const auto a = o.add(0, Write{whole(x)});
  const auto first = o.add(0, Lock{m});
  o.add(0, Unlock{m});
  const auto second = o.add(1, Lock{m});
  o.add(1, Unlock{m});
  o.add(2, Lock{m});
  const auto b = o.add(2, Write{whole(x)});
  EXPECT_TRUE(o.hb.before(a, b));
  EXPECT_TRUE(o.racesOf(b).empty());
  ASSERT_EQ(o.causal.reversibleWith(second).size(), 1u);
  EXPECT_EQ(o.causal.reversibleWith(second)[0], first);
}

TEST(Orders, ALockOrderedByMoreThanTheMutexIsNotReversed) {
  Ordered o;
  o.add(0, Lock{m});
  o.add(0, Create{ThreadId(1)});
  o.add(0, Unlock{m});
  EXPECT_TRUE(o.causal.reversibleWith(o.add(1, Lock{m})).empty());
}

TEST(Orders, AWaitingLockIsReversedWithTheOneThatHoldsIt) {
  Ordered o;
  const auto lock = o.add(0, Lock{m});
  EXPECT_EQ(o.pending(1, Lock{m}), (Positions{lock}));
  EXPECT_EQ(o.pending(0, Lock{m}), Positions{});
  EXPECT_EQ(o.pending(1, Join{ThreadId(0)}), Positions{});
}

TEST(Orders, CreateAndJoinOrder) {
  Ordered o;
  const auto a = o.add(0, Write{whole(x)});
  o.add(0, Create{ThreadId(1)});
  const auto b = o.add(1, Write{whole(x)});
  o.add(0, Join{ThreadId(1)});
  const auto c = o.add(0, Write{whole(x)});
  EXPECT_TRUE(o.hb.before(a, b));
  EXPECT_TRUE(o.hb.before(b, c));
  EXPECT_TRUE(o.racesOf(b).empty());
  EXPECT_TRUE(o.racesOf(c).empty());
}

TEST(Orders, JoiningAThreadThatDidNothingOrdersItsCreation) {
  Ordered o;
  const auto a = o.add(0, Write{whole(x)});
  o.add(0, Create{ThreadId(1)});
  o.add(2, Join{ThreadId(1)});
  const auto b = o.add(2, Write{whole(x)});
  EXPECT_TRUE(o.hb.before(a, b));
}

TEST(Orders, AnAcquireThatReadsFromAReleaseIsOrdered) {
  Ordered o;
  const auto a = o.add(0, Write{whole(x)});
  o.add(0, AtomicWrite{whole(y), MemoryOrder::Release});
  o.add(1, AtomicRead{whole(y), MemoryOrder::Acquire});
  const auto b = o.add(1, Read{whole(x)});
  EXPECT_TRUE(o.hb.before(a, b));
}

TEST(Orders, ARelaxedWriteEndsTheReleaseSequenceAnUpdateDoesNot) {
  for (const bool update : {true, false}) {
    Ordered o;
    const auto a = o.add(0, Write{whole(x)});
    o.add(0, AtomicWrite{whole(y), MemoryOrder::Release});
    if (update)
      o.add(2, AtomicUpdate{whole(y), MemoryOrder::Relaxed});
    else
      o.add(2, AtomicWrite{whole(y), MemoryOrder::Relaxed});
    o.add(1, AtomicRead{whole(y), MemoryOrder::Acquire});
    const auto b = o.add(1, Read{whole(x)});
    EXPECT_EQ(o.hb.before(a, b), update);
  }
}

TEST(Orders, WritesOfAtomicsOrderNothing) {
  Ordered o;
  const auto a = o.add(0, Write{whole(x)});
  o.add(0, AtomicWrite{whole(y)});
  o.add(1, AtomicWrite{whole(y)});
  const auto b = o.add(1, Write{whole(x)});
  EXPECT_TRUE(o.causal.before(a, b));
  EXPECT_EQ(o.racesOf(b).size(), 1u);
}

TEST(Orders, SectionsOrderEachOtherAndRaceWithPlainAccesses) {
  const Section section{{{whole(x), AccessKind::Write, MemoryOrder::SeqCst}}};
  Ordered o;
  const auto a = o.add(0, section);
  const auto b = o.add(1, section);
  EXPECT_TRUE(o.hb.before(a, b));
  EXPECT_TRUE(o.racesOf(b).empty());
  EXPECT_EQ(o.racesOf(o.add(2, Read{whole(x)})).size(), 2u);
}

// Strictly, a failed trylock comes after the lock it failed for and before the next unlock.
TEST(Orders, AFailedTrylockOrdersOnlyStrictly) {
  Ordered o;
  HappensBefore loose(o.run, HappensBefore::Reading::Loose);
  const auto lock = o.add(0, Lock{m});
  const auto failed = o.add(1, FailedTryLock{m});
  const auto other = o.add(2, FailedTryLock{m});
  const auto unlock = o.add(0, Unlock{m});
  loose.rebuild();
  EXPECT_TRUE(o.hb.before(lock, failed));
  EXPECT_TRUE(o.hb.before(failed, unlock));
  EXPECT_FALSE(o.hb.before(failed, other));
  EXPECT_FALSE(loose.before(lock, failed));
  EXPECT_FALSE(loose.before(failed, unlock));
}

TEST(Orders, ATrylockIsReversedWithItsNeighbours) {
  Ordered o;
  const auto lock = o.add(0, Lock{m});
  const auto failed = o.add(1, FailedTryLock{m});
  const auto other = o.add(2, FailedTryLock{m});
  const auto unlock = o.add(0, Unlock{m});
  const auto attempt = o.add(3, Lock{m, true});
  const auto reversible = [&](std::size_t at) {
    const auto list = o.causal.reversibleWith(at);
    return std::vector<std::size_t>(list.begin(), list.end());
  };
  EXPECT_EQ(reversible(failed), std::vector<std::size_t>{lock});
  EXPECT_EQ(reversible(other), std::vector<std::size_t>{lock});
  EXPECT_EQ(reversible(unlock), (std::vector<std::size_t>{other, failed}));
  EXPECT_EQ(reversible(attempt), std::vector<std::size_t>{unlock});
  EXPECT_FALSE(o.causal.before(failed, other));
}

TEST(Orders, ABulkAccessRacesWithEachOfItsParts) {
  Ordered o(Dependency::Synchronisation);
  const auto a = o.add(0, Write{whole(x)});
  const auto b = o.add(1, Write{whole(y)});
  const auto copy = o.add(2, Bulk{{{whole(x), AccessKind::Read, MemoryOrder::Plain},
                                   {whole(y), AccessKind::Write, MemoryOrder::Plain}}});
  EXPECT_EQ(o.racesOf(copy).size(), 2u);
  EXPECT_FALSE(o.causal.before(a, copy));
  EXPECT_FALSE(o.hb.before(b, copy));
}

// What a library keeps for itself: the order of two calls matters, and they order nothing.
TEST(Orders, StateOfALibraryIsReversedAndOrdersNothing) {
  const Action call = Bulk{{{whole(y), AccessKind::Read, MemoryOrder::Relaxed},
                            {whole(y), AccessKind::Write, MemoryOrder::Relaxed}}};
  Ordered o(Dependency::Synchronisation);
  const auto data = o.add(0, Write{whole(x)});
  o.add(0, Fence{MemoryOrder::SeqCst});
  const auto first = o.add(0, call);
  const auto second = o.add(1, call);
  o.add(1, Fence{MemoryOrder::SeqCst});
  const auto read = o.add(1, Read{whole(x)});
  EXPECT_EQ(o.reversible(second), Positions{first});
  EXPECT_TRUE(o.racesOf(second).empty());
  EXPECT_EQ(o.racesOf(read).size(), 1u);
  EXPECT_FALSE(o.hb.before(data, read));
}

TEST(Orders, AnAwaitFollowsEveryWriteAndRacesWithNone) {
  for (const Dependency dependency : {Dependency::Synchronisation, Dependency::EveryConflict}) {
    Ordered o(dependency);
    const auto read = o.add(0, Read{whole(y)});
    const auto write = o.add(1, Write{whole(x)});
    const auto await = o.add(2, Await{{whole(x), whole(y)}});
    const auto later = o.add(3, Write{whole(y)});
    EXPECT_FALSE(o.causal.before(read, await));
    EXPECT_TRUE(o.causal.before(write, await));
    EXPECT_TRUE(o.causal.before(await, later));
    EXPECT_FALSE(o.hb.before(write, await));
    EXPECT_TRUE(o.racesOf(await).empty());
    EXPECT_EQ(o.racesOf(later), std::vector<std::uint32_t>{static_cast<std::uint32_t>(read)});
  }
}

// A write that may be elsewhere leaves what was there before it in sight.
TEST(Orders, AWriteThatIsNotExactHidesNothing) {
  for (const bool exact : {true, false}) {
    Ordered o;
    const auto first = o.add(0, Write{{x, 0, 4}});
    const auto range = o.add(0, Write{{x, 0, 8, exact}});
    const auto read = o.add(1, Read{{x, 0, 4}});
    const auto reversible = o.causal.reversibleWith(read);
    EXPECT_EQ(reversible.size(), 1u) << "the first one is before the second";
    EXPECT_EQ(reversible.front(), range);
    EXPECT_EQ(o.racesOf(read).size(), 2u);
    EXPECT_TRUE(o.causal.before(first, read));
  }
  // An atomic read sees the write before it, or the one that may have come over it.
  Ordered o;
  HappensBefore loose(o.run, HappensBefore::Reading::Loose);
  const auto release = o.add(0, AtomicWrite{{x, 0, 4}});
  o.add(0, Write{{x, 0, 8, false}});
  const auto acquire = o.add(1, AtomicRead{{x, 0, 4}});
  loose.rebuild();
  EXPECT_TRUE(o.hb.before(release, acquire));
  EXPECT_FALSE(loose.before(release, acquire));
}

// Elements of one array are looked for by their place, what spans several by the object.
TEST(Orders, WideAndNarrowAccessesMeet) {
  Ordered o;
  const auto narrow = o.add(0, Write{{x, 16, 4}});
  const auto wide = o.add(1, Bulk{{{{x, 0, 64}, AccessKind::Write, MemoryOrder::Plain}}});
  const auto across = o.add(2, Write{{x, 20, 8}});
  const auto elsewhere = o.add(3, Write{{x, 28, 4}});
  EXPECT_EQ(o.racesOf(wide), std::vector<std::uint32_t>{static_cast<std::uint32_t>(narrow)});
  EXPECT_EQ(o.racesOf(across), std::vector<std::uint32_t>{static_cast<std::uint32_t>(wide)});
  EXPECT_EQ(o.racesOf(elsewhere), std::vector<std::uint32_t>{static_cast<std::uint32_t>(wide)});
}

// Five threads write 10^4 elements in turn, under a lock: 18 s when every access of the array
// was looked at again, less than a tenth of one now.
TEST(Orders, LongRunsOverArraysAreNotQuadratic) {
  raceward::Run run;
  HappensBefore hb(run);
  std::vector<std::uint32_t> found;
  const auto start = std::chrono::steady_clock::now();
  const auto add = [&](std::size_t thread, Action action) {
    const ThreadId t(thread);
    run.push({t, run.nextIndexOf(t), {}, {std::move(action), {}}});
    hb.extend();
    hb.racesOf(run.size() - 1, found);
  };
  for (std::uint32_t i = 0; run.size() < 100'000; ++i) {
    add(i % 5, Lock{m});
    add(i % 5, Write{{x, i * 7919 % 10'000 * 4, 4}});
    add(i % 5, Unlock{m});
  }
  EXPECT_TRUE(found.empty());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(Orders, GoingBackForgets) {
  Ordered o;
  o.add(0, Lock{m});
  o.add(0, Unlock{m});
  o.run.pop();
  o.run.pop();
  EXPECT_TRUE(o.causal.reversibleWith(o.add(1, Lock{m})).empty());
  EXPECT_EQ(o.run.touching(m).size(), 1u);
}

TEST(Trace, ComesBackFromText) {
  Trace trace;
  const Section section{{{whole(x), AccessKind::ReadWrite, MemoryOrder::SeqCst},
                         {whole(y), AccessKind::Read, MemoryOrder::SeqCst}}};
  for (const Action &action :
       std::initializer_list<Action>{Read{whole(x)},
                                     Write{{y, 3, 1}},
                                     AtomicRead{whole(x), MemoryOrder::Acquire},
                                     AtomicWrite{whole(x), MemoryOrder::Relaxed},
                                     AtomicUpdate{whole(x)},
                                     section,
                                     Section{},
                                     Bulk{section.accesses},
                                     Await{{whole(x), {y, 0, 8, false}}},
                                     Write{{y, 0, 16, false}},
                                     Lock{m},
                                     Lock{m, true},
                                     FailedTryLock{m},
                                     Unlock{m},
                                     Create{ThreadId(4)},
                                     Start{},
                                     Exit{},
                                     Join{ThreadId(2)},
                                     Choice{},
                                     Local{}})
    trace.push_back({ThreadId(1), static_cast<std::uint32_t>(trace.size()), {7}, {action, {}}});
  trace[3].operation.at = PositionId(12);
  const auto back = parseTrace(serialise(trace));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, trace);
}

TEST(Trace, RefusesWhatItDoesNotKnow) {
  EXPECT_FALSE(parseTrace(""));
  EXPECT_FALSE(parseTrace("raceward-trace 1\n"));
  for (const char *line :
       {"t0 0 0 @- jump", "t0 0 0 @- lock", "0 0 0 @- local", "t0 0 0 @-", "t0 0 0 @- read o1",
        "t0 0 0 @- local x", "t0 0 0 @x local", "t0 0 0 @- section read",
        "t0 0 0 @- bulk read plain o1", "t0 0 0 @- await x", "t0 0 0 @- read o1+0:?",
        "t0 0 0 @- read o1+0:4?x", "t0 0 0 @- lock o99999999999"})
    EXPECT_FALSE(parseTrace(std::string("raceward-trace 2\n") + line)) << line;
}

} // namespace
} // namespace raceward::test
