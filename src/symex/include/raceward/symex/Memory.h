// Memory: the objects of one state, and where they lie.
//
// A pointer is a number that names its object: each object has a range of addresses of
// its own that no other object ever gets, so that casts to integers and back, copies of
// single bytes and symbolic pointers need no special care, and an access outside of its
// object is noticed. With 64 bits the object is read off the address (slots of 16 MiB,
// numbered per creating thread, so that addresses do not depend on the schedule); with
// 32 bits the objects of a thread lie one after another, with gaps between them, in a part
// of the address space that is the thread's own.
//
// Copying a Memory is a snapshot (RadixTable.h).
#pragma once

#include "raceward/symex/MemoryObject.h"
#include "raceward/symex/RadixTable.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace raceward {

/// What an address can be instead of a byte of an object.
enum class BadAddress : std::uint8_t { Null, Ended, Outside, Wild };

/// Addresses that belong to one object, its bytes and what lies behind them.
struct Region {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  const MemoryObject *object = nullptr; ///< null if nothing lives there
};

/// What malloc refuses on most machines that a check runs on, too.
inline constexpr std::uint64_t kLargestObject = std::uint64_t{1} << 31;

class Memory {
public:
  explicit Memory(unsigned pointerBits) : pointerBits_(pointerBits) {}

  [[nodiscard]] unsigned pointerBits() const { return pointerBits_; }
  /// No object may be larger than so many bytes.
  void setLargest(std::uint64_t bytes) { largest_ = bytes; }

  /// None if the address space has no room for it.
  std::optional<std::uint64_t> allocate(unsigned thread, ObjectKind kind, std::uint64_t size,
                                        MemoryObject::Fill fill, const void *origin);
  /// Ends the life of the object that begins at this address.
  void release(std::uint64_t base);

  /// The object in whose range the address lies; null if there is none.
  [[nodiscard]] const MemoryObject *objectAt(std::uint64_t address) const;
  /// Names the object that begins at this address by who made it, and as which: the same
  /// in every schedule.
  [[nodiscard]] std::uint64_t keyOf(std::uint64_t base) const;
  /// For changing. Requires that it exists.
  MemoryObject &own(std::uint64_t base);
  [[nodiscard]] Region regionOf(std::uint64_t address) const;
  /// The address is that of a byte of an object.
  [[nodiscard]] bool isInside(std::uint64_t address) const;
  /// The object that the address belongs to, or was meant to: `&a[0] - 20` with an index
  /// to come is nearer to `a` than to what lies before it. Null if none is near.
  [[nodiscard]] const MemoryObject *nearest(std::uint64_t address) const;
  /// Why this access is wrong; requires that it is.
  [[nodiscard]] BadAddress whyBad(std::uint64_t address) const;

  /// Calls `use(object)` for each living object.
  template <typename Use> void forEach(Use &&use) const {
    for (const ThreadObjects &owner : objects_)
      owner.table.forEach([&](std::uint64_t, const Entry &entry) {
        if (entry.object)
          use(*entry.object);
      });
  }

private:
  /// A large object takes several slots; all but the first name only the first.
  struct Entry : Counted {
    Ref<MemoryObject> object;
    std::uint64_t base = 0;
  };
  /// 32 bits: where the object of the same number lies.
  struct Place : Counted {
    std::uint64_t base = 0;
    std::uint64_t end = 0;
  };
  struct ThreadObjects {
    RadixTable<Entry> table;
    std::uint64_t next = 1;
    // 32 bits only:
    RadixTable<Place> places;
    std::uint64_t nextAddress = 0; ///< 0: none was given yet
  };
  struct Name {
    unsigned thread = 0;
    std::uint64_t number = 0;
  };

  [[nodiscard]] bool isWide() const { return pointerBits_ == 64; }
  [[nodiscard]] std::optional<Name> nameOf(std::uint64_t address) const;
  [[nodiscard]] const Entry *find(Name name) const;
  /// 32 bits: the number of the last object at or before the address, of the thread that
  /// the address belongs to.
  [[nodiscard]] std::optional<Name> placeBefore(std::uint64_t address) const;

  unsigned pointerBits_;
  std::uint64_t largest_ = kLargestObject;
  std::vector<ThreadObjects> objects_; ///< by creating thread
};

} // namespace raceward
