// Actions.def: one list, and everything that is asked of an action agrees with its row.
#include "raceward/model/HappensBefore.h"
#include "raceward/model/Trace.h"

#include <gtest/gtest.h>

#include <set>

namespace raceward {
namespace {

constexpr ActionKind kAll[] = {
#define RW_ACTION(kind, ...) ActionKind::kind,
#define RW_ACTION_ALSO(kind, ...) ActionKind::kind,
#define RW_REPORTED(kind, ...) ActionKind::kind,
#include "raceward/model/Actions.def"
};

/// One action of each kind; the compiler asks for that of a new one.
std::optional<Action> sampleOf(ActionKind kind) {
  const Address at{ObjectId(3), 4, 4};
  const ObjectId object(5);
  const std::vector<MemoryAccess> two{{at, AccessKind::Read, MemoryOrder::Plain},
                                      {at, AccessKind::Write, MemoryOrder::Plain}};
  switch (kind) {
  case ActionKind::Read:
    return Read{at};
  case ActionKind::Write:
    return Write{at};
  case ActionKind::AtomicRead:
    return AtomicRead{at, MemoryOrder::Acquire};
  case ActionKind::AtomicWrite:
    return AtomicWrite{at, MemoryOrder::Release};
  case ActionKind::AtomicUpdate:
    return AtomicUpdate{at, MemoryOrder::Relaxed};
  case ActionKind::Section:
    return Section{two};
  case ActionKind::Bulk:
    return Bulk{two};
  case ActionKind::Await:
    return Await{{at}};
  case ActionKind::Lock:
    return Lock{object};
  case ActionKind::TryLock:
    return Lock{object, true};
  case ActionKind::FailedTryLock:
    return FailedTryLock{object};
  case ActionKind::FailedTryReadLock:
    return FailedTryLock{object, true};
  case ActionKind::Unlock:
    return Unlock{object};
  case ActionKind::ReadLock:
    return ReadLock{object};
  case ActionKind::TryReadLock:
    return ReadLock{object, true};
  case ActionKind::ReadUnlock:
    return ReadUnlock{object};
  case ActionKind::SemaphorePost:
    return SemaphorePost{object};
  case ActionKind::SemaphoreWait:
    return SemaphoreWait{object};
  case ActionKind::SemaphoreTryWait:
    return SemaphoreWait{object, true};
  case ActionKind::SemaphoreRead:
    return SemaphoreRead{object};
  case ActionKind::FailedSemaphoreWait:
    return SemaphoreRead{object, true};
  case ActionKind::Arrive:
    return Arrive{object};
  case ActionKind::Pass:
    return Pass{object, 2, 3};
  case ActionKind::Fence:
    return Fence{MemoryOrder::Acquire};
  case ActionKind::Create:
    return Create{ThreadId(1)};
  case ActionKind::Start:
    return Start{};
  case ActionKind::Exit:
    return Exit{};
  case ActionKind::Join:
    return Join{ThreadId(1)};
  case ActionKind::Choice:
    return Choice{};
  case ActionKind::Local:
    return Local{};
  case ActionKind::When:
    return std::nullopt;
  }
  return std::nullopt;
}

TEST(Actions, EachKindHasWordsOfItsOwn) {
  std::set<std::string_view> reported;
  std::set<std::string_view> traced;
  for (const ActionKind kind : kAll) {
    EXPECT_TRUE(reported.insert(toString(kind)).second) << toString(kind);
    EXPECT_EQ(actionKindNamed(toString(kind)), kind);
    if (!sampleOf(kind))
      continue;
    EXPECT_TRUE(traced.insert(traceWord(kind)).second) << traceWord(kind);
    EXPECT_EQ(actionKindInTraces(traceWord(kind)), kind);
  }
  EXPECT_EQ(actionKindNamed(""), std::nullopt);
  EXPECT_EQ(actionKindInTraces(""), std::nullopt);
  EXPECT_EQ(actionKindNamed("aread"), std::nullopt);
}

TEST(Actions, EachSurvivesATrace) {
  for (const ActionKind kind : kAll) {
    const std::optional<Action> action = sampleOf(kind);
    if (!action)
      continue;
    EXPECT_EQ(kindOf(*action), kind);
    const Trace written{{ThreadId(0), 0, {}, {*action, PositionId(1)}}};
    const Result<Trace> read = parseTrace(serialise(written));
    ASSERT_TRUE(read) << toString(*action);
    EXPECT_EQ(*read, written) << toString(*action);
  }
}

TEST(Actions, RolesAgreeWithTheFieldsOfTheType) {
  for (const ActionKind kind : kAll) {
    const std::optional<Action> action = sampleOf(kind);
    if (!action)
      continue;
    std::size_t accesses = 0;
    std::size_t atomics = 0;
    forEachAccess(*action, [&](const MemoryAccess &access) {
      ++accesses;
      atomics += isAtomic(access) ? 1 : 0;
    });
    const bool takesOrGives = mutexOf(*action).valid();
    switch (roleOf(kind)) {
    case ActionRole::Access:
      EXPECT_TRUE(accesses != 0 && atomics == 0) << toString(kind);
      break;
    case ActionRole::Atomic:
      EXPECT_NE(accesses, 0U) << toString(kind);
      break;
    case ActionRole::Take:
    case ActionRole::Give:
      EXPECT_TRUE(takesOrGives && !isReaders(*action)) << toString(kind);
      break;
    case ActionRole::TakeShared:
    case ActionRole::GiveShared:
      EXPECT_TRUE(takesOrGives && isReaders(*action)) << toString(kind);
      break;
    case ActionRole::Fail: // which order it stands in must be asked in both readings
      EXPECT_TRUE(isAttempt(*action) && HappensBefore::ambiguous(*action)) << toString(kind);
      EXPECT_TRUE(meetingPointOf(*action).valid()) << toString(kind);
      break;
    case ActionRole::Wait:
    case ActionRole::Meet:
    case ActionRole::Begin:
    case ActionRole::Data:
      EXPECT_TRUE(accesses == 0 && !takesOrGives) << toString(kind);
      break;
    }
  }
}

TEST(Actions, TheFootprintIsThatOfTheAccesses) {
  for (const ActionKind kind : kAll) {
    const std::optional<Action> action = sampleOf(kind);
    if (!action)
      continue;
    std::vector<MemoryAccess> accesses;
    forEachAccess(*action, [&](const MemoryAccess &access) { accesses.push_back(access); });
    const Footprint footprint = footprintOf(*action);
    if (footprint.size == Footprint::Size::One) {
      ASSERT_EQ(accesses.size(), 1U) << toString(kind);
      EXPECT_EQ(footprint.access, accesses[0]) << toString(kind);
    }
    EXPECT_EQ(footprint.size != Footprint::Size::None,
              !accesses.empty() || std::holds_alternative<Await>(*action));
  }
}

} // namespace
} // namespace raceward
