#include "GuideMachine.h"

#include "raceward/prove/Futures.h"

#include <algorithm>

namespace raceward {

namespace {

CodePoint codePointOf(const ThreadPlace &place) {
  CodePoint point;
  for (const ThreadPlace::Frame &frame : place.frames)
    point.frames.push_back({{frame.function, frame.instruction}, frame.inclusive});
  for (const ThreadPlace::Lock &lock : place.locks)
    point.held.push_back({lock.global, lock.offset, lock.exclusive});
  return point;
}

} // namespace

void guide(ThreadedMachine &machine, const Facts &facts, const SuspectSet &suspects,
           const std::vector<bool> &visible) {
  MachineNames names;
  names.variable = [&machine](GlobalId global) { return machine.nameOfGlobal(global); };
  names.lock = [&machine](GlobalId global, std::int64_t offset) {
    return machine.nameOfLock(global, offset);
  };
  const auto futures = std::make_shared<Futures>(facts, suspects, visible, std::move(names));
  machine.guideBy({[futures](const ThreadPlace &place) -> const Future & {
                     return futures->from(codePointOf(place));
                   },
                   [futures](SiteId a, SiteId b) { return futures->areSuspects(a, b); }});
}

} // namespace raceward
