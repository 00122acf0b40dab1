// Read-write locks, semaphores and barriers in both relations.
#include "Ordered.h"

#include <gtest/gtest.h>

namespace raceward::test {
namespace {

constexpr ObjectId lock(3), semaphore(4), barrier(5);

TEST(ReadWriteLocks, OrderWritersWithAllAndReadersWithWriters) {
  Ordered o;
  const auto first = o.add(0, Lock{lock});
  const auto unlock = o.add(0, Unlock{lock});
  const auto reader = o.add(1, ReadLock{lock});
  const auto other = o.add(2, ReadLock{lock});
  const auto left = o.add(1, ReadUnlock{lock});
  const auto late = o.add(3, ReadLock{lock});
  const auto otherLeft = o.add(2, ReadUnlock{lock});
  const auto lateLeft = o.add(3, ReadUnlock{lock});
  const auto writer = o.add(4, Lock{lock});
  for (const auto before : {first, unlock})
    for (const auto after : {reader, other, late, writer})
      EXPECT_TRUE(o.hb.before(before, after));
  for (const auto before : {left, otherLeft, lateLeft})
    EXPECT_TRUE(o.hb.before(before, writer));
  EXPECT_FALSE(o.hb.before(left, late)) << "readers do not order each other";
  EXPECT_FALSE(o.causal.before(reader, other));
  EXPECT_FALSE(o.causal.before(left, late));
  EXPECT_EQ(o.reversible(reader), Positions{first});
  EXPECT_EQ(o.reversible(late), Positions{first});
  EXPECT_EQ(o.reversible(writer), (Positions{late, other, reader}));
  EXPECT_EQ(o.pending(5, ReadLock{lock}), Positions{writer});
  EXPECT_EQ(o.pending(5, Lock{lock}), Positions{writer});
}

TEST(ReadWriteLocks, AWriterIsReversedWithReadersThatNothingElseOrders) {
  Ordered o;
  const auto created = o.add(0, ReadLock{lock});
  o.add(0, Create{ThreadId(2)});
  const auto reader = o.add(1, ReadLock{lock});
  EXPECT_EQ(o.pending(2, Lock{lock}), Positions{reader});
  EXPECT_EQ(o.pending(1, Lock{lock}), Positions{created}) << "not with its own";
  EXPECT_EQ(o.pending(3, ReadLock{lock}), Positions{}) << "no reader waits for a reader";
}

TEST(ReadWriteLocks, AFailedAttemptDependsOnWhatMakesItFail) {
  Ordered o;
  HappensBefore loose(o.run, HappensBefore::Reading::Loose);
  const auto reader = o.add(0, ReadLock{lock});
  const auto failed = o.add(1, FailedTryLock{lock});
  const auto other = o.add(2, ReadLock{lock, true});
  const auto left = o.add(0, ReadUnlock{lock});
  loose.rebuild();
  EXPECT_EQ(o.reversible(failed), Positions{reader});
  EXPECT_EQ(o.reversible(other), Positions{failed});
  EXPECT_EQ(o.reversible(left), Positions{failed});
  EXPECT_TRUE(o.hb.before(reader, failed));
  EXPECT_TRUE(o.hb.before(failed, left));
  EXPECT_FALSE(o.hb.before(failed, other));
  EXPECT_FALSE(loose.before(reader, failed));
  EXPECT_FALSE(loose.before(failed, left));
  EXPECT_TRUE(HappensBefore::ambiguous(FailedTryLock{lock, true}));
}

TEST(ReadWriteLocks, AReadersFailedAttemptIsIndependentOfReaders) {
  Ordered o;
  const auto writer = o.add(0, Lock{lock});
  const auto failed = o.add(1, FailedTryLock{lock, true});
  const auto unlock = o.add(0, Unlock{lock});
  const auto reader = o.add(2, ReadLock{lock});
  EXPECT_EQ(o.reversible(failed), Positions{writer});
  EXPECT_EQ(o.reversible(unlock), Positions{failed});
  EXPECT_EQ(o.reversible(reader), Positions{writer});
}

// As pthread_once() has it: nobody leaves.
TEST(ReadWriteLocks, ReadersNeedNotLeave) {
  Ordered o;
  o.add(0, Lock{lock});
  const auto write = o.add(0, Write{whole(x)});
  o.add(0, Unlock{lock});
  for (std::size_t thread = 1; thread < 4; ++thread) {
    o.add(thread, ReadLock{lock});
    const auto read = o.add(thread, Read{whole(x)});
    EXPECT_TRUE(o.hb.before(write, read));
    EXPECT_TRUE(o.racesOf(read).empty());
  }
}

TEST(Semaphores, APostComesBeforeEveryLaterWaitAndNothingElse) {
  Ordered o;
  const auto first = o.add(0, SemaphorePost{semaphore});
  const auto second = o.add(1, SemaphorePost{semaphore});
  const auto wait = o.add(2, SemaphoreWait{semaphore});
  const auto later = o.add(3, SemaphoreWait{semaphore});
  const auto post = o.add(4, SemaphorePost{semaphore});
  EXPECT_FALSE(o.causal.before(first, second));
  EXPECT_FALSE(o.hb.before(first, second));
  for (const auto before : {first, second})
    for (const auto after : {wait, later})
      EXPECT_TRUE(o.hb.before(before, after));
  EXPECT_FALSE(o.hb.before(wait, later));
  EXPECT_FALSE(o.hb.before(wait, post));
  EXPECT_FALSE(o.hb.before(first, post));
  EXPECT_TRUE(o.causal.before(wait, later));
  EXPECT_TRUE(o.causal.before(later, post));
  EXPECT_EQ(o.reversible(wait), (Positions{second, first}));
  EXPECT_EQ(o.reversible(later), Positions{wait});
  EXPECT_EQ(o.reversible(post), Positions{later});
  EXPECT_EQ(o.pending(5, SemaphoreWait{semaphore}), Positions{later});
  EXPECT_EQ(o.pending(3, SemaphoreWait{semaphore}), Positions{});
}

TEST(Semaphores, AWaitIsReversedWithTheLastOneAndThePostsSinceThen) {
  Ordered o;
  const auto first = o.add(0, SemaphoreWait{semaphore});
  const auto post = o.add(1, SemaphorePost{semaphore});
  const auto second = o.add(2, SemaphoreWait{semaphore});
  o.add(2, SemaphorePost{semaphore});
  const auto last = o.add(2, SemaphorePost{semaphore});
  const auto third = o.add(3, SemaphoreWait{semaphore});
  EXPECT_EQ(o.reversible(second), (Positions{first, post}));
  EXPECT_EQ(o.reversible(third), (Positions{second, last}));
}

TEST(Semaphores, ALookOrdersOnlyStrictly) {
  Ordered o;
  HappensBefore loose(o.run, HappensBefore::Reading::Loose);
  const auto post = o.add(0, SemaphorePost{semaphore});
  const auto wait = o.add(1, SemaphoreWait{semaphore});
  const auto failed = o.add(2, SemaphoreRead{semaphore, true});
  const auto look = o.add(3, SemaphoreRead{semaphore});
  const auto later = o.add(4, SemaphorePost{semaphore});
  loose.rebuild();
  for (const auto before : {post, wait})
    for (const auto after : {failed, look}) {
      EXPECT_TRUE(o.hb.before(before, after));
      EXPECT_FALSE(loose.before(before, after));
    }
  EXPECT_TRUE(o.hb.before(failed, later));
  EXPECT_FALSE(loose.before(failed, later));
  EXPECT_FALSE(o.hb.before(look, later));
  EXPECT_FALSE(o.causal.before(failed, look));
  EXPECT_EQ(o.reversible(later), (Positions{look, failed}));
  EXPECT_TRUE(HappensBefore::ambiguous(SemaphoreRead{semaphore}));
}

TEST(Barriers, APassFollowsItsRoundAlone) {
  Ordered o;
  const auto a = o.add(0, Arrive{barrier});
  const auto b = o.add(1, Arrive{barrier});
  const auto c = o.add(2, Arrive{barrier});
  const auto first = o.add(0, Pass{barrier, 0, 2});
  const auto d = o.add(3, Arrive{barrier});
  const auto second = o.add(2, Pass{barrier, 2, 2});
  EXPECT_TRUE(o.hb.before(a, first) && o.hb.before(b, first));
  EXPECT_FALSE(o.hb.before(c, first));
  EXPECT_TRUE(o.hb.before(c, second) && o.hb.before(d, second));
  EXPECT_FALSE(o.hb.before(a, second) || o.hb.before(b, second));
  EXPECT_FALSE(o.hb.before(a, b)) << "to arrive orders nothing";
  EXPECT_TRUE(o.causal.before(a, b)) << "but who is last matters";
  EXPECT_EQ(o.reversible(b), Positions{a});
  EXPECT_EQ(o.reversible(first), Positions{});
  EXPECT_TRUE(o.causal.before(b, first));
  EXPECT_FALSE(o.causal.before(c, first));
  EXPECT_FALSE(o.causal.before(first, d));
  EXPECT_EQ(o.pending(4, Pass{barrier, 4, 2}), Positions{});
}

} // namespace
} // namespace raceward::test
