// Describes the next operation of a thread. Nothing here changes what the program sees.
#include "../CreationUses.h"
#include "../Handles.h"
#include "../MutexState.h"
#include "Parts.h"
#include "raceward/base/Check.h"
#include "raceward/base/Text.h"
#include "raceward/program/ExternalObjects.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instruction.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace raceward {

namespace {

Ref<Pending> pendingAt(Pending::Kind kind, PositionId at) {
  Ref<Pending> next(new Pending());
  next->kind = kind;
  next->operation.at = at;
  return next;
}

std::uint64_t bytesOf(const MicroFunction &code, const Step &step) {
  if (step.op != Micro::LoadParts && step.op != Micro::StoreParts)
    return step.extra;
  std::uint64_t bytes = 0;
  for (std::uint32_t i = 0; i < step.c; ++i) {
    const Part &part = code.parts[step.extra + i];
    bytes = std::max<std::uint64_t>(bytes, part.offset + (part.width + 7) / 8);
  }
  return bytes;
}

Action actionOf(Micro op, MemoryOrder order, const Address &at) {
  const bool atomic = order != MemoryOrder::Plain;
  switch (op) {
  case Micro::Load:
  case Micro::LoadParts:
    return atomic ? Action(AtomicRead{at, order}) : Action(Read{at});
  case Micro::Store:
  case Micro::StoreParts:
    return atomic ? Action(AtomicWrite{at, order}) : Action(Write{at});
  default:
    return AtomicUpdate{at, order};
  }
}

/// Whether memory equals a register; empty if one of them is not a number.
std::optional<bool> isEqual(const MemoryObject &object, std::uint64_t offset, std::uint64_t bytes,
                            const Frame &frame, std::uint32_t slot) {
  const Value &value = (slot & kConstantBit) != 0 ? frame.code->constants[slot & ~kConstantBit]
                                                  : frame.registers()[slot];
  if (!value.isNumber() || bytes > sizeof value.bits || !object.areNumbers(offset, bytes))
    return std::nullopt;
  std::uint64_t held = 0;
  std::memcpy(&held, object.bytes() + offset, bytes);
  return held == value.bits;
}

} // namespace

Ref<Pending> ThreadedMachine::Parts::describe(unsigned t, Stop &stop) {
  Ref<Pending> next = describeNext(t, stop);
  if (next)
    meetAtomics(*next);
  return next;
}

Ref<Pending> ThreadedMachine::Parts::describeNext(unsigned t, Stop &stop) {
  const Frame &frame = *state().threads[t].top.get();
  const Step &here = frame.code->steps[frame.at];
  if (here.op != Micro::Visible)
    return describeEndOfLife(t);
  const Step &step = frame.code->steps[frame.at + 1];
  if (step.isCall())
    return describeCall(t, stop);
  switch (step.op) {
  case Micro::Return: {
    // A call of main by the program itself does not end the process.
    Ref<Pending> next = pendingAt(frame.caller ? Pending::Kind::Plain : Pending::Kind::ProcessEnd,
                                  positionOf(step.source));
    next->operation.action = frame.caller ? Action(Local{}) : Action(Exit{});
    return next;
  }
  case Micro::CopyMemory:
  case Micro::SetMemory:
  case Micro::VariadicStart:
  case Micro::VariadicCopy:
  case Micro::VariadicEnd:
    return describeBurst(t, BurstKind::Instruction, stop);
  case Micro::Nothing:
    return describeFence(*step.source, pendingAt(Pending::Kind::Plain, positionOf(step.source)));
  default:
    return describeAccess(t, stop);
  }
}

/// A variable that is only declared is a separate object here, but may be another one.
void ThreadedMachine::Parts::noteOtherNames(const llvm::GlobalVariable &variable) {
  if (variable.isDeclaration() && !mayBeTheSameAs(variable).empty())
    note({GapKind::AddressDependent,
          "'" + variable.getName().str() +
              "' is defined elsewhere, perhaps as another name for "
              "a variable of the program",
          {},
          "give the file that defines '" + variable.getName().str() + "'"});
}

