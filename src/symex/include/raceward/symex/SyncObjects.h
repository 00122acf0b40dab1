// Objects of the thread library, as far as they are more than mutexes. Kept beside the memory,
// because no program may look into one. Named by their addresses, keys by their numbers.
#pragma once

#include "raceward/symex/Ref.h"

#include <cstdint>
#include <map>

namespace raceward {

struct BarrierState {
  std::uint32_t count = 0;    ///< threads that a round needs
  std::uint32_t arrivals = 0; ///< of all rounds
  std::uint32_t since = 0;    ///< arrivals before it was last initialised

  /// Of the present round.
  [[nodiscard]] std::uint32_t waiting() const { return (arrivals - since) % count; }
};

/// What pthread_once() has been called with.
struct OnceState {
  bool isDone = false;
  unsigned thread = 0;     ///< that calls the function
  std::uint32_t depth = 0; ///< of its calls, without the function
};

struct KeyState {
  std::uint64_t destructor = 0; ///< a function, or null
  bool isDeleted = false;
};

struct SyncObjects : Counted {
  std::map<std::uint64_t, std::uint32_t> semaphores; ///< the value of each
  std::map<std::uint64_t, BarrierState> barriers;
  std::map<std::uint64_t, OnceState> once;
  std::map<std::uint32_t, KeyState> keys;
  /// Whether an object that a function has initialised or destroyed may be used.
  std::map<std::uint64_t, bool> lives;
};

} // namespace raceward
