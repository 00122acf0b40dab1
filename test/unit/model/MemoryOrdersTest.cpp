// Memory orders and fences: which writes release, which reads acquire.
#include "Ordered.h"

#include <gtest/gtest.h>

#include <optional>

namespace raceward::test {
namespace {

constexpr MemoryOrder kOrders[] = {MemoryOrder::Relaxed, MemoryOrder::Acquire, MemoryOrder::Release,
                                   MemoryOrder::AcquireRelease, MemoryOrder::SeqCst};

bool oneOf(MemoryOrder order, MemoryOrder a) {
  return order == a || order == MemoryOrder::AcquireRelease || order == MemoryOrder::SeqCst;
}

/// One thread writes x and then the flag y, the other reads the flag and then x: whether that
/// orders the accesses of x. Each may have a fence between the two.
struct Message {
  MemoryOrder write = MemoryOrder::Relaxed;
  MemoryOrder read = MemoryOrder::Relaxed;
  std::optional<MemoryOrder> afterData = std::nullopt;  ///< a fence before the flag is written
  std::optional<MemoryOrder> beforeData = std::nullopt; ///< a fence after the flag is read
  std::optional<Action> between = std::nullopt;         ///< by a third thread, on the flag
  std::optional<Action> afterFlag = std::nullopt;       ///< by the writer, on the flag
  bool update = false;                                  ///< the flag is written and read by updates

