// Describes the next operation of a thread: an access, a fence, the end of variables; calls of
// library functions are in DescribeSync.cpp. Nothing here changes what the program sees.
#include "Parts.h"
#include "raceward/program/Assembly.h"
#include "raceward/program/ExternalObjects.h"
#include "raceward/program/MemoryOrders.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace raceward {

namespace {

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

/// An access to an object that is declared as a volatile sig_atomic_t, or looks like one.
bool isSignalFlag(const llvm::Instruction &access, std::uint64_t bytes) {
  constexpr std::uint64_t flagBytes = 4; // an int
  return access.isVolatile() && bytes == flagBytes;
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

Ref<Pending> ThreadedMachine::Parts::pendingAt(Pending::Kind kind, PositionId at) {
  Ref<Pending> next(new Pending());
  next->kind = kind;
  next->operation.at = at;
  return next;
}

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
  if (step.op == Micro::Call)
    return describeBurst(t, BurstKind::SectionFunction, stop);
  if (step.isCall())
    return describeCall(t, stop);
  switch (step.op) {
  case Micro::Return: {
    // A call of main by the program itself does not end the process.
    Ref<Pending> next = pendingAt(Pending::Kind::Plain, positionOf(step.source));
    next->operation.action = Local{};
    if (!frame.caller)
      next->endProcess(state().runsAtEnd());
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
  const std::uint64_t bytes = top->code->bytesOf(step);
  const AccessSite &site = program->sites()[step.source->firstSite];
  const bool atomic = isAtomic(site) || step.source->hasOpenOrder;
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
    if (!atomic && isInHandler(t) && isSignalFlag(*step.source->origin, bytes)) {
      next->touches = {{base, offset.bits, bytes, isWrite, false, step.source, false, false, true}};
      next->operation.action =
          actionOf(step.op, order, addressOf(state().memory, next->touches.front()));
    }
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

/// The fault that performing the thread's next call would report.
std::optional<Fault> ThreadedMachine::Parts::faultAhead(State ahead, unsigned t) {
  interpreter->grant();
  Stop stop = interpreter->run(ahead, t, 2);
  interpreter->withdraw();
  return stop.why == Stop::Why::Fault ? std::optional(std::move(stop.fault)) : std::nullopt;
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

Ref<Pending> ThreadedMachine::Parts::describeFence(const Instruction &fence, Ref<Pending> next) {
  const MemoryOrder order =
      raceward::orderOf(llvm::cast<llvm::FenceInst>(fence.origin)->getOrdering());
  if (fence.hasOpenOrder)
    noteOpenOrder(fence);
  // One that assembly adds makes no execution possible that would not be without it.
  if (!isFenceOfAssembly(*fence.origin))
    noteWeakOrder(fence, order);
  next->operation.action = Fence{order};
  return next;
}

/// The memory order of an atomic access. Under sc there is only one.
MemoryOrder ThreadedMachine::Parts::orderOf(const Instruction &instruction, bool succeeds) {
  // The stronger reading: a race must be one under both.
  if (instruction.hasOpenOrder) {
    noteOpenOrder(instruction);
    const MemoryOrder strict = *strictOrderOf(*instruction.origin);
    return model == MemoryModel::Sc ? MemoryOrder::SeqCst : strict;
  }
  if (model == MemoryModel::Sc)
    return MemoryOrder::SeqCst;
  const auto *swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(instruction.origin);
  const MemoryOrder order = swap != nullptr && !succeeds
                                ? raceward::orderOf(swap->getFailureOrdering())
                                : program->sites()[instruction.firstSite].order;
  noteWeakOrder(instruction, order);
  return order;
}

void ThreadedMachine::Parts::noteOpenOrder(const Instruction &instruction) {
  noteAt(GapKind::AmbiguousOrder,
         "it is not certain how much an access or a barrier of inline assembly orders",
         &instruction,
         "use C11 atomics or __atomic builtins; with a \"memory\" clobber a locked instruction "
         "orders as a seq_cst atomic does");
}

void ThreadedMachine::Parts::noteWeakOrder(const Instruction &instruction, MemoryOrder order) {
  if (model == MemoryModel::C11 && order != MemoryOrder::SeqCst)
    weakOrders.noteWeak({GapKind::WeakMemory, "an atomic access or a fence weaker than seq_cst",
                         raceward::positionOf(*instruction.origin),
                         "--model sc takes every atomic for seq_cst"});
}

void ThreadedMachine::Parts::meetAtomics(const Pending &next) {
  weakOrders.meet(next.operation.action);
  for (const BurstWay &way : next.ways)
    weakOrders.meet(way.operation.action);
  for (Gap &gap : weakOrders.takeGaps())
    note(std::move(gap));
}

/// Whether a thread may learn by it what another has done, without being ordered after it.
bool ThreadedMachine::Parts::tellsWithoutOrdering(const LibraryFunction &function) const {
  if (raceward::tellsWithoutOrdering(function.sync))
    return true;
  // An input function in the machine's own library may keep state: a clock, a stream.
  return function.isInput && std::any_of(interpreter->images.begin() + 1, interpreter->images.end(),
                                         [&](const Image &image) {
                                           const llvm::Function *own =
                                               image.program->module().getFunction(function.name);
                                           return own != nullptr && !own->isDeclaration();
                                         });
}

} // namespace raceward
