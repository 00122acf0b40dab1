// Threads: create, join, exit. Handles.h describes handles.
#include "../AddressChecks.h"
#include "../CreationUses.h"
#include "../Handles.h"
#include "Leaving.h"
#include "SyncLife.h"

#include <algorithm>
#include <initializer_list>
#include <span>

namespace raceward::models {

namespace {

constexpr std::uint32_t kC11Bits = 32;      // width of the result of a C11 thread
constexpr std::uint64_t kTooLong = 34;      // ERANGE
constexpr std::uint64_t kNotSupported = 95; // ENOTSUP

/// PTHREAD_CREATE_DETACHED, as stored by pthread_attr_setdetachstate() below.
bool isDetached(LibraryCall &call, std::uint64_t attribute, bool &detached) {
  if (attribute == 0)
    return true;
  Value state;
  if (!call.machine.load({attribute, {}}, 32, state))
    return false;
  detached = state.bits != 0;
  return state.isNumber() ||
         call.machine.stopWithGap(GapKind::UnmodelledCall,
                                  "a thread is created with attributes that are not known");
}

/// The first, unless an input says another.
Value oneOf(LibraryCall &call, std::initializer_list<std::uint64_t> reasons) {
  Interpreter &machine = call.machine;
  const unsigned width = call.resultWidth();
  Value reason{*reasons.begin(), {}};
  for (const std::uint64_t other : std::span(reasons).subspan(1))
    reason = machine.toValue(
        machine.arena().ite(machine.toBool(machine.fresh(1, "the reason why there is no thread")),
                            machine.arena().constant(width, other), machine.toTerm(reason, width)));
  return reason;
}

bool start(LibraryCall &call, std::size_t functionAt, std::uint64_t attribute,
           std::initializer_list<std::uint64_t> failures) {
  Interpreter &machine = call.machine;
  if (call.isTold())
    return call.give(0);
  if (const std::optional<Value> asked = machine.thread().asked) {
    bool fails = false;
    if (!machine.decide(machine.toBool(*asked), fails))
      return false;
    machine.thread().asked.reset();
    if (fails) {
      noteFailedCreation(machine.state());
      return call.give(oneOf(call, failures));
    }
  }
  if (!machine.threadNumberFor)
    return machine.stopWithGap(GapKind::UnmodelledCall, "threads are not followed here");
  std::uint64_t handle = 0;
  std::uint64_t address = 0;
  bool detached = false;
  if (!call.number(0, "the address of a thread handle", handle) ||
      !call.number(functionAt, "a function pointer", address) ||
      !isDetached(call, attribute, detached))
    return false;
  const Function *function = machine.functionAt(address);
  if (function == nullptr || !function->hasBody)
    return machine.stopWithGap(GapKind::UnresolvedCall,
                               "a thread starts with a function without a body");
  const unsigned number = machine.threadNumberFor(machine.threadNumber(), machine.thread().created);
  if (!machine.store({handle, {}}, machine.pointerBits(),
                     {handleOfThread(number, machine.pointerBits()), {}}))
    return false;
  ++machine.thread().created;
  if (!machine.startThread(number, *function, call.argument(functionAt + 1)))
    return false;
  machine.state().threads.own(number).detached = detached;
  return call.comesBackToTell() || call.give(0);
}

bool createThread(LibraryCall &call) {
  std::uint64_t attribute = 0;
  if (!call.number(1, "the address of an attribute", attribute))
    return false;
  return attribute == 0 ? start(call, 2, attribute, {kTryAgain})
                        : start(call, 2, attribute, {kTryAgain, kNotOwner, kInvalid});
}

bool createThreadC11(LibraryCall &call) {
  return start(call, 1, 0, {kC11Error, kC11NoMemory});
}

/// The thread behind a handle, if it was neither joined nor detached; null with a fault.
MachineThread *joinable(LibraryCall &call, std::string_view what) {
  Interpreter &machine = call.machine;
  std::uint64_t handle = 0;
  State &state = machine.state();
  const bool mayBeNone = hasFailedCreation(state);
  if (mayBeNone && !call.argument(0).isNumber()) { // indeterminate content of the variable
    machine.stop(Stop::Why::Infeasible);
    return nullptr;
  }
  if (!call.number(0, "a thread handle", handle))
    return nullptr;
  const auto wrong = [&](std::string_view why) -> MachineThread * {
    if (mayBeNone) {
      machine.stop(Stop::Why::Infeasible);
      return nullptr;
    }
    machine.stopWithFault(FaultKind::Misuse, std::string(what) + std::string(why));
    return nullptr;
  };
  const std::optional<unsigned> number = threadOfHandle(handle, machine.pointerBits());
  if (!number || *number >= state.threads.size() || !state.threads[*number].exists)
    return wrong(" of no thread");
  if (state.threads[*number].joined)
    return wrong(" of a thread that was joined before");
  if (state.threads[*number].detached)
    return wrong(" of a thread that is detached");
  return &state.threads.own(*number);
}

/// The driver lets a thread get here only when the other has ended.
bool join(LibraryCall &call, std::uint32_t bits) {
  Interpreter &machine = call.machine;
  if (call.isTold())
    return call.give(0);
  std::uint64_t into = 0;
  if (!call.number(1, "the address of a result", into))
    return false;
  MachineThread *other = joinable(call, "a join");
  if (other == nullptr)
    return false;
  if (!other->ended)
    return machine.stopWithFault(FaultKind::Misuse, "a thread joins itself");
  if (into != 0) {
    Value result = other->result;
    if (other->resultBits == 0)
      result = machine.fresh(bits, {}); // it ended without a result
    else if (other->resultBits != bits)
      return machine.stopWithGap(GapKind::UnresolvedCall,
                                 "the result of a thread is of another type than it is taken for");
    if (!machine.store({into, {}}, bits, result))
      return false;
  }
  other->joined = true;
  return (into != 0 && call.comesBackToTell()) || call.give(0);
}

bool joinPosix(LibraryCall &call) {
  return join(call, call.machine.pointerBits());
}
bool joinC11(LibraryCall &call) {
  return join(call, kC11Bits);
}

bool detach(LibraryCall &call) {
  MachineThread *other = joinable(call, "a detach");
  if (other == nullptr)
    return false;
  other->detached = true;
  return call.give(0);
}

bool exitThread(LibraryCall &call) {
  MachineThread &thread = call.machine.thread();
  if (!thread.isExiting) {
    thread.result = call.argument(0);
    thread.resultBits = call.width(0);
  }
  return leaveThread(call);
}

bool self(LibraryCall &call) {
  return call.give(handleOfThread(call.machine.threadNumber(), call.machine.pointerBits()));
}

/// The driver lets no other thread move in between.
bool sectionBoundary(LibraryCall &) {
  return true;
}

// -- attributes: an int, whether the thread is detached ------------------------------------

/// What is behind the int. Its other properties are not followed.
bool writeRest(LibraryCall &call) {
  constexpr std::uint64_t first = 4;
  Interpreter &machine = call.machine;
  const std::uint64_t size = machine.pointerBits() == 64 ? 56 : 36; // pthread_attr_t
  std::uint64_t address = 0;
  if (!call.number(0, "the address of an attribute", address))
    return false;
  const MemoryObject *object = machine.state().memory.objectAt(address);
  const std::uint64_t rest = object != nullptr ? object->size() - (address - object->base()) : 0;
  return rest <= first || machine.overwrite({address + first, {}}, std::min(rest, size) - first);
}

bool initialiseThread(LibraryCall &call) {
  return initialiseAttribute(call) && writeRest(call);
}

bool setOther(LibraryCall &call) {
  return rewriteAttribute(call) && writeRest(call);
}

bool setDetached(LibraryCall &call) {
  return setAttributeUpTo(call, 1, Property::IsInt);
}

bool setOtherUpTo(LibraryCall &call, std::uint64_t most) {
  bool isRefused = false;
  if (!isAbove(call, 1, most, isRefused))
    return false;
  return isRefused ? call.give(kInvalid) : setOther(call);
}

bool setInheritance(LibraryCall &call) {
  return setOtherUpTo(call, 1);
}
bool setPolicy(LibraryCall &call) {
  return setOtherUpTo(call, 2); // SCHED_OTHER, SCHED_FIFO, SCHED_RR
}

bool setStackSize(LibraryCall &call) {
  constexpr std::uint64_t least = 16384; // PTHREAD_STACK_MIN
  bool isEnough = false;
  if (!isAbove(call, 1, least - 1, isEnough))
    return false;
  return isEnough ? setOther(call) : call.give(kInvalid);
}

bool setScope(LibraryCall &call) {
  bool isRefused = false;
  bool isInvalid = false;
  if (!isAbove(call, 1, 0, isRefused) || !isAbove(call, 1, 1, isInvalid))
    return false;
  if (isRefused) // there is PTHREAD_SCOPE_SYSTEM only
    return call.give(isInvalid ? kInvalid : kNotSupported);
  return setOther(call);
}

// -- other properties of threads -----------------------------------------------------------

bool setConcurrency(LibraryCall &call) {
  TermArena &arena = call.machine.arena();
  const unsigned width = call.width(0);
  return call.give(call.machine.toValue(arena.ite(
      arena.slt(call.machine.toTerm(call.argument(0), width), arena.constant(width, 0)),
      arena.constant(call.resultWidth(), kInvalid), arena.constant(call.resultWidth(), 0))));
}

/// The number of characters of the text in argument `i`, which is read.
bool threadNameLength(LibraryCall &call, std::size_t i, std::uint64_t &length) {
  Interpreter &machine = call.machine;
  std::uint64_t address = 0;
  if (!call.number(i, "the address of a text", address))
    return false;
  for (length = 0;; ++length) {
    Value character;
    bool isEnd = false;
    if (!machine.load({address + length, {}}, 8, character) ||
        !machine.decide(
            machine.arena().equal(machine.toTerm(character, 8), machine.arena().constant(8, 0)),
            isEnd))
      return false;
    if (isEnd)
      return true;
  }
}

/// 0, or any error number, which errno then has, too.
bool giveAnyStatus(LibraryCall &call) {
  constexpr std::uint64_t mostError = 127;
  Interpreter &machine = call.machine;
  TermArena &arena = machine.arena();
  std::uint64_t place = 0;
  Value before;
  if (!machine.errorNumber(place) || !machine.load({place, {}}, 32, before))
    return false;
  const Term status =
      arena.bvAnd(machine.toTerm(machine.fresh(32, call.name), 32), arena.constant(32, mostError));
  const Term after =
      arena.ite(arena.equal(status, arena.constant(32, 0)), machine.toTerm(before, 32), status);
  return machine.store({place, {}}, 32, machine.toValue(after)) &&
         call.give(machine.toValue(status));
}

/// The system may refuse it for another thread than the caller.
bool setName(LibraryCall &call) {
  constexpr std::uint64_t longest = 15;
  std::uint64_t length = 0;
  if (!threadNameLength(call, 1, length))
    return false;
  if (length > longest)
    return call.give(kTooLong);
  const std::uint64_t own = handleOfThread(call.machine.threadNumber(), call.machine.pointerBits());
  const bool isOwn = call.argument(0).isNumber() && call.argument(0).bits == own;
  return isOwn ? call.give(0) : giveAnyStatus(call);
}

bool equal(LibraryCall &call) {
  if (AddressChecks checks(call.machine);
      checks.comparesStaleHandles(call.argument(0), call.argument(1)))
    checks.noteHandle(kStaleHandle);
  return call.give(call.machine.toValue(call.machine.arena().ite(
      call.machine.arena().equal(call.machine.toTerm(call.argument(0), call.width(0)),
                                 call.machine.toTerm(call.argument(1), call.width(1))),
      call.machine.arena().constant(call.resultWidth(), 1),
      call.machine.arena().constant(call.resultWidth(), 0))));
}

constexpr LibraryModel kThreadModels[] = {
    {"pthread_create", 4, createThread},
    {"pthread_join", 2, joinPosix},
    {"pthread_exit", 1, exitThread},
    {"pthread_self", 0, self},
    {"pthread_detach", 1, detach},
    {"pthread_equal", 2, equal},
    {"pthread_yield", 0, nothing},
    {"pthread_setconcurrency", 1, setConcurrency},
    {"pthread_setname_np", 2, setName},
    {"sched_yield", 0, nothing},
    {"thrd_create", 3, createThreadC11},
    {"thrd_join", 2, joinC11},
    {"thrd_exit", 1, exitThread},
    {"thrd_current", 0, self},
    {"thrd_detach", 1, detach},
    {"thrd_equal", 2, equal},
    {"thrd_yield", 0, nothing},
    {"pthread_attr_init", 1, initialiseThread},
    {"pthread_attr_destroy", 1, setOther},
    {"pthread_attr_setdetachstate", 2, setDetached},
    {"pthread_attr_getdetachstate", 2, getAttribute},
    {"pthread_attr_setstacksize", 2, setStackSize},
    {"pthread_attr_setguardsize", 2, setOther},
    {"pthread_attr_setscope", 2, setScope},
    {"pthread_attr_setschedpolicy", 2, setPolicy},
    {"pthread_attr_setinheritsched", 2, setInheritance},
    {"__VERIFIER_atomic_begin", 0, sectionBoundary},
    {"__VERIFIER_atomic_end", 0, sectionBoundary},
};

} // namespace

std::span<const LibraryModel> threads() {
  return kThreadModels;
}

} // namespace raceward::models