  [[nodiscard]] bool arrives() const {
    Ordered o;
    const auto data = o.add(0, Write{whole(x)});
    if (afterData)
      o.add(0, Fence{*afterData});
    o.add(0, update ? Action(AtomicUpdate{whole(y), write}) : AtomicWrite{whole(y), write});
    if (afterFlag)
      o.add(0, *afterFlag);
    if (between)
      o.add(2, *between);
    o.add(1, update ? Action(AtomicUpdate{whole(y), read}) : AtomicRead{whole(y), read});
    if (beforeData)
      o.add(1, Fence{*beforeData});
    const auto seen = o.add(1, Read{whole(x)});
    EXPECT_EQ(o.racesOf(seen).empty(), o.hb.before(data, seen));
    return o.hb.before(data, seen);
  }
};

TEST(MemoryOrders, AMessageNeedsReleaseAndAcquire) {
  for (const MemoryOrder write : kOrders)
    for (const MemoryOrder read : kOrders)
      for (const bool update : {false, true})
        EXPECT_EQ((Message{.write = write, .read = read, .update = update}.arrives()),
                  oneOf(write, MemoryOrder::Release) && oneOf(read, MemoryOrder::Acquire))
            << toString(write) << " " << toString(read) << " " << update;
}

TEST(MemoryOrders, AnUpdateByAThirdThreadGoesOnWithTheSequenceAWriteDoesNot) {
  for (const MemoryOrder order : kOrders) {
    Message message{.write = MemoryOrder::Release, .read = MemoryOrder::Acquire};
    message.between = AtomicUpdate{whole(y), order};
    EXPECT_TRUE(message.arrives()) << toString(order);
    message.between = AtomicWrite{whole(y), order};
    EXPECT_FALSE(message.arrives()) << toString(order);
  }
}

// A later write of the same thread goes on with the sequence by C11, and ends it by C++20: the
// strict reading has the edge, the loose one has not.
TEST(MemoryOrders, ALaterWriteOfTheSameThreadIsOpen) {
  EXPECT_TRUE(HappensBefore::ambiguous(AtomicWrite{whole(y), MemoryOrder::Relaxed}));
  EXPECT_FALSE(HappensBefore::ambiguous(AtomicWrite{whole(y), MemoryOrder::Release}));
  for (const bool updated : {false, true})
    for (const bool byAnother : {false, true}) {
      Ordered o;
      HappensBefore loose(o.run, HappensBefore::Reading::Loose);
      const auto add = [&](std::size_t thread, Action action) {
        const std::size_t at = o.add(thread, std::move(action));
        loose.extend();
        return at;
      };
      const auto data = add(0, Write{whole(x)});
      add(0, AtomicWrite{whole(y), MemoryOrder::Release});
      const auto other = add(2, Write{whole(z)});
      if (updated) // its own release ends with the write that follows
        add(2, AtomicUpdate{whole(y), MemoryOrder::Release});
      add(byAnother ? 3 : 0, AtomicWrite{whole(y), MemoryOrder::Relaxed});
      add(1, AtomicRead{whole(y), MemoryOrder::Acquire});
      const auto seen = add(1, Read{whole(x)});
      EXPECT_EQ(o.hb.before(data, seen), !byAnother);
      EXPECT_FALSE(o.hb.before(other, seen));
      EXPECT_FALSE(loose.before(data, seen));
    }
}

// The update acquires what it goes on with only if it is an acquire itself, and releases its own
// only if it is a release.
TEST(MemoryOrders, AnUpdateInTheMiddlePassesOnWhatItsOrderSays) {
  for (const MemoryOrder order : kOrders) {
    Ordered o;
    const auto first = o.add(0, Write{whole(x)});
    o.add(0, AtomicWrite{whole(y), MemoryOrder::Release});
    const auto own = o.add(1, Write{whole(z)});
    o.add(1, AtomicUpdate{whole(y), order});
    const auto after = o.add(1, Read{whole(x)});
    o.add(2, AtomicRead{whole(y), MemoryOrder::Acquire});
    const auto last = o.add(2, Read{whole(x)});
    EXPECT_EQ(o.hb.before(first, after), oneOf(order, MemoryOrder::Acquire));
    EXPECT_TRUE(o.hb.before(first, last));
    EXPECT_EQ(o.hb.before(own, last), oneOf(order, MemoryOrder::Release));
  }
}

TEST(Fences, ReleaseBeforeAnyWriteAndAcquireAfterAnyRead) {
  for (const MemoryOrder release : kOrders)
    for (const MemoryOrder acquire : kOrders)
      for (const MemoryOrder write : kOrders)
        for (const MemoryOrder read : kOrders) {
          const Message message{
              .write = write, .read = read, .afterData = release, .beforeData = acquire};
          EXPECT_EQ(message.arrives(),
                    (oneOf(release, MemoryOrder::Release) || oneOf(write, MemoryOrder::Release)) &&
                        (oneOf(acquire, MemoryOrder::Acquire) || oneOf(read, MemoryOrder::Acquire)))
              << toString(release) << " " << toString(acquire) << " " << toString(write) << " "
              << toString(read);
        }
}

TEST(Fences, OneSideMayBeTheAtomicItself) {
  EXPECT_TRUE((Message{.read = MemoryOrder::Acquire, .afterData = MemoryOrder::Release}).arrives());
  EXPECT_TRUE(
      (Message{.write = MemoryOrder::Release, .beforeData = MemoryOrder::Acquire}).arrives());
  EXPECT_FALSE((Message{.afterData = MemoryOrder::SeqCst}).arrives());
  EXPECT_FALSE((Message{.beforeData = MemoryOrder::SeqCst}).arrives());
}

TEST(Fences, ReachThroughReleaseSequences) {
  Message message{.afterData = MemoryOrder::Release, .beforeData = MemoryOrder::Acquire};
  message.between = AtomicUpdate{whole(y), MemoryOrder::Relaxed};
  EXPECT_TRUE(message.arrives());
  message.between = AtomicWrite{whole(y), MemoryOrder::Relaxed};
  EXPECT_FALSE(message.arrives());
}

// Only what comes before the fence is released, and only what comes after it has acquired.
TEST(Fences, StandBetween) {
  Ordered o;
  o.add(0, Fence{MemoryOrder::Release});
  const auto late = o.add(0, Write{whole(x)});
  o.add(0, AtomicWrite{whole(y), MemoryOrder::Relaxed});
  o.add(1, AtomicRead{whole(y), MemoryOrder::Relaxed});
  o.add(1, Fence{MemoryOrder::Acquire});
  EXPECT_FALSE(o.hb.before(late, o.add(1, Read{whole(x)})));

  Ordered p;
  const auto data = p.add(0, Write{whole(x)});
  p.add(0, AtomicWrite{whole(y), MemoryOrder::Release});
  p.add(1, Fence{MemoryOrder::Acquire});
  p.add(1, AtomicRead{whole(y), MemoryOrder::Relaxed});
  EXPECT_FALSE(p.hb.before(data, p.add(1, Read{whole(x)})));
  p.add(1, Fence{MemoryOrder::Release});
  EXPECT_FALSE(p.hb.before(data, p.add(1, Read{whole(x)})));
  p.add(1, Fence{MemoryOrder::AcquireRelease});
  EXPECT_TRUE(p.hb.before(data, p.add(1, Read{whole(x)})));
}

TEST(Fences, DependOnNothing) {
  Ordered o;
  const auto write = o.add(0, AtomicWrite{whole(y)});
  const auto fence = o.add(1, Fence{MemoryOrder::SeqCst});
  const auto other = o.add(0, Fence{MemoryOrder::SeqCst});
  EXPECT_FALSE(o.causal.before(write, fence));
  EXPECT_FALSE(o.causal.before(fence, other));
  EXPECT_FALSE(o.hb.before(fence, other));
}

} // namespace
} // namespace raceward::test