/// Writes to it before there are threads may be what they read by another name.
void ThreadedMachine::Parts::noteWritesByOtherNames() {
  for (const AccessSite &site : program->sites())
    if (writes(site.kind))
      if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(
              llvm::getUnderlyingObject(program->placeOf(site.id).pointer)))
        noteOtherNames(*variable);
}

/// Another thread may access such a variable only during its lifetime: its end is an event from now
/// on.
void ThreadedMachine::Parts::markShared(State &state, unsigned t, const MemoryObject &object) {
  if (object.kind() == ObjectKind::Global)
    noteOtherNames(*static_cast<const Global *>(object.origin)->origin);
  if (object.kind() != ObjectKind::Stack && object.kind() != ObjectKind::ThreadLocal)
    return;
  if (state.memory.keyOf(object.base()) >> 32 == t)
    return;
  std::vector<std::uint64_t> &shared = state.sharedLocals;
  if (std::find(shared.begin(), shared.end(), object.base()) == shared.end())
    shared.push_back(object.base());
  if (object.kind() == ObjectKind::ThreadLocal)
    note({GapKind::BadExecution,
          "a thread-local variable is used by another thread, perhaps after its thread has ended",
          {},
          {}});
}

Ref<Pending> ThreadedMachine::Parts::describeAccess(unsigned t, Stop &stop) {
  const FrameRef top = state().threads[t].top; // locate() may replace the frame
  const Step &step = top->code->steps[top->at + 1];
  const std::uint64_t bytes = bytesOf(*top->code, step);
  const AccessSite &site = program->sites()[step.source->firstSite];
  const bool atomic = isAtomic(site);
  const bool isWrite = step.op != Micro::Load && step.op != Micro::LoadParts;
  Ref<Pending> next = pendingAt(Pending::Kind::Plain, positionOf(step.source));
  std::uint64_t base = 0;
  Value offset;
  if (!interpreter->locate(state(), t, step.a, bytes, isWrite, base, offset, stop)) {
    if (stop.why != Stop::Why::Fault)
      return {};
    next->operation.action = Local{}; // performing it will report the fault
    return next;
  }
  if (atomic && !offset.isNumber()) {
    std::uint64_t address = 0; // rule R7: synchronisation happens at one place
    if (!interpreter->inspect(state(), t, step.a, "the address of an atomic access", address, stop))
      return {};
    offset = {address - base, {}};
  }
  const MemoryObject &object = *state().memory.objectAt(base);
  const MemoryOrder order =
      atomic && step.op != Micro::CompareExchange ? orderOf(*step.source, true) : site.order;
  next->object = base;
  if (offset.isNumber()) {
    const Address at{objectAt(state().memory, base), static_cast<std::uint32_t>(offset.bits),
                     static_cast<std::uint32_t>(bytes)};
    if (step.op == Micro::CompareExchange) {
      // It writes only if it succeeds, which memory decides.
      const std::optional<bool> succeeds = isEqual(object, offset.bits, bytes, *top.get(), step.b);
      if (!succeeds)
        return describeBurst(t, BurstKind::Instruction, stop);
      next->operation.action =
          actionOf(*succeeds ? step.op : Micro::Load, orderOf(*step.source, *succeeds), at);
      next->follows = true;
      next->isOpen = true;
      return next;
    }
    next->operation.action = actionOf(step.op, order, at);
    return next;
  }
  next->operation.action = actionOf(
      step.op, order,
      {objectAt(state().memory, base), 0, static_cast<std::uint32_t>(object.size()), false});
  next->touches = {{base, 0, bytes, isWrite, false, step.source}};
  next->offset = offset.term;
  return next;
}

/// A function returns, or a scope ends, whose variables other threads have touched.
Ref<Pending> ThreadedMachine::Parts::describeEndOfLife(unsigned t) {
  const Frame &frame = *state().threads[t].top.get();
  const Step &step = frame.code->steps[frame.at];
  std::vector<std::uint64_t> ending = frame.locals;
  if (step.op == Micro::Lifetime) {
    const Value *bases[2] = {frame.registers(), frame.code->constants.data()};
    ending = {bases[step.a >> 31][step.a & ~kConstantBit].bits};
  }
  Ref<Pending> next = pendingAt(Pending::Kind::Plain, positionOf(step.source));
  Bulk bulk;
  for (const std::uint64_t base : ending) {
    const std::vector<std::uint64_t> &shared = state().sharedLocals;
    if (std::find(shared.begin(), shared.end(), base) == shared.end())
      continue;
    next->touches.push_back(
        {base, 0, state().memory.objectAt(base)->size(), true, true, step.source});
    bulk.accesses.push_back({addressOf(state().memory, next->touches.back()), AccessKind::Write});
  }
  next->operation.action = std::move(bulk);
  return next;
}

