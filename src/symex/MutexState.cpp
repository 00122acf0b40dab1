#include "MutexState.h"

#include <algorithm>

namespace raceward {

MutexKind kindOfMutex(const State &state, std::uint64_t mutex) {
  for (const auto &[address, kind] : state.mutexKinds)
    if (address == mutex)
      return static_cast<MutexKind>(kind);
  // pthread_mutex_t of glibc: lock, count, owner, and with 64 bits also users, then kind.
  const std::uint64_t offset = state.memory.pointerBits() == 64 ? 16 : 12;
  const MemoryObject *object = state.memory.objectAt(mutex);
  if (object == nullptr)
    return MutexKind::Normal;
  const std::uint64_t at = mutex - object->base() + offset;
  if (at >= object->size() || !object->areNumbers(at, 1))
    return MutexKind::Normal;
  const std::uint8_t kind = object->bytes()[at];
  return kind == 1 || kind == 2 ? static_cast<MutexKind>(kind) : MutexKind::Normal;
}

void setKindOfMutex(State &state, std::uint64_t mutex, MutexKind kind) {
  std::erase_if(state.mutexKinds, [&](const auto &entry) { return entry.first == mutex; });
  state.mutexKinds.emplace_back(mutex, static_cast<std::uint8_t>(kind));
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
