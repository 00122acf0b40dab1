// Memory: the objects of one state, and their addresses.
//
// A pointer is a number that identifies its object. Invariant: each object has a range of addresses
// that no other object ever gets, so that casts to integers and back, copies of single bytes and
// symbolic pointers need no special care, and an access outside of its object is noticed. With 64
// bits the address encodes the object (slots of 16 MiB, numbered per creating thread, so that
// addresses do not depend on the schedule); with 32 bits the objects of a thread are adjacent, with
// gaps between them, in a part of the address space that belongs to the thread.
//
// Copying a Memory is a snapshot (RadixTable.h).
#pragma once

#include "raceward/symex/MemoryObject.h"
#include "raceward/symex/RadixTable.h"
#include "raceward/symex/SharedVector.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace raceward {

/// Kinds of addresses that are not a byte of an object.
enum class BadAddress : std::uint8_t { Null, Ended, Outside, Wild };

/// Addresses that belong to one object: its bytes and the range after them.
struct Region {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  const MemoryObject *object = nullptr; ///< null if no object lives there
};

/// Larger allocations fail on most machines that run a check.
inline constexpr std::uint64_t kLargestObject = std::uint64_t{1} << 31;

class Memory {
public:
  explicit Memory(unsigned pointerBits) : pointerBits_(pointerBits) {}

  [[nodiscard]] unsigned pointerBits() const { return pointerBits_; }
  /// Limits the size of an object.
  void setLargest(std::uint64_t bytes) { largest_ = bytes; }

  /// Empty if the address space has no room.
  std::optional<std::uint64_t> allocate(unsigned thread, ObjectKind kind, std::uint64_t size,
                                        MemoryObject::Fill fill, const void *origin);
  /// Ends the lifetime of the object that begins at this address.
  void release(std::uint64_t base);

  /// The object in whose range the address lies, or null.
  [[nodiscard]] const MemoryObject *objectAt(std::uint64_t address) const;
  /// Quickly: false only for a number in whose place no object is or was.
  [[nodiscard]] bool mayBeAddress(std::uint64_t number) const;
  /// Names the object that begins at this address by its creating thread and number: the same in
  /// every schedule.
  [[nodiscard]] std::uint64_t keyOf(std::uint64_t base) const;
  /// For modification. Requires that it exists.
  MemoryObject &own(std::uint64_t base);
  [[nodiscard]] Region regionOf(std::uint64_t address) const;
  /// Whether the address is that of a byte of an object.
  [[nodiscard]] bool isInside(std::uint64_t address) const;
  /// The object that the address belongs to, or was meant to: `&a[0] - 20` with an index to come is
  /// nearer to `a` than to the object before it. Null if none is near.
  [[nodiscard]] const MemoryObject *nearest(std::uint64_t address) const;
  /// Why this access is wrong; requires that it is.
  [[nodiscard]] BadAddress whyBad(std::uint64_t address) const;

  /// Calls `use(object)` for each living object.
  template <typename Use> void forEach(Use &&use) const {
    for (const Ref<ThreadObjects> &owner : objects_.items())
      owner->table.forEach([&](std::uint64_t, const Entry &entry) {
        if (entry.object)
          use(*entry.object);
      });
  }

private:
  /// A large object takes several slots; all but the first refer to the first.
  struct Entry : Counted {
    Ref<MemoryObject> object;
    std::uint64_t base = 0;
  };
  /// 32 bits: the address of the object of the same number.
  struct Place : Counted {
    std::uint64_t base = 0;
    std::uint64_t end = 0;
  };
  struct ThreadObjects : Counted {
    RadixTable<Entry> table;
    std::uint64_t next = 1;
    // 32 bits only:
    RadixTable<Place> places;
    std::uint64_t nextAddress = 0; ///< 0: none was assigned yet
  };
  struct Name {
    unsigned thread = 0;
    std::uint64_t number = 0;
  };

  [[nodiscard]] bool isWide() const { return pointerBits_ == 64; }
  [[nodiscard]] std::optional<Name> nameOf(std::uint64_t address) const;
  [[nodiscard]] const Entry *find(Name name) const;
  /// 32 bits: the number of the last object at or before the address, in the part of the thread
  /// that the address belongs to.
  [[nodiscard]] std::optional<Name> placeBefore(std::uint64_t address) const;

  unsigned pointerBits_;
  std::uint64_t largest_ = kLargestObject;
  SharedVector<ThreadObjects> objects_; ///< by creating thread
};

} // namespace raceward
