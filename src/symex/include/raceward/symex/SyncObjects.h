// Objects of the thread library other than mutexes. Kept beside the memory, because no program may
// look into one. Identified by their addresses, keys by their numbers.
#pragma once

#include "raceward/symex/Ref.h"

#include <cstdint>
#include <map>
#include <string>

namespace raceward {

struct BarrierState {
  std::uint32_t count = 0;    ///< threads per round
  std::uint32_t arrivals = 0; ///< over all rounds
  std::uint32_t since = 0;    ///< arrivals before its last initialisation

  /// Number of threads waiting in the present round.
  [[nodiscard]] std::uint32_t waiting() const { return (arrivals - since) % count; }
};

/// The state of a control of pthread_once().
struct OnceState {
  bool isDone = false;
  unsigned thread = 0;     ///< the thread that calls the function
  std::uint32_t depth = 0; ///< its call depth, without the function
};

struct KeyState {
  std::uint64_t destructor = 0; ///< a function, or null
  bool isDeleted = false;
};

/// What became of a robust mutex.
enum class RobustState : std::uint8_t {
  Consistent,
  Abandoned, ///< its holder is about to end
  OwnerDead, ///< its holder has ended; the next one is told
  Lost,      ///< unlocked without having been made consistent
};

struct NamedSemaphore {
  std::uint32_t opened = 0; ///< number of semaphores of this name before this one
  std::uint32_t value = 0;  ///< at its start
  bool exists = false;
};

struct SyncObjects : Counted {
  std::map<std::uint64_t, std::uint32_t> semaphores; ///< the value of each
  std::map<std::string, NamedSemaphore> names;       ///< of semaphores
  std::map<std::uint64_t, RobustState> robust;       ///< mutexes
  std::uint64_t abandon = 0;                         ///< the function that gives one back
  std::map<std::uint64_t, BarrierState> barriers;
  std::map<std::uint64_t, OnceState> once;
  std::map<std::uint32_t, KeyState> keys;
  /// Whether an object that was initialised or destroyed by a function may be used.
  std::map<std::uint64_t, bool> lives;
};

} // namespace raceward
