// pthread_once() and call_once(). The first caller holds the control like a mutex while it calls
// the function, and performs its call again when that has returned. The driver lets others get here
// only then.
#include "SyncLife.h"

#include <algorithm>

namespace raceward::models {

namespace {

bool once(LibraryCall &call) {
  Interpreter &machine = call.machine;
  std::uint64_t control = 0;
  std::uint64_t address = 0;
  if (!placeOf(call, 0, "once control", control) || !call.number(1, "a function pointer", address))
    return false;
  State &state = machine.state();
  const unsigned self = machine.threadNumber();
  const auto known = state.sync().once.find(control);
  if (known == state.sync().once.end()) {
    const Function *function = machine.functionAt(address);
    if (function == nullptr || !function->hasBody)
      return machine.stopWithGap(GapKind::UnresolvedCall,
                                 "a function without a body is to be called once");
    if (function->isAtomicSection)
      return machine.stopWithGap(GapKind::UnmodelledCall,
                                 "a function called once that is an atomic section");
    state.ownSync().once[control] = {false, self, machine.thread().depth};
    state.heldMutexes.emplace_back(control, self);
    machine.noteChange();
    call.moved = true;
    return machine.callAndComeBack(*function);
  }
  if (known->second.isDone)
    return call.give(0);
  if (known->second.thread != self)
    return machine.stopWithGap(GapKind::UnmodelledCall, "threads are not followed here");
  if (known->second.depth != machine.thread().depth)
    return misuse(call, "once control",
                  "is used by the function that it calls, which waits for "
                  "itself");
  state.ownSync().once[control].isDone = true;
  std::erase(state.heldMutexes, std::pair(control, self));
  machine.noteChange();
  return call.give(0);
}

constexpr LibraryModel kOnceModels[] = {
    {"pthread_once", 2, once},
    {"call_once", 2, once},
};

} // namespace

std::span<const LibraryModel> onceControls() {
  return kOnceModels;
}

} // namespace raceward::models
