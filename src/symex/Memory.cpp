#include "raceward/symex/Memory.h"

#include "Handles.h"

#include <algorithm>

namespace raceward {

namespace {

// 64 bits: 01 | thread (12) | number (26) | offset (24). The second bit distinguishes addresses
// from the numbers that programs compute with.
constexpr std::uint64_t kWideFirst = std::uint64_t{1} << 62;
constexpr unsigned kOffsetBits = 24;
constexpr unsigned kNumberBits = 26;
constexpr std::uint64_t kSlotSize = std::uint64_t{1} << kOffsetBits;
constexpr std::uint64_t kMostNumbers = std::uint64_t{1} << kNumberBits;
constexpr unsigned kMostThreads = (1U << 12) - 1; // above them are named semaphores (Handles.h)

// 32 bits: the lower half is that of the main thread, which has all global variables, and at its
// end of handles; each of the other threads has a piece of the upper half. It begins where numbers,
// and the characters of a text, seldom are.
constexpr std::uint64_t kNarrowFirst = 0x05350000;
constexpr std::uint64_t kNarrowOthers = 0x80000000;
constexpr std::uint64_t kNarrowShare = std::uint64_t{1} << 24;
constexpr std::uint64_t kNarrowEnd = 0xFF000000;
struct NarrowRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};
constexpr NarrowRange narrowRangeOf(unsigned thread) {
  if (thread == 0)
    return {kNarrowFirst, kNarrowOthers};
  const std::uint64_t first = kNarrowOthers + (std::uint64_t{thread} - 1) * kNarrowShare;
  return {first, first + kNarrowShare};
}
constexpr unsigned narrowThreadOf(std::uint64_t address) {
  return address < kNarrowOthers
             ? 0
             : static_cast<unsigned>((address - kNarrowOthers) / kNarrowShare) + 1;
}
/// The gap between two objects. Wide while there is room, so that a wrong index does not reach the
/// next object.
constexpr std::uint64_t narrowGap(const NarrowRange &range, std::uint64_t address) {
  const std::uint64_t left = range.end - std::min(address, range.end);
  return left > kNarrowOthers / 2 ? 0x10000 : left > kNarrowShare / 2 ? 0x1000 : 64;
}
/// As large as a program may request, while there is room.
constexpr std::uint64_t narrowAlignment(const NarrowRange &range, std::uint64_t address) {
  return narrowGap(range, address) >= 0x1000 ? 0x1000 : 16;
}
/// Within this distance an address may still belong to an object, with an index to come.
constexpr std::uint64_t kFarthest = std::uint64_t{1} << 20;

} // namespace

std::optional<std::uint64_t> Memory::allocate(unsigned thread, ObjectKind kind, std::uint64_t size,
                                              MemoryObject::Fill fill, const void *origin) {
  if (size > std::min(largest_, kLargestObject) || thread >= kMostThreads)
    return std::nullopt;
  objects_.atLeast(thread + 1);
  ThreadObjects &owner = objects_.own(thread);
  const std::uint64_t number = owner.next;
  // One more byte than its size, for the pointer past its end.
  const std::uint64_t slots = isWide() ? size / kSlotSize + 1 : 1;
  if (number + slots > kMostNumbers)
    return std::nullopt;
  std::uint64_t base = 0;
  if (isWide()) {
    base = kWideFirst | (std::uint64_t{thread} << kNumberBits | number) << kOffsetBits;
  } else {
    const NarrowRange range = narrowRangeOf(thread);
    base = owner.nextAddress != 0 ? owner.nextAddress : range.first;
    const std::uint64_t end = base + size;
    if (end + narrowGap(range, end) > (thread == 0 ? kNarrowHandles : range.end) ||
        range.end > kNarrowEnd)
      return std::nullopt;
    const std::uint64_t alignment = narrowAlignment(range, end);
    owner.nextAddress = (end + narrowGap(range, end) + alignment - 1) / alignment * alignment;
    Ref<Place> place(new Place());
    place->base = base;
    place->end = owner.nextAddress;
    owner.places.insert(number, std::move(place));
  }
  owner.next += slots;
  for (std::uint64_t i = 0; i < slots; ++i) {
    Ref<Entry> entry(new Entry());
    entry->base = base;
    if (i == 0) {
      entry->object = Ref<MemoryObject>(new MemoryObject(kind, base, size, fill));
      entry->object->origin = origin;
    }
    owner.table.insert(number + i, std::move(entry));
  }
  return base;
}

void Memory::release(std::uint64_t base) {
  const std::optional<Name> name = nameOf(base);
  RW_CHECK(name);
  const Entry *entry = find(*name);
  RW_CHECK(entry && entry->object);
  const std::uint64_t slots = isWide() ? entry->object->size() / kSlotSize + 1 : 1;
  for (std::uint64_t i = 0; i < slots; ++i)
    objects_.own(name->thread).table.erase(name->number + i);
}

