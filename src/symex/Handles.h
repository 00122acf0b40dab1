// Handles: the numbers that stand for threads and for keys of thread-specific data.
//
// A program receives them, keeps them and passes them back. The system chooses their numbers: the
// machine uses numbers that nothing else resembles, so that a program that computes with one is
// noticed (HandleUses.h, AddressChecks.cpp). Those of threads could be numbers of a system: they
// are where the block of a thread may lie. A run that stands for itself only
// (MachineOptions::drawn) goes on with them.
#pragma once

#include <cstdint>
#include <optional>

namespace raceward {

// Where no objects are (Memory.cpp), of at most 47 bits and multiples of 64; far apart, so that
// their lowest bits are equal, as they often are on real systems.
inline constexpr std::uint64_t kWideHandles = 0x7F0000000740;
inline constexpr unsigned kWideHandleShift = 24;
inline constexpr std::uint64_t kNarrowHandles = 0x70000B40;
inline constexpr unsigned kNarrowHandleShift = 12;
inline constexpr std::uint32_t kKeys = 0x4B000000;
/// Of keys in a run that stands for itself only: as small as on real systems.
inline constexpr std::uint32_t kSmallKeys = 1;

[[nodiscard]] constexpr std::uint64_t handleOfThread(unsigned thread, unsigned pointerBits) {
  return pointerBits == 64 ? kWideHandles + (std::uint64_t{thread} << kWideHandleShift)
                           : kNarrowHandles + (std::uint64_t{thread} << kNarrowHandleShift);
}

/// Empty if the number is not a handle; whether the thread exists is not checked.
[[nodiscard]] constexpr std::optional<unsigned> threadOfHandle(std::uint64_t handle,
                                                               unsigned pointerBits) {
  const std::uint64_t first = pointerBits == 64 ? kWideHandles : kNarrowHandles;
  const unsigned shift = pointerBits == 64 ? kWideHandleShift : kNarrowHandleShift;
  if (handle < first)
    return std::nullopt;
  const std::uint64_t thread = (handle - first) >> shift;
  if (first + (thread << shift) != handle || thread > UINT32_MAX)
    return std::nullopt;
  return static_cast<unsigned>(thread);
}

// Named semaphores: behind all objects, by their names, so that it does not matter which thread
// opens one first.
inline constexpr std::uint64_t kWideSemaphores =
    (std::uint64_t{0x1FFF} << 50) + (std::uint64_t{1} << 49);
inline constexpr std::uint64_t kNarrowSemaphores = 0xFFF00000;
inline constexpr unsigned kSemaphoreShift = 4; ///< of generations of one name

[[nodiscard]] constexpr std::uint64_t namedSemaphore(std::uint32_t name, std::uint32_t generation,
                                                     unsigned pointerBits) {
  const bool isWide = pointerBits == 64;
  const std::uint64_t number =
      (isWide ? std::uint64_t{name} : name & 0xFFF) << kSemaphoreShift | (generation & 0xF);
  return (isWide ? kWideSemaphores : kNarrowSemaphores) + (number << kSemaphoreShift);
}

[[nodiscard]] constexpr bool isNamedSemaphore(std::uint64_t address, unsigned pointerBits) {
  return address >= (pointerBits == 64 ? kWideSemaphores : kNarrowSemaphores);
}

} // namespace raceward