/// A call that is one step for its effect on threads may also read memory that others use, such as
/// a timeout. No event represents that read. Writes are events: describeWrite().
void ThreadedMachine::Parts::noteSharedArguments(const Instruction &call) {
  if (call.library->sync == SyncEffect::None || call.library->sync == SyncEffect::SyncObject)
    return;
  for (std::uint32_t i = call.firstSite; i < call.firstSite + call.siteCount; ++i)
    if (visible[i] && !writes(program->sites()[i].kind))
      noteAt(GapKind::UnmodelledCall,
             "what " + call.library->name + "() does to shared memory is not followed", &call);
}

/// The memory that a call writes besides its effect on threads: a handle, a result. False if the
/// address is invalid; performing the call will report it.
bool ThreadedMachine::Parts::describeWrite(std::uint64_t address, std::uint64_t bytes,
                                           Pending &next) {
  const MemoryObject *object = state().memory.objectAt(address);
  if (object == nullptr || address - object->base() + bytes > object->size())
    return false;
  next.object = object->base();
  next.operation.action = Write{{objectAt(state().memory, object->base()),
                                 static_cast<std::uint32_t>(address - object->base()),
                                 static_cast<std::uint32_t>(bytes)}};
  return true;
}

Ref<Pending> ThreadedMachine::Parts::describeCall(unsigned t, Stop &stop) {
  const FrameRef top = state().threads[t].top;
  const Step &step = top->code->steps[top->at + 1];
  const CallDetail &detail = top->code->calls[step.extra];
  if (step.op == Micro::Call)
    return describeBurst(t, BurstKind::SectionFunction, stop);
  Ref<Pending> next = pendingAt(Pending::Kind::Plain, positionOf(step.source));
  if (step.source->library == nullptr) { // a trap
    next->kind = Pending::Kind::ProcessEnd;
    next->operation.action = Exit{};
    return next;
  }
  const LibraryFunction &row = *step.source->library;
  const auto argument = [&](std::size_t i, std::string_view what, std::uint64_t &out) {
    return interpreter->inspect(state(), t, detail.arguments[i].slot, what, out, stop);
  };
  noteSharedArguments(*step.source);
  std::uint64_t number = 0;
  switch (row.sync) {
  case SyncEffect::None:
  case SyncEffect::SyncObject:
    return describeBurst(t, BurstKind::Call, stop);
  case SyncEffect::SectionBegin:
    return describeBurst(t, BurstKind::Section, stop);
  case SyncEffect::SectionEnd: // without a beginning: no effect
  case SyncEffect::CondSignal:
    next->operation.action = Local{};
    return next;
  case SyncEffect::CreateThread:
  case SyncEffect::CreateC11Thread: {
    const CallPart part = state().threads[t].part;
    if (bounds.threads != 0 && part == CallPart::Start &&
        std::ranges::count_if(state().threads.items(), [](const Ref<MachineThread> &each) {
          return each->exists;
        }) > bounds.threads) {
      stop.why = Stop::Why::Gap;
      stop.gap = {GapKind::Bound,
                  "no more than " + counted(bounds.threads, "thread") + " besides main",
                  raceward::positionOf(*step.source->origin), "raise --thread-bound"};
      return {};
    }
    // Choices of performing it must be made before: it is one step.
    const bool isC11 = row.sync == SyncEffect::CreateC11Thread;
    std::uint64_t handle = 0;
    if (!argument(0, "the address of a thread handle", handle) ||
        !argument(isC11 ? 1 : 2, "a function pointer", number) ||
        (!isC11 && !argument(1, "the address of an attribute", number)))
      return {};
    if (bool fails = false; part == CallPart::Start && isFailureFollowed(*step.source->origin)) {
      if (!interpreter->inspectFailure(state(), t, kCreationFails, fails, stop))
        return {};
      if (fails) {
        next->operation.action = Local{};
        return next;
      }
    }
    // The handle is written before the thread starts, or later. A race with the early write, which
    // is announced first, is a race; a race with the late write only withholds race-free.
    if (part != CallPart::Announced && interpreter->writesVisibly(*step.source) &&
        describeWrite(handle, interpreter->pointerBits() / 8, *next)) {
      if (part == CallPart::Start) {
        next->kind = Pending::Kind::Announcing;
        return next;
      }
      Address &at = std::get<Write>(next->operation.action).at;
      at.exact = false;
      next->touches = {{next->object, at.offset, at.bytes, true, false, step.source, true}};
      return next;
    }
    if (part == CallPart::Done) { // the thread exists, but its handle is inaccessible
      next->operation.action = Local{};
      return next;
    }
    const unsigned child = interpreter->threadNumberFor(t, state().threads[t].created);
    next->operation.action = Create{ThreadId(child)};
    return next;
  }
  case SyncEffect::JoinThread: {
    if (!argument(1, "the address of a result", number))
      return {};
    if (state().threads[t].part == CallPart::Done) {
      const std::uint64_t bytes = row.name == "thrd_join" ? 4 : interpreter->pointerBits() / 8;
      if (!describeWrite(number, bytes, *next))
        next->operation.action = Local{};
      return next;
    }
    if (const std::uint32_t slot = detail.arguments[0].slot; hasFailedCreation(state()) &&
                                                             (slot & kConstantBit) == 0 &&
                                                             !top->registers()[slot].isNumber()) {
      next->operation.action = Local{}; // performing it ends the thread
      return next;
    }
    if (!argument(0, "a thread handle", number))
      return {};
    const std::optional<unsigned> other = threadOfHandle(number, interpreter->pointerBits());
    if (!other || *other >= state().threads.size() || !state().threads[*other].exists ||
        *other == t) {
      next->operation.action = Local{}; // misuse, which performing it will report
      return next;
    }
    next->kind = Pending::Kind::Join;
    next->target = *other;
    next->operation.action = Join{ThreadId(next->target)};
    return next;
  }
  case SyncEffect::Lock:
  case SyncEffect::Unlock:
  case SyncEffect::TryLock:
    if (!argument(0, "the address of a mutex", number))
      return {};
    return describeMutex(t, row.sync, number, std::move(next));
  case SyncEffect::ReadLock:
  case SyncEffect::TryReadLock:
  case SyncEffect::WriteLock:
  case SyncEffect::TryWriteLock:
  case SyncEffect::RwUnlock:
    if (!argument(0, "the address of a read-write lock", number))
      return {};
    return unlessRefused(t, detail, describeReadWriteLock(t, row.sync, number, std::move(next)),
                         stop);
  case SyncEffect::SemaphoreValue:
    if (!argument(1, "the address of a value", number))
      return {};
    if (state().threads[t].part == CallPart::Done) {
      if (!describeWrite(number, 4, *next))
        next->operation.action = Local{};
      return next;
    }
    [[fallthrough]];
  case SyncEffect::SemaphoreWait:
  case SyncEffect::TrySemaphoreWait:
  case SyncEffect::SemaphorePost:
    if (!argument(0, "the address of a semaphore", number))
      return {};
    return unlessRefused(t, detail, describeSemaphore(row.sync, number, std::move(next)), stop);
  case SyncEffect::BarrierWait:
    if (!argument(0, "the address of a barrier", number))
      return {};
    return describeBarrier(t, number, std::move(next));
  case SyncEffect::Once:
    if (!argument(1, "a function pointer", number) ||
        !argument(0, "the address of a once control", number))
      return {};
    return describeOnce(t, number, std::move(next));
  case SyncEffect::CondWait:
    if (!argument(1, "the address of a mutex", number))
      return {};
    next->mutex = number;
    if (state().threads[t].isWaiting) {
      next->kind = Pending::Kind::Lock;
      next->operation.action = Lock{mutexAt(number)};
      return next;
    }
    if (holderOf(state(), number) != t) {
      stop.why = Stop::Why::Fault;
      stop.fault.kind = FaultKind::Misuse;
      stop.fault.message = "a wait for a condition without its mutex";
      stop.fault.at = raceward::positionOf(*step.source->origin);
      return {};
    }
    if (detail.arguments.size() > 2 && row.name != "pthread_cond_wait" && row.name != "cnd_wait") {
      bool isValid = true;
      if (!interpreter->inspectTime(state(), t, detail.arguments[2].slot, isValid, stop))
        return {};
      if (!isValid) { // it returns at once, without releasing the mutex
        next->operation.action = Local{};
        return next;
      }
    }
    if (timesHeld(state(), number) > 1) {
      stop.why = Stop::Why::Gap;
      stop.gap = {GapKind::UnmodelledCall,
                  "a wait for a condition with a mutex locked twice",
                  raceward::positionOf(*step.source->origin),
                  {}};
      return {};
    }
    next->kind = Pending::Kind::Unlocking;
    next->operation.action = Unlock{mutexAt(number)};
    return next;
  case SyncEffect::ExitThread:
    // Destructors of keys come after this.
    next->operation.action =
        state().threads[t].keyValues.empty() ? Action(Exit{}) : Action(Local{});
    if (!state().sharedLocals.empty() && t != 0)
      for (const Frame *frame = top.get(); frame != nullptr; frame = frame->caller.get())
        for (const std::uint64_t local : frame->locals)
          if (std::find(state().sharedLocals.begin(), state().sharedLocals.end(), local) !=
              state().sharedLocals.end())
            noteAt(GapKind::BadExecution,
                   "a thread ends whose local variables other threads have touched", step.source);
    return next;
  case SyncEffect::ExitProcess:
    next->kind = Pending::Kind::ProcessEnd;
    next->operation.action = Exit{};
    lookAhead(t);
    return next;
  case SyncEffect::DetachThread:
    next->operation.action = Local{};
    return next;
  case SyncEffect::Assume:
    break;
  }
  RW_CHECK(false); // no thread stops before an assumption
  return {};
}

