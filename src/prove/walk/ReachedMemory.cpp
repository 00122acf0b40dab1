// Sets of objects, by pointer and by number.
#include "ReachedMemory.h"

#include "raceward/prove/ProverMutation.h"

#include <algorithm>

namespace raceward {

bool Reached::add(const Reached &other) {
  bool changed = objects |= other.objects;
  changed = changed || (other.anything && !anything) || (other.anyExposed && !anyExposed) ||
            (other.everything && !everything);
  everything = everything || other.everything;
  anything = anything || other.anything;
  anyExposed = anyExposed || other.anyExposed;
  return changed;
}

const Reached &ReachedMemory::reachedBy(const llvm::Value &pointer) {
  std::unique_ptr<Reached> &known = reachedBy_[&pointer];
  if (known)
    return *known;
  known = std::make_unique<Reached>();
  for (const ObjectId id : facts_.pointsTo.objectsOf(pointer)) {
    const AbstractObject &object = facts_.pointsTo.object(id);
    known->objects.set(id.index());
    known->anything = known->anything || object.kind == AbstractObject::Kind::Anything;
    known->anyExposed = known->anyExposed || object.isExposed;
  }
  if (known->objects.empty())
    known->anything = known->anyExposed = known->everything = true;
  return *known;
}

std::uint32_t ReachedMemory::memoryOf(const llvm::Value &pointer) {
  if (const auto at = memoryOf_.find(&pointer); at != memoryOf_.end())
    return at->second;
  const Reached &reached = reachedBy(pointer);
  std::vector<unsigned> key{(reached.everything ? 4U : 0U) + (reached.anything ? 2U : 0U) +
                            (reached.anyExposed ? 1U : 0U)};
  for (const unsigned object : reached.objects)
    key.push_back(object);
  const auto [at, isNew] =
      memoryNumbers_.try_emplace(std::move(key), static_cast<std::uint32_t>(memories_.size()));
  if (isNew)
    memories_.push_back(reached);
  return memoryOf_[&pointer] = at->second;
}

std::uint32_t ReachedMemory::lockMemoryOf(const llvm::Value &pointer) {
  if (const auto at = lockMemoryOf_.find(&pointer); at != lockMemoryOf_.end())
    return at->second;
  std::uint32_t number = memoryOf(pointer);
  if (const std::optional<FixedPlace> place = places_.placeOf(pointer);
      place && places_.isSingle(*place->object)) {
    const auto [at, isNew] =
        placeNumbers_.try_emplace({number, *place}, static_cast<std::uint32_t>(memories_.size()));
    if (isNew) {
      memories_.push_back(reachedBy(pointer));
      placeAt_.emplace(at->second, *place);
    }
    number = at->second;
  }
  return lockMemoryOf_[&pointer] = number;
}

std::optional<FixedPlace> ReachedMemory::placeOf(const KnownLock &lock) const {
  if (lock.memory.size() != 1 && !mutated(ProverMutation::LocksOnePlace))
    return std::nullopt;
  const auto at = placeAt_.find(lock.memory.front());
  return at == placeAt_.end() ? std::nullopt : std::optional(at->second);
}

bool ReachedMemory::mayLieIn(const KnownLock &lock, const Reached &memory) const {
  return std::any_of(lock.memory.begin(), lock.memory.end(),
                     [&](std::uint32_t number) { return memories_[number].meets(memory); });
}

bool ReachedMemory::mayOverlap(const llvm::Value &a, std::optional<std::uint64_t> bytesA,
                               const llvm::Value &b, std::uint64_t bytesB) {
  if (!mayMeet(a, b))
    return false;
  const auto [known, isNew] = overlaps_.try_emplace({&a, bytesA, &b, bytesB}, true);
  if (isNew)
    known->second = facts_.pointsTo.mayOverlap(a, bytesA, b, bytesB);
  return known->second;
}

} // namespace raceward
