#include "raceward/model/CriticalSections.h"

#include "raceward/base/Check.h"

#include <algorithm>

namespace raceward {

/// Steps that no other thread can observe before the end of the section, unless there is a race.
bool CriticalSections::staysInside(const Action &action) const {
  if (std::holds_alternative<Choice>(action))
    return withInputs_ == WithInputs::ArePlain || mutated(Mutation::LazyInputs);
  bool inside = std::holds_alternative<Read>(action) || std::holds_alternative<Write>(action) ||
                std::holds_alternative<Bulk>(action) || std::holds_alternative<Local>(action);
  forEachAccess(action, [&](const MemoryAccess &access) { inside &= !eager(access.at.object); });
  return inside;
}

bool CriticalSections::keepEager(ObjectId object) {
  if (eager(object))
    return false;
  if (object.index() >= eager_.size())
    eager_.resize(object.index() + 1, false);
  eager_[object.index()] = true;
  return true;
}

void CriticalSections::rebuild() {
  sections_.clear();
  indexAt_.resize(run_.size());
  for (auto &list : open_)
    list.clear();
  for (std::size_t at = 0; at < run_.size(); ++at) {
    const Event &event = run_[at];
    const Action &action = event.operation.action;
    if (staysInside(action))
      continue;
    if (event.thread.index() >= open_.size())
      open_.resize(event.thread.index() + 1);
    auto &open = open_[event.thread.index()];
    const auto *unlock = std::get_if<Unlock>(&action);
    for (std::size_t i = open.size(); i-- > 0;) {
      Section &section = sections_[open[i]];
      if (unlock != nullptr && unlock->mutex == section.mutex) {
        section.unlock = static_cast<std::uint32_t>(at);
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        section.plain = false;
      }
    }
    if (const auto *lock = std::get_if<Lock>(&action)) {
      indexAt_[at] = static_cast<std::uint32_t>(sections_.size());
      open.push_back(indexAt_[at]);
      sections_.push_back({event.thread, lock->mutex, static_cast<std::uint32_t>(at), Run::kNone,
                           lazy(lock->mutex)});
    }
  }
  for (Section &section : sections_)
    section.plain &= section.unlock != Run::kNone;
}

bool CriticalSections::dependent(const Section &a, const Section &b) const {
  if (a.thread == b.thread)
    return true;
  const bool plain = (a.plain && b.plain) || (mutated(Mutation::LazyPlain) &&
                                              a.unlock != Run::kNone && b.unlock != Run::kNone);
  return !plain || (touchConflictingData(a, b) && !mutated(Mutation::LazyConflicts));
}

bool CriticalSections::touchConflictingData(const Section &a, const Section &b) const {
  const auto eventsOf = [&](const Section &section) {
    const std::uint32_t first = run_[section.lock].index + 1;
    return run_.eventsOf(section.thread).subspan(first, run_[section.unlock].index - first);
  };
  for (const std::uint32_t first : eventsOf(a))
    for (const std::uint32_t second : eventsOf(b))
      if (conflictingAccesses(run_[first].operation.action, run_[second].operation.action,
                              Dependency::EveryConflict))
        return true;
  return false;
}

std::size_t CriticalSections::firstUnsettled(std::size_t fresh) const {
  for (const Section &section : sections_) // in the order of their locks
    if (section.lock < fresh && (section.unlock == Run::kNone || section.unlock >= fresh))
      return mutated(Mutation::LazyUnsettled) ? fresh : section.lock;
  return fresh;
}

} // namespace raceward
