// ObjectCache: the objects that were accessed last, for the fast path of the interpreter's loop.
//
// Entries are found by the upper bits of an address, without a look-up in memory. An entry counts
// only in the epoch in which it was made: binding another state or thread begins a new one.
#pragma once

#include "raceward/symex/MemoryObject.h"

#include <array>
#include <cstdint>

namespace raceward {

class ObjectCache {
public:
  /// The state has changed: nothing is known.
  void clear() { ++epoch_; }
  void setPointerBits(unsigned bits) { shift_ = bits == 64 ? 24 : 6; }

  /// The bytes there; null if the object is not cached or the bytes are not numbers.
  [[nodiscard]] const std::uint8_t *read(std::uint64_t address, std::uint64_t bytes) {
    const Entry &entry = entryOf(address);
    const std::uint64_t offset = address - entry.base;
    if (entry.epoch == epoch_ && offset < entry.size && entry.size - offset >= bytes &&
        entry.object->areNumbers(offset, bytes))
      return entry.object->bytes() + offset;
    return nullptr;
  }
  /// The bytes there, which become numbers; null if the object is not cached for writing.
  [[nodiscard]] std::uint8_t *write(std::uint64_t address, std::uint64_t bytes) {
    const Entry &entry = entryOf(address);
    const std::uint64_t offset = address - entry.base;
    if (entry.epoch == epoch_ && entry.writable != nullptr && offset < entry.size &&
        entry.size - offset >= bytes) {
      entry.writable->markNumbers(offset, bytes);
      return entry.writable->bytes() + offset;
    }
    return nullptr;
  }

  /// The object there; null if it is not cached.
  [[nodiscard]] const MemoryObject *objectAt(std::uint64_t address) {
    const Entry &entry = entryOf(address);
    return entry.epoch == epoch_ && address - entry.base < entry.size ? entry.object : nullptr;
  }

  [[nodiscard]] bool has(std::uint64_t base, std::uint64_t address) {
    const Entry &entry = entryOf(address);
    return entry.base == base && entry.epoch == epoch_;
  }
  void addForReading(const MemoryObject &object, std::uint64_t address) {
    entryOf(address) = {object.base(), object.size(), &object, nullptr, epoch_};
  }
  void addForWriting(MemoryObject &object, std::uint64_t address) {
    entryOf(address) = {object.base(), object.size(), &object, &object, epoch_};
  }
  void forget(const MemoryObject &object) {
    Entry &entry = entryOf(object.base());
    // A large object, or with 32 bits any object, may be cached under several keys.
    if (entryOf(object.base() + object.size()).base != entry.base || shift_ != 24 ||
        object.size() >> shift_ != 0)
      ++epoch_;
    else if (entry.base == object.base())
      entry.epoch = 0;
  }

private:
  struct Entry {
    std::uint64_t base = 1; ///< not the base of any object
    std::uint64_t size = 0;
    const MemoryObject *object = nullptr;
    MemoryObject *writable = nullptr;
    std::uint64_t epoch = 0;
  };
  Entry &entryOf(std::uint64_t address) { return entries_[(address >> shift_) % entries_.size()]; }

  std::uint64_t epoch_ = 0;
  unsigned shift_ = 24;
  std::array<Entry, 256> entries_;
};

} // namespace raceward