std::optional<Memory::Name> Memory::placeBefore(std::uint64_t address) const {
  const unsigned thread = narrowThreadOf(address);
  if (thread >= objects_.size())
    return std::nullopt;
  const ThreadObjects &owner = objects_[thread];
  std::uint64_t low = 1; // numbers begin with 1
  std::uint64_t high = owner.next;
  while (low < high) {
    const std::uint64_t middle = (low + high) / 2;
    if (owner.places.find(middle)->base <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 1)
    return std::nullopt;
  return Name{thread, low - 1};
}

std::optional<Memory::Name> Memory::nameOf(std::uint64_t address) const {
  if (isWide()) {
    const std::uint64_t slot = (address - kWideFirst) >> kOffsetBits;
    const std::uint64_t thread = slot >> kNumberBits;
    if (address < kWideFirst || thread >= objects_.size())
      return std::nullopt;
    return Name{static_cast<unsigned>(thread), slot & (kMostNumbers - 1)};
  }
  const std::optional<Name> name = placeBefore(address);
  if (!name || address >= objects_[name->thread].places.find(name->number)->end)
    return std::nullopt;
  return name;
}

const Memory::Entry *Memory::find(Name name) const {
  return name.thread < objects_.size() ? objects_[name.thread].table.find(name.number) : nullptr;
}

const MemoryObject *Memory::objectAt(std::uint64_t address) const {
  const std::optional<Name> name = nameOf(address);
  const Entry *entry = name ? find(*name) : nullptr;
  if (entry == nullptr)
    return nullptr;
  if (!entry->object)
    entry = find(*nameOf(entry->base));
  return entry->object.get();
}

bool Memory::mayBeAddress(std::uint64_t number) const {
  if (!isWide())
    return true;
  const std::optional<Name> name = nameOf(number);
  return name && name->number < objects_[name->thread].next;
}

std::uint64_t Memory::keyOf(std::uint64_t base) const {
  const std::optional<Name> name = nameOf(base);
  return name ? std::uint64_t{name->thread} << 32 | name->number : UINT64_MAX;
}

MemoryObject &Memory::own(std::uint64_t base) {
  const std::optional<Name> name = nameOf(base);
  RW_CHECK(name);
  Entry &entry = objects_.own(name->thread).table.own(name->number);
  RW_CHECK(entry.object);
  if (!entry.object.unique())
    entry.object = Ref<MemoryObject>(new MemoryObject(*entry.object));
  return *entry.object;
}

Region Memory::regionOf(std::uint64_t address) const {
  if (const MemoryObject *object = objectAt(address)) {
    if (isWide())
      return {object->base(), object->base() + (object->size() / kSlotSize + 1) * kSlotSize - 1,
              object};
    const Name name = *placeBefore(address);
    return {object->base(), objects_[name.thread].places.find(name.number)->end - 1, object};
  }
  if (isWide()) {
    // Unused addresses are one region, however large.
    if (address < kWideFirst)
      return {0, kWideFirst - 1, nullptr};
    constexpr unsigned threadShift = kOffsetBits + kNumberBits;
    const std::uint64_t thread = (address - kWideFirst) >> threadShift;
    if (thread >= objects_.size())
      return {kWideFirst + (std::uint64_t{objects_.size()} << threadShift), UINT64_MAX, nullptr};
    const std::uint64_t unused =
        kWideFirst + ((thread << kNumberBits | objects_[thread].next) << kOffsetBits);
    if (address >= unused)
      return {unused, kWideFirst + ((thread + 1) << threadShift) - 1, nullptr};
    const std::uint64_t first = address >> kOffsetBits << kOffsetBits;
    return {first, first + kSlotSize - 1, nullptr};
  }
  // The addresses after the last object of a thread, up to the end of its part.
  const unsigned thread = narrowThreadOf(address);
  if (thread >= objects_.size())
    return {objects_.size() == 0 ? 0 : narrowRangeOf(static_cast<unsigned>(objects_.size())).first,
            0xFFFFFFFF, nullptr};
  const NarrowRange range = narrowRangeOf(thread);
  const std::uint64_t first = thread == 0 ? 0 : range.first;
  const std::optional<Name> name = placeBefore(address);
  if (!name) {
    const bool isEmpty = objects_[thread].next == 1;
    return {first, (isEmpty ? range.end : range.first) - 1, nullptr};
  }
  const Place *place = objects_[thread].places.find(name->number);
  if (address < place->end)
    return {place->base, place->end - 1, nullptr};
  return {objects_[thread].nextAddress, range.end - 1, nullptr};
}

bool Memory::isInside(std::uint64_t address) const {
  const MemoryObject *object = objectAt(address);
  return object != nullptr && address - object->base() < object->size();
}

const MemoryObject *Memory::nearest(std::uint64_t address) const {
  const Region region = regionOf(address);
  const std::uint64_t end =
      region.object != nullptr ? region.object->base() + region.object->size() : region.first;
  if (region.object != nullptr && address <= end)
    return region.object;
  const std::uint64_t gap = region.last - end;
  if (region.object != nullptr && address - end <= std::min(gap / 2, kFarthest))
    return region.object;
  if (region.last < UINT64_MAX && region.last - address <= std::min(gap / 2, kFarthest))
    return objectAt(region.last + 1);
  return nullptr;
}

BadAddress Memory::whyBad(std::uint64_t address) const {
  if (address < 4096)
    return BadAddress::Null;
  if (objectAt(address) != nullptr)
    return BadAddress::Outside;
  const std::optional<Name> name = nameOf(address);
  if (name && name->number > 0 && name->number < objects_[name->thread].next)
    return BadAddress::Ended;
  return BadAddress::Wild;
}

} // namespace raceward
