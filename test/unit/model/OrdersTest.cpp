#include "raceward/model/CausalOrder.h"
#include "raceward/model/HappensBefore.h"
#include "raceward/model/Trace.h"

#include <gtest/gtest.h>

namespace raceward {
namespace {

constexpr ObjectId x(0), y(1), m(2);

Address whole(ObjectId object) {
  return {object, 0, 4};
}

/// A run with both relations kept along.
struct Ordered {
  Run run;
  CausalOrder causal;
  HappensBefore hb{run};

  explicit Ordered(Dependency dependency = Dependency::EveryConflict) : causal(run, dependency) {}

  std::size_t add(std::size_t thread, Action action) {
    const ThreadId t(thread);
    run.push({t, run.nextIndexOf(t), {}, {std::move(action), {}}});
    causal.extend();
    hb.extend();
    return run.size() - 1;
  }
  std::vector<std::uint32_t> racesOf(std::size_t at) {
    std::vector<std::uint32_t> found;
    hb.racesOf(at, found);
    return found;
  }
};

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
  EXPECT_EQ(o.causal.reversibleWithPending(ThreadId(1), Lock{m}), lock);
  EXPECT_EQ(o.causal.reversibleWithPending(ThreadId(0), Lock{m}), Run::kNone);
  EXPECT_EQ(o.causal.reversibleWithPending(ThreadId(1), Join{ThreadId(0)}), Run::kNone);
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
  for (const Action &action : std::initializer_list<Action>{
           Read{whole(x)}, Write{{y, 3, 1}}, AtomicRead{whole(x), MemoryOrder::Acquire},
           AtomicWrite{whole(x), MemoryOrder::Relaxed}, AtomicUpdate{whole(x)}, section, Section{},
           Lock{m}, Unlock{m}, Create{ThreadId(4)}, Start{}, Exit{}, Join{ThreadId(2)}, Choice{},
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
  for (const char *line : {"t0 0 0 @- jump", "t0 0 0 @- lock", "0 0 0 @- local", "t0 0 0 @-",
                           "t0 0 0 @- read o1", "t0 0 0 @- local x", "t0 0 0 @x local",
                           "t0 0 0 @- section read", "t0 0 0 @- lock o99999999999"})
    EXPECT_FALSE(parseTrace(std::string("raceward-trace 2\n") + line)) << line;
}

} // namespace
} // namespace raceward
