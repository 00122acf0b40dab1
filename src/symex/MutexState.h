// Mutexes: their holders are kept beside the memory, because no program may look into one. Only the
// kind given by a static initialiser is read from memory.
#pragma once

#include "raceward/symex/State.h"

#include <cstdint>
#include <optional>

namespace raceward {

/// The numbers are glibc's.
enum class MutexKind : std::uint8_t { Normal = 0, Recursive = 1, ErrorChecking = 2 };

[[nodiscard]] MutexKind kindOfMutex(const State &state, std::uint64_t mutex);
void setKindOfMutex(State &state, std::uint64_t mutex, MutexKind kind);
/// Whether readers of a read-write lock may be refused while a writer waits. So is the kind
/// PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP, which a static initialiser may give, too.
[[nodiscard]] bool prefersWriters(const State &state, std::uint64_t lock);
void setPrefersWriters(State &state, std::uint64_t lock, bool prefers);
/// What became of a robust mutex; consistent if it is none.
[[nodiscard]] RobustState robustState(const State &state, std::uint64_t mutex);
/// The thread that holds it.
[[nodiscard]] std::optional<unsigned> holderOf(const State &state, std::uint64_t mutex);
/// Whether some thread holds it for reading.
[[nodiscard]] bool hasReaders(const State &state, std::uint64_t lock);
/// Number of times that the thread holds it for reading.
[[nodiscard]] unsigned timesRead(const State &state, std::uint64_t lock, unsigned thread);
/// Number of times that its holder has locked it.
[[nodiscard]] unsigned timesHeld(const State &state, std::uint64_t mutex);

} // namespace raceward
