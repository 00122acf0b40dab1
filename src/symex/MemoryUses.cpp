#include "MemoryUses.h"

#include "raceward/symex/Memory.h"

#include <algorithm>

namespace raceward {

namespace {

/// Larger objects have larger cells: they may seem shared where they are not, which costs events.
constexpr std::uint64_t kMostCells = 1U << 17;

} // namespace

void MemoryUses::beginRun() {
  objects_.clear();
  last_ = nullptr;
  quiet_ = 0;
  inARow_ = 0;
}

MemoryUses::Object &MemoryUses::entryFor(const MemoryObject &object) {
  if (last_ != nullptr && lastBase_ == object.base())
    return *last_;
  const auto [entry, isNew] = objects_.try_emplace(object.base());
  if (isNew) {
    entry->second.shift = SharedPlaces::kBytesLog;
    while (object.size() >> entry->second.shift >= kMostCells)
      ++entry->second.shift;
  }
  lastBase_ = object.base();
  last_ = &entry->second;
  return *last_;
}

void MemoryUses::tell(const MemoryObject &object, std::uint64_t first, std::uint64_t last) {
  for (std::size_t part = SharedPlaces::partAt(first); part <= SharedPlaces::partAt(last); ++part)
    shared_->add(object.origin, part);
}

void MemoryUses::note(const Memory &memory, const MemoryObject &object, const Use &use) {
  if (use.bytes == 0)
    return;
  const std::uint64_t end = use.offset + use.bytes - 1;
  if (object.kind() == ObjectKind::Stack || object.kind() == ObjectKind::ThreadLocal) {
    if (memory.keyOf(object.base()) >> 32 != use.thread)
      tell(object, use.offset, end);
    return;
  }
  Object &entry = entryFor(object);
  const std::uint64_t last = end >> entry.shift;
  if (entry.cells.size() <= last)
    entry.cells.resize(std::max<std::size_t>(last + 1, entry.cells.size() * 2));
  for (std::uint64_t at = use.offset >> entry.shift; at <= last; ++at) {
    Cell &cell = entry.cells[at];
    if (!cell.isUsed) {
      cell.isUsed = true;
      cell.thread = static_cast<std::uint16_t>(use.thread);
    }
    cell.isByOthers |= cell.thread != static_cast<std::uint16_t>(use.thread);
    cell.isWritten |= use.isWrite;
    if (cell.isByOthers && cell.isWritten && !cell.isTold) {
      cell.isTold = true;
      tell(object, at << entry.shift, ((at + 1) << entry.shift) - 1);
    }
  }
}

bool MemoryUses::isEvent(const MemoryObject &object, const Use &use) const {
  const SharedPlaces::Parts *parts = shared_->of(object.origin);
  return parts != nullptr && hasEvent(*parts, object, use);
}

bool MemoryUses::wasEvent(const MemoryObject &object, const Use &use) const {
  const SharedPlaces::Parts *parts = shared_->of(object.origin);
  const SharedPlaces::Parts *fresh = shared_->newOf(object.origin);
  return parts != nullptr && hasEvent(fresh == nullptr ? *parts : *parts & ~*fresh, object, use);
}

bool MemoryUses::hasEvent(const SharedPlaces::Parts &parts, const MemoryObject &object,
                          const Use &use) const {
  if (use.bytes == 0)
    return false;
  const std::uint64_t end = use.offset + use.bytes - 1;
  for (std::uint64_t offset = use.offset; offset <= end;
       offset = ((offset >> SharedPlaces::kBytesLog) + 1) << SharedPlaces::kBytesLog) {
    const std::size_t part = SharedPlaces::partAt(offset);
    if (!parts.test(part)) {
      if (part == SharedPlaces::kPartsApart)
        return false;
      continue;
    }
    if (part < SharedPlaces::kPartsApart || shared_->isInSample(offset, object.size()))
      return true;
  }
  return false;
}

void MemoryUses::countQuiet(std::uint32_t firstSite, std::uint32_t sites) {
  ++quiet_;
  ++inARow_;
  if (sites_.size() < firstSite + sites)
    sites_.resize(firstSite + sites);
  for (std::uint32_t i = 0; i < sites; ++i)
    sites_[firstSite + i] = true;
}

} // namespace raceward
