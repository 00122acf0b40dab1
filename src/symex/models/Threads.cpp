// Threads: create, join, exit. A handle is the number of the thread plus one.
#include "../LibraryModel.h"

namespace raceward::models {

namespace {

bool create(LibraryCall &call) {
  Interpreter &machine = call.machine;
  if (!machine.threadNumberFor)
    return machine.stopWithGap(GapKind::UnmodelledCall, "threads are not followed here");
  std::uint64_t handle = 0;
  std::uint64_t address = 0;
  if (!call.number(0, "the address of a thread handle", handle) ||
      !call.number(2, "a function pointer", address))
    return false;
  const Function *function = machine.functionAt(address);
  if (function == nullptr || !function->hasBody)
    return machine.stopWithGap(GapKind::UnresolvedCall,
                               "a thread starts with a function without a body");
  const unsigned number = machine.threadNumberFor(machine.threadNumber(), machine.thread().created);
  if (!machine.store({handle, {}}, machine.pointerBits(), {number + 1, {}}))
    return false;
  ++machine.thread().created;
  return machine.startThread(number, *function, call.argument(3)) && call.give(0);
}

/// Whoever drives threads lets a thread come here only when the other has ended.
bool join(LibraryCall &call) {
  Interpreter &machine = call.machine;
  std::uint64_t handle = 0;
  std::uint64_t into = 0;
  if (!call.number(0, "a thread handle", handle) ||
      !call.number(1, "the address of a result", into))
    return false;
  const State &state = machine.state();
  if (handle == 0 || handle > state.threads.size() || !state.threads[handle - 1].ended)
    return machine.stopWithFault(FaultKind::Misuse, "a join of no thread");
  const Value result = state.threads[handle - 1].result;
  if (into != 0 && !machine.store({into, {}}, machine.pointerBits(), result))
    return false;
  return call.give(0);
}

bool exitThread(LibraryCall &call) {
  Interpreter &machine = call.machine;
  machine.thread().result = call.argument(0);
  machine.leaveAllFrames();
  call.moved = true;
  return machine.stop(Stop::Why::Finished);
}

bool self(LibraryCall &call) {
  return call.give(call.machine.threadNumber() + 1);
}

bool detach(LibraryCall &call) {
  return call.give(0);
}

/// Whoever drives threads lets no other one move in between.
bool sectionBoundary(LibraryCall &) {
  return true;
}

bool attribute(LibraryCall &call) {
  return call.give(0);
}

bool equal(LibraryCall &call) {
  return call.give(call.machine.toValue(call.machine.arena().ite(
      call.machine.arena().equal(call.machine.toTerm(call.argument(0), call.width(0)),
                                 call.machine.toTerm(call.argument(1), call.width(1))),
      call.machine.arena().constant(call.resultWidth(), 1),
      call.machine.arena().constant(call.resultWidth(), 0))));
}

constexpr LibraryModel kModels[] = {
    {"pthread_create", 4, create},
    {"pthread_join", 2, join},
    {"pthread_exit", 1, exitThread},
    {"pthread_self", 0, self},
    {"pthread_detach", 1, detach},
    {"pthread_equal", 2, equal},
    {"pthread_yield", 0, attribute},
    {"sched_yield", 0, attribute},
    {"thrd_yield", 0, attribute},
    {"pthread_attr_init", 1, attribute},
    {"pthread_attr_destroy", 1, attribute},
    {"pthread_attr_setdetachstate", 2, attribute},
    {"pthread_attr_setstacksize", 2, attribute},
    {"pthread_attr_setscope", 2, attribute},
    {"__VERIFIER_atomic_begin", 0, sectionBoundary},
    {"__VERIFIER_atomic_end", 0, sectionBoundary},
};

} // namespace

std::span<const LibraryModel> threads() {
  return kModels;
}

} // namespace raceward::models