/// Before a call that ends the process: if it reports a fault, that is known now. The call will not
/// be performed if another thread ends the process first.
void ThreadedMachine::Parts::lookAhead(unsigned t) {
  if (const std::optional<Fault> fault = faultAhead(state(), t))
    found(t, *fault);
}

/// The fault that performing the thread's next call would report.
std::optional<Fault> ThreadedMachine::Parts::faultAhead(State ahead, unsigned t) {
  interpreter->grant();
  Stop stop = interpreter->run(ahead, t, 2);
  interpreter->withdraw();
  return stop.why == Stop::Why::Fault ? std::optional(std::move(stop.fault)) : std::nullopt;
}

Ref<Pending> ThreadedMachine::Parts::describeMutex(unsigned t, SyncEffect effect,
                                                   std::uint64_t mutex, Ref<Pending> next) {
  next->mutex = mutex;
  const std::optional<unsigned> holder = holderOf(state(), mutex);
  // Relocking a held mutex, and unlocking one that stays held or is not held, are local steps.
  const bool isLocal =
      effect == SyncEffect::Unlock ? holder != t || timesHeld(state(), mutex) > 1 : holder == t;
  if (isLocal) {
    next->operation.action = Local{};
    return next;
  }
  switch (effect) {
  case SyncEffect::Unlock:
    next->operation.action = Unlock{mutexAt(mutex)};
    break;
  case SyncEffect::Lock:
    next->kind = Pending::Kind::Lock;
    next->operation.action = Lock{mutexAt(mutex)};
    break;
  default:
    next->follows = true;
    next->operation.action =
        holder ? Action(FailedTryLock{mutexAt(mutex)}) : Action(Lock{mutexAt(mutex), true});
  }
  return next;
}

/// Others have moved: an operation that depends on memory or mutexes may have changed.
void ThreadedMachine::Parts::describeAgain(unsigned t) {
  Stop stop;
  Ref<Pending> next = describe(t, stop);
  if (next)
    return setPending(t, std::move(next));
  if (const Result<void> done = afterStop(t, stop); !done)
    broken = done.error();
}

} // namespace raceward
