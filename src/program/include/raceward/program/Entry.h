// Programs without a main: functions that threads call, with any arguments (docs/use/entry.md).
//
// A driver in C takes the place of main. It is written from the types in debug information,
// compiled and linked like any other file, so that no engine knows about it. Provers see any number
// of threads, calls and objects; where the machine stops earlier, raceward_more() makes that a gap.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

/// The memory behind pointers that callers pass.
enum class EntryMemory : std::uint8_t {
  Fresh,  ///< new objects for each call
  Shared, ///< one object of each structure type, for all calls
};

constexpr std::string_view toString(EntryMemory memory) {
  return memory == EntryMemory::Fresh ? "fresh" : "shared";
}

inline constexpr unsigned kDeepestEntry = 16;

struct EntryRequest {
  std::vector<std::string> functions; ///< "push", or "queue.c:push"
  std::vector<std::string> setup;     ///< called once, in this order, before threads exist
  EntryMemory memory = EntryMemory::Fresh;
  unsigned depth = 3;   ///< pointers that are followed from an argument, up to kDeepestEntry
  std::string saveTo{}; ///< path for the text of the driver; may be empty

  [[nodiscard]] bool isGiven() const { return !functions.empty(); }
};

} // namespace raceward
