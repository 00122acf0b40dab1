// StoredAddresses: which bytes of an object are addresses of objects, or handles of threads.
// Private to symex.
//
// The machine does not mark them: addresses are numbers that programs do not compute otherwise
// (Memory.cpp, Handles.h), so that bytes which are the number of a known object are its address.
#pragma once

#include "AddressTerms.h"
#include "raceward/symex/State.h"

#include <cstdint>
#include <optional>

namespace raceward {

class StoredAddresses {
public:
  explicit StoredAddresses(const State &state)
      : state_(state), bytes_(state.memory.pointerBits() / 8) {}

  /// Whether the number is an address in an object of the program; with 64 bits, or was one.
  [[nodiscard]] bool isAddress(std::uint64_t number) const;
  /// The address that the pointer-sized bytes at this offset are, which need not be aligned.
  [[nodiscard]] std::optional<std::uint64_t> at(const MemoryObject &object,
                                                std::uint64_t offset) const;
  /// Whether they may be one, but are not numbers: which one depends on the input.
  [[nodiscard]] bool mayBeAt(const MemoryObject &object, std::uint64_t offset) const {
    return object.isNotedAddress(offset) && !object.areNumbers(offset, bytes_);
  }
  /// Whether some of these bytes belong to an address.
  [[nodiscard]] bool overlap(const MemoryObject &object, std::uint64_t offset,
                             std::uint64_t bytes) const;
  /// Whether they have some bytes of an address, but not all.
  [[nodiscard]] bool areCutBy(const MemoryObject &object, std::uint64_t offset,
                              std::uint64_t bytes) const;
  /// The same at any offset of the row. `orWhole`: also where they have all.
  [[nodiscard]] bool mayBeCutBy(const MemoryObject &object, const OffsetRow &offsets,
                                std::uint64_t bytes, bool orWhole) const;
  /// Whether the byte belongs to the address of an object that has ended.
  [[nodiscard]] bool isEndedAround(const MemoryObject &object, std::uint64_t offset) const;
  [[nodiscard]] bool areIn(const MemoryObject &object) const;
  /// Whether one that depends on the input overlaps the bytes without lying in them as a whole.
  /// `orWhole`: or does.
  [[nodiscard]] bool mayOverlap(const MemoryObject &object, std::uint64_t offset,
                                std::uint64_t bytes, bool orWhole) const;
  /// Notes those that are numbers, before the object becomes an array.
  void note(MemoryObject &object) const;

private:
  [[nodiscard]] bool mayBeKnown(std::uint64_t number) const;
  template <typename Use>
  bool any(const MemoryObject &object, std::uint64_t first, std::uint64_t end, Use &&use) const;

  const State &state_;
  std::uint64_t bytes_; ///< of a pointer
};

} // namespace raceward
