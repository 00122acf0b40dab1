#include "MutexState.h"

#include <algorithm>

namespace raceward {

namespace {

/// As a read-write lock has it, in the place of the kind of a mutex.
constexpr std::uint8_t kPrefersWriters = 2;

/// The one that was set, or that a static initialiser has put at this offset.
std::uint8_t kindAt(const State &state, std::uint64_t lock, std::uint64_t offset) {
  for (const auto &[address, kind] : state.mutexKinds)
    if (address == lock)
      return kind;
  const MemoryObject *object = state.memory.objectAt(lock);
  if (object == nullptr)
    return 0;
  const std::uint64_t at = lock - object->base() + offset;
  return at < object->size() && object->areNumbers(at, 1) ? object->bytes()[at] : 0;
}

void setKind(State &state, std::uint64_t lock, std::uint8_t kind) {
  std::erase_if(state.mutexKinds, [&](const auto &entry) { return entry.first == lock; });
  state.mutexKinds.emplace_back(lock, kind);
}

} // namespace

MutexKind kindOfMutex(const State &state, std::uint64_t mutex) {
  // pthread_mutex_t of glibc: lock, count, owner, and with 64 bits also users, then kind.
  const std::uint8_t kind = kindAt(state, mutex, state.memory.pointerBits() == 64 ? 16 : 12);
  return kind == 1 || kind == 2 ? static_cast<MutexKind>(kind) : MutexKind::Normal;
}

void setKindOfMutex(State &state, std::uint64_t mutex, MutexKind kind) {
  setKind(state, mutex, static_cast<std::uint8_t>(kind));
}

bool prefersWriters(const State &state, std::uint64_t lock) {
  // pthread_rwlock_t of glibc: six numbers, and with 64 bits six more, then the kind.
  return kindAt(state, lock, state.memory.pointerBits() == 64 ? 48 : 24) == kPrefersWriters;
}

void setPrefersWriters(State &state, std::uint64_t lock, bool prefers) {
  if (prefers != prefersWriters(state, lock))
    setKind(state, lock, prefers ? kPrefersWriters : 0);
}

RobustState robustState(const State &state, std::uint64_t mutex) {
  const auto known = state.sync().robust.find(mutex);
  return known == state.sync().robust.end() ? RobustState::Consistent : known->second;
}

std::optional<unsigned> holderOf(const State &state, std::uint64_t mutex) {
  for (const auto &[address, thread] : state.heldMutexes)
    if (address == mutex)
      return thread;
  return std::nullopt;
}

bool hasReaders(const State &state, std::uint64_t lock) {
  return std::ranges::any_of(state.readers, [&](const auto &entry) { return entry.first == lock; });
}

unsigned timesRead(const State &state, std::uint64_t lock, unsigned thread) {
  return static_cast<unsigned>(std::ranges::count(state.readers, std::pair(lock, thread)));
}

unsigned timesHeld(const State &state, std::uint64_t mutex) {
  return static_cast<unsigned>(
      std::count_if(state.heldMutexes.begin(), state.heldMutexes.end(),
                    [&](const auto &entry) { return entry.first == mutex; }));
}

} // namespace raceward
