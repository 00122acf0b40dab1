// Which memory counts as shared in hunted runs.
#include "MemoryUses.h"
#include "raceward/symex/Memory.h"

#include <gtest/gtest.h>

namespace raceward::test {
namespace {

class UsedMemory : public testing::Test {
protected:
  const MemoryObject &object(ObjectKind kind, std::uint64_t size, const void *origin,
                             unsigned creator = 0) {
    return *memory.objectAt(
        *memory.allocate(creator, kind, size, MemoryObject::Fill::Zero, origin));
  }
  void read(const MemoryObject &object, unsigned thread, std::uint64_t offset) {
    uses.note(memory, object, {thread, offset, 4, false});
  }
  void write(const MemoryObject &object, unsigned thread, std::uint64_t offset) {
    uses.note(memory, object, {thread, offset, 4, true});
  }
  bool isEvent(const MemoryObject &object, std::uint64_t offset, std::uint64_t bytes = 4) {
    return uses.isEvent(object, {0, offset, bytes, false});
  }
  bool nextRun() {
    const bool isNew = shared->learn();
    shared->beginRun();
    uses.beginRun();
    return isNew;
  }

  Memory memory{64};
  std::shared_ptr<SharedPlaces> shared = std::make_shared<SharedPlaces>();
  MemoryUses uses{shared};
  int one = 0, other = 0; ///< where memory comes from
};

TEST_F(UsedMemory, IsSharedFromTheNextRunOn) {
  const MemoryObject &heap = object(ObjectKind::Heap, 64, &one);
  write(heap, 1, 8);
  read(heap, 2, 8);
  EXPECT_FALSE(isEvent(heap, 8));
  EXPECT_TRUE(nextRun());
  EXPECT_TRUE(isEvent(heap, 8));
  EXPECT_FALSE(isEvent(heap, 16));
  EXPECT_TRUE(isEvent(heap, 0, 12));
  EXPECT_FALSE(nextRun());
  EXPECT_TRUE(isEvent(heap, 8));
}

TEST_F(UsedMemory, IsKnownByWhatMadeIt) {
  const MemoryObject &first = object(ObjectKind::Heap, 64, &one);
  const MemoryObject &again = object(ObjectKind::Heap, 64, &one);
  const MemoryObject &another = object(ObjectKind::Heap, 64, &other);
  write(first, 1, 0);
  write(first, 2, 0);
  nextRun();
  EXPECT_TRUE(isEvent(again, 0));
  EXPECT_FALSE(isEvent(another, 0));
}

TEST_F(UsedMemory, OfOneThreadOrOnlyReadIsNotShared) {
  const MemoryObject &heap = object(ObjectKind::Heap, 64, &one);
  const MemoryObject &table = object(ObjectKind::Global, 64, &other);
  write(heap, 1, 0);
  write(heap, 2, 8);
  read(heap, 1, 0);
  read(table, 1, 0);
  read(table, 2, 0);
  EXPECT_FALSE(nextRun());
  // Of different runs.
  write(heap, 2, 0);
  EXPECT_FALSE(nextRun());
}

// The end of a local variable is a write by its thread.
TEST_F(UsedMemory, OfAnotherThreadsStackIsShared) {
  const MemoryObject &local = object(ObjectKind::Stack, 64, &one, 1);
  write(local, 1, 0);
  EXPECT_FALSE(nextRun());
  read(local, 2, 0);
  EXPECT_TRUE(nextRun());
  EXPECT_TRUE(isEvent(local, 0));
  EXPECT_FALSE(isEvent(local, 8));
}

TEST_F(UsedMemory, OfLargeObjectsSomePartsAreEvents) {
  constexpr std::uint64_t size = 1 << 20;
  const MemoryObject &large = object(ObjectKind::Heap, size, &one);
  write(large, 1, size / 2);
  write(large, 2, size / 2);
  const auto events = [&] {
    std::vector<std::uint64_t> offsets;
    for (std::uint64_t offset = 0; offset + 4 <= size; offset += 8)
      if (isEvent(large, offset))
        offsets.push_back(offset);
    return offsets;
  };
  nextRun();
  const std::vector<std::uint64_t> first = events();
  EXPECT_EQ(first, events());
  EXPECT_GT(first.size(), 20U);
  EXPECT_LT(first.size(), 200U);
  nextRun();
  EXPECT_NE(first, events());
  EXPECT_TRUE(isEvent(large, 0, size));
}

TEST_F(UsedMemory, AThreadThatIsQuietForLongLetsOthersGoOn) {
  for (int i = 0; i < 5000; ++i)
    uses.countQuiet(3, 1);
  EXPECT_TRUE(uses.isLongStretch());
  uses.beginStretch();
  EXPECT_FALSE(uses.isLongStretch());
  EXPECT_EQ(uses.quietAccesses(), 5000U);
  EXPECT_EQ(uses.sites(), (std::vector<bool>{false, false, false, true}));
}

} // namespace
} // namespace raceward::test
