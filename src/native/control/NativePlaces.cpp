// Places and names of threads, for analyses of the code.
#include "raceward/native/NativeMachine.h"

#include <algorithm>

namespace raceward {

NativeThreadPlace NativeMachine::placeOf(std::uint8_t number) const {
  NativeThreadPlace place;
  const std::vector<std::size_t> &mine = stepsOf_[number];
  const auto next = std::lower_bound(mine.begin(), mine.end(), cursor_);
  place.pending =
      next != mine.end() ? execution_.events[steps_[*next].event] : execution_.pending[number];
  std::uint32_t context = place.pending.context;
  const auto isInMain = [&](std::uint32_t site) {
    return site >= 1 && site <= server_.sites().size() &&
           server_.sites()[site - 1].function == "main";
  };
  // The callers of main are not part of the program.
  while (context >= 1 && context <= execution_.contexts.size() &&
         !isInMain(place.calls.empty() ? place.pending.site : place.calls.back())) {
    const rw_context &frame = execution_.contexts[context - 1];
    place.calls.push_back(frame.site);
    context = frame.parent < context ? frame.parent : 0;
  }
  place.root = nameOf(threads_[number]);
  const auto giveUp = [&](std::uint64_t address) {
    std::erase_if(place.locks,
                  [&](const NativeThreadPlace::Lock &lock) { return lock.address == address; });
  };
  for (auto at = mine.begin(); at != next; ++at) {
    const rw_event &event = execution_.events[steps_[*at].event];
    if (event.kind == RW_EV_LOCK || event.kind == RW_EV_READ_LOCK)
      place.locks.push_back({event.address, event.kind == RW_EV_LOCK});
    else if (event.kind == RW_EV_UNLOCK || event.kind == RW_EV_READ_UNLOCK)
      giveUp(event.address);
  }
  // A condition wait that has released its mutex takes it again before it returns.
  if ((place.pending.kind == RW_EV_AWAIT || place.pending.kind == RW_EV_LOCK) &&
      next != mine.begin())
    for (auto at = next; at != mine.begin();) {
      const rw_event &event = execution_.events[steps_[*--at].event];
      if (event.site != place.pending.site || event.site == 0)
        break;
      if (event.kind == RW_EV_UNLOCK) {
        place.locks.push_back({event.address, true});
        break;
      }
    }
  return place;
}

const Future &NativeMachine::mayStillDo(ThreadId t) const {
  const std::optional<std::uint8_t> number = numberOf(t);
  if (!guide_.from || !number || *number >= execution_.pending.size())
    return anyFuture();
  return guide_.from(placeOf(*number));
}

SiteId NativeMachine::accessSiteAt(PositionId at) const {
  return guide_.siteOf ? guide_.siteOf(at.index()) : SiteId();
}

bool NativeMachine::areSuspects(SiteId a, SiteId b) const {
  return !guide_.areSuspects || guide_.areSuspects(a, b);
}

std::string NativeMachine::nameOf(ThreadId thread) const {
  if (thread == ThreadId(0))
    return "main";
  const auto start = starts_.find(thread);
  const std::string name = start == starts_.end() ? "" : server_.symbolAt(start->second);
  return name.empty() ? nameByFrames(thread) : name;
}

/// A thread of a C++ library begins in the library: it is named after the outermost function of the
/// program in which it is seen.
std::string NativeMachine::nameByFrames(ThreadId thread) const {
  const std::optional<std::uint8_t> number = numberOf(thread);
  const std::vector<NativeSite> &sites = server_.sites();
  const auto isOfUser = [&](std::uint32_t site) {
    return site >= 1 && site <= sites.size() && !sites[site - 1].at.file.starts_with("/usr/");
  };
  for (std::size_t i = 0; number && i < stepsOf_[*number].size(); ++i) {
    const rw_event &event = execution_.events[steps_[stepsOf_[*number][i]].event];
    std::uint32_t found = isOfUser(event.site) ? event.site : 0;
    std::uint32_t context = event.context;
    while (context >= 1 && context <= execution_.contexts.size()) {
      const rw_context &frame = execution_.contexts[context - 1];
      if (isOfUser(frame.site))
        found = frame.site;
      context = frame.parent < context ? frame.parent : 0;
    }
    if (found != 0)
      return sites[found - 1].function;
  }
  return "thread";
}

} // namespace raceward
