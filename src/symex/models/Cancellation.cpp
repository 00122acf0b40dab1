// Cancellation and clean-ups. A thread ends where it tests whether it was cancelled; the loader has
// put such tests before all cancellation points (ShowProcesses.h). Clean-ups then run, the last
// first: those of glibc's macros by a jump to their buffer, after which the program calls
// __pthread_unwind_next(), the others as calls.
#include "../Handles.h"
#include "Jumps.h"
#include "Leaving.h"
#include "SyncLife.h"
#include "raceward/program/Processes.h"

namespace raceward::models {

namespace {

constexpr std::uint64_t kNoSuchThread = 3; // ESRCH

/// Its own flag needs no event: only the thread itself looks at it, and each look is one.
bool cancel(LibraryCall &call) {
  Interpreter &machine = call.machine;
  std::uint64_t handle = 0;
  if (!call.number(0, "a thread handle", handle))
    return false;
  State &state = machine.state();
  const std::optional<unsigned> number = threadOfHandle(handle, machine.pointerBits());
  if (!number || *number >= state.threads.size() || !state.threads[*number].exists)
    return machine.stopWithFault(FaultKind::Misuse, "a thread is cancelled that does not exist");
  if (state.threads[*number].joined)
    return call.give(kNoSuchThread);
  state.threads.own(*number).isCancelled = true;
  machine.noteChange();
  return call.give(0);
}

bool testCancel(LibraryCall &call) {
  Interpreter &machine = call.machine;
  MachineThread &thread = machine.thread();
  if (thread.isLeaving || (thread.isExiting && thread.depth != thread.exitDepth))
    return call.give(0); // in a destructor or a clean-up
  if (!thread.isExiting) {
    if (!thread.isCancelled || thread.refusesCancel)
      return call.give(0);
    thread.result = {maskOf(machine.pointerBits()), {}}; // PTHREAD_CANCELED
    thread.resultBits = machine.pointerBits();
  }
  return leaveThread(call);
}

bool giveOld(LibraryCall &call, std::uint64_t old) {
  std::uint64_t into = 0;
  if (!call.number(1, "an address", into))
    return false;
  return (into == 0 || call.machine.store({into, {}}, 32, {old, {}})) && call.give(0);
}

bool setState(LibraryCall &call) {
  std::uint64_t state = 0;
  if (!call.number(0, "the state of cancellation", state))
    return false;
  if (state > 1)
    return call.give(kInvalid);
  bool &refuses = call.machine.thread().refusesCancel;
  const bool before = refuses;
  if (!giveOld(call, before ? 1 : 0))
    return false;
  refuses = state == 1;
  call.machine.noteChange();
  return true;
}

bool setType(LibraryCall &call) {
  std::uint64_t type = 0;
  if (!call.number(0, "the type of cancellation", type))
    return false;
  if (type > 1)
    return call.give(kInvalid);
  if (type == 1 && isCancelling(call.machine.images.front().program->module()))
    return call.machine.stopWithGap(GapKind::UnmodelledCall,
                                    "a thread that may be cancelled anywhere is not followed",
                                    "use PTHREAD_CANCEL_DEFERRED and pthread_testcancel()");
  std::uint64_t into = 0;
  if (!call.number(1, "an address", into))
    return false;
  // What it was is not followed: it does not matter in a program that does not cancel.
  if (into != 0 && !call.machine.store({into, {}}, 32,
                                       isCancelling(call.machine.images.front().program->module())
                                           ? Value{0, {}}
                                           : call.machine.fresh(32, call.name)))
    return false;
  return call.give(0);
}

bool add(LibraryCall &call, CleanUp cleanUp) {
  call.machine.thread().cleanUps.push_back(cleanUp);
  call.machine.noteChange();
  return call.give(0);
}

bool removeLast(LibraryCall &call) {
  std::vector<CleanUp> &all = call.machine.thread().cleanUps;
  if (all.empty())
    return call.machine.stopWithFault(FaultKind::Misuse, "a clean-up ends that was not begun");
  all.pop_back();
  call.machine.noteChange();
  return call.give(0);
}

bool addBuffer(LibraryCall &call) {
  CleanUp cleanUp;
  return call.number(0, "the address of a clean-up", cleanUp.buffer) && add(call, cleanUp);
}

bool addFunction(LibraryCall &call) {
  CleanUp cleanUp;
  cleanUp.argument = call.argument(1);
  return call.number(0, "a function pointer", cleanUp.function) && add(call, cleanUp);
}

constexpr LibraryModel kCancellationModels[] = {
    {"pthread_cancel", 1, cancel},
    {"pthread_testcancel", 0, testCancel},
    {"pthread_setcancelstate", 2, setState},
    {"pthread_setcanceltype", 2, setType},
    {"__pthread_register_cancel", 1, addBuffer},
    {"__pthread_unregister_cancel", 1, removeLast},
    {"__pthread_register_cancel_defer", 1, addBuffer},
    {"__pthread_unregister_cancel_restore", 1, removeLast},
    {"__pthread_unwind_next", 1, leaveThread},
    {"raceward_cleans_up", 2, addFunction},
    {"raceward_cleaned_up", 0, removeLast},
};

} // namespace

bool leaveThread(LibraryCall &call) {
  Interpreter &machine = call.machine;
  if (machine.wouldNotComeBack(UINT32_MAX))
    return machine.stopWithGap(GapKind::UnmodelledCall,
                               "a thread ends in a function that is called once");
  MachineThread &thread = machine.thread();
  thread.isExiting = true;
  thread.refusesCancel = true;
  thread.exitDepth = 0;
  if (thread.cleanUps.empty()) {
    call.moved = true;
    const Value result = thread.result;
    return machine.endThread(result, thread.resultBits);
  }
  const CleanUp next = thread.cleanUps.back();
  thread.cleanUps.pop_back();
  machine.noteChange();
  if (next.buffer != 0)
    return jumpTo(call, next.buffer, {1, {}});
  const Function *function = machine.functionAt(next.function);
  if (function == nullptr || !function->hasBody)
    return machine.stopWithGap(GapKind::UnresolvedCall,
                               "a thread ends with a call of a function without a body");
  call.moved = true;
  thread.exitDepth = thread.depth;
  return machine.callAndComeBack(*function, {&next.argument, 1});
}

std::span<const LibraryModel> cancellation() {
  return kCancellationModels;
}

} // namespace raceward::models
