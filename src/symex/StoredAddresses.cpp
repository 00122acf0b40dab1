#include "StoredAddresses.h"

#include "Handles.h"

#include <algorithm>
#include <cstring>

namespace raceward {

/// False only for numbers that are neither an address nor a handle of this state.
bool StoredAddresses::mayBeKnown(std::uint64_t number) const {
  if (bytes_ != 8)
    return true;
  if (number < kWideHandles)
    return false;
  return number < handleOfThread(static_cast<unsigned>(state_.threads.size()), 64) ||
         state_.memory.mayBeAddress(number);
}

bool StoredAddresses::isAddress(std::uint64_t number) const {
  const MemoryObject *object = state_.memory.objectAt(number);
  // With 32 bits, many numbers of a program lie where objects were.
  if (object == nullptr)
    return bytes_ == 8 && state_.memory.whyBad(number) == BadAddress::Ended;
  return number - object->base() <= object->size() && object->kind() != ObjectKind::ModelState;
}

std::optional<std::uint64_t> StoredAddresses::at(const MemoryObject &object,
                                                 std::uint64_t offset) const {
  std::uint64_t word = 0;
  std::memcpy(&word, object.bytes() + offset, bytes_);
  if (!mayBeKnown(word)) // nearly all numbers
    return std::nullopt;
  if (!object.areNumbers(offset, bytes_))
    return std::nullopt;
  const std::optional<unsigned> thread = threadOfHandle(word, static_cast<unsigned>(8 * bytes_));
  const bool isKnown =
      thread ? *thread < state_.threads.size() && state_.threads[*thread].exists : isAddress(word);
  if (!isKnown)
    return std::nullopt;
  // Bytes of an address that is aligned, and some beside it, may look like another one.
  const std::uint64_t aligned = offset / bytes_ * bytes_;
  if (offset != aligned && (at(object, aligned) || (object.size() - aligned >= 2 * bytes_ &&
                                                    at(object, aligned + bytes_))))
    return std::nullopt;
  return word;
}

/// Whether `use(place)` is true for an address that begins in this range and ends in the object.
template <typename Use>
bool StoredAddresses::any(const MemoryObject &object, std::uint64_t first, std::uint64_t end,
                          Use &&use) const {
  if (object.size() < bytes_)
    return false;
  end = std::min(end, object.size() - bytes_ + 1);
  for (std::uint64_t place = first; place < end; ++place)
    if ((at(object, place) || mayBeAt(object, place)) && use(place))
      return true;
  return false;
}

bool StoredAddresses::overlap(const MemoryObject &object, std::uint64_t offset,
                              std::uint64_t bytes) const {
  return any(object, offset - std::min(offset, bytes_ - 1), offset + bytes,
             [](std::uint64_t) { return true; });
}

bool StoredAddresses::areCutBy(const MemoryObject &object, std::uint64_t offset,
                               std::uint64_t bytes) const {
  if (bytes < bytes_)
    return overlap(object, offset, bytes);
  const auto isCut = [](std::uint64_t) { return true; };
  return any(object, offset - std::min(offset, bytes_ - 1), offset, isCut) ||
         any(object, offset + bytes - bytes_ + 1, offset + bytes, isCut);
}

bool StoredAddresses::mayBeCutBy(const MemoryObject &object, const OffsetRow &offsets,
                                 std::uint64_t bytes, bool orWhole) const {
  return any(object, 0, object.size(), [&](std::uint64_t place) {
    for (std::uint64_t i = place - std::min(place, bytes - 1); i < place + bytes_; ++i)
      if (offsets.has(i) && (orWhole || i > place || i + bytes < place + bytes_))
        return true;
    return false;
  });
}

bool StoredAddresses::mayOverlap(const MemoryObject &object, std::uint64_t offset,
                                 std::uint64_t bytes, bool orWhole) const {
  if (!object.hasNotedAddresses() || object.size() < bytes_)
    return false;
  const std::uint64_t end = std::min(offset + bytes, object.size() - bytes_ + 1);
  for (std::uint64_t place = offset - std::min(offset, bytes_ - 1); place < end; ++place)
    if (mayBeAt(object, place) && (orWhole || place < offset || place + bytes_ > offset + bytes))
      return true;
  return false;
}

void StoredAddresses::note(MemoryObject &object) const {
  any(object, 0, object.size(), [&](std::uint64_t place) {
    object.noteAddress(place);
    return false;
  });
}

bool StoredAddresses::isEndedAround(const MemoryObject &object, std::uint64_t offset) const {
  return any(object, offset - std::min(offset, bytes_ - 1), offset + 1, [&](std::uint64_t place) {
    const std::optional<std::uint64_t> address = at(object, place);
    return address && state_.memory.whyBad(*address) == BadAddress::Ended;
  });
}

bool StoredAddresses::areIn(const MemoryObject &object) const {
  return overlap(object, 0, object.size());
}

} // namespace raceward
