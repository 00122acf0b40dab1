#include "CallDescriber.h"

#include "../CreationUses.h"
#include "../Handles.h"
#include "raceward/base/Check.h"
#include "raceward/base/Text.h"

#include <algorithm>

namespace raceward {

ThreadedMachine::Parts::CallDescriber::CallDescriber(Parts &parts, unsigned thread, Stop &stop)
    : parts_(parts), t_(thread), stop_(stop), top_(parts.state().threads[thread].top),
      step_(top_->code->steps[top_->at + 1]), detail_(top_->code->calls[step_.extra]),
      next_(Parts::pendingAt(Pending::Kind::Plain, parts.positionOf(step_.source))) {}

bool ThreadedMachine::Parts::CallDescriber::argument(std::size_t i, std::string_view what,
                                                     std::uint64_t &out) {
  return parts_.interpreter->inspect(state(), t_, detail_.arguments[i].slot, what, out, stop_);
}

Ref<Pending> ThreadedMachine::Parts::CallDescriber::stopWithGap(GapKind kind, std::string message,
                                                                std::string hint) {
  stop_.why = Stop::Why::Gap;
  stop_.gap = {kind, std::move(message), raceward::positionOf(*step_.source->origin),
               std::move(hint)};
  return {};
}

/// A call that is one step for its effect on threads may also read memory that others use, such as
/// a timeout. No event represents that read. Writes are events: describeWrite().
void ThreadedMachine::Parts::CallDescriber::noteSharedArguments() {
  if (effect() == SyncEffect::None || effect() == SyncEffect::SyncObject)
    return;
  const Instruction &call = *step_.source;
  for (std::uint32_t i = call.firstSite; i < call.firstSite + call.siteCount; ++i)
    if (parts_.visible[i] && !writes(parts_.program->sites()[i].kind))
      parts_.noteAt(GapKind::UnmodelledCall,
                    "what " + call.library->name + "() does to shared memory is not followed",
                    &call);
}

/// The memory that a call writes besides its effect on threads: a handle, a result. False if the
/// address is invalid; performing the call will report it.
bool ThreadedMachine::Parts::CallDescriber::describeWrite(std::uint64_t address,
                                                          std::uint64_t bytes) {
  const MemoryObject *object = state().memory.objectAt(address);
  if (object == nullptr || address - object->base() + bytes > object->size())
    return false;
  next_->object = object->base();
  next_->operation.action = Write{{parts_.objectAt(state().memory, object->base()),
                                   static_cast<std::uint32_t>(address - object->base()),
                                   static_cast<std::uint32_t>(bytes)}};
  return true;
}

/// The second part of a call whose first part was its effect on threads.
Ref<Pending> ThreadedMachine::Parts::CallDescriber::writeResult(std::uint64_t address,
                                                                std::uint64_t bytes) {
  return describeWrite(address, bytes) ? next_ : local();
}

Ref<Pending> ThreadedMachine::Parts::CallDescriber::local() {
  next_->operation.action = Local{};
  return next_;
}

/// The object does not exist yet: another thread may still initialise it.
Ref<Pending> ThreadedMachine::Parts::CallDescriber::untilInitialised() {
  next_->operation.action = Local{};
  next_->follows = true;
  next_->isOpen = true;
  return next_;
}

// -- threads and the process ---------------------------------------------------------------

bool ThreadedMachine::Parts::CallDescriber::isOverThreadBound() {
  return parts_.bounds.threads != 0 &&
         std::ranges::count_if(state().threads.items(), [](const Ref<MachineThread> &each) {
           return each->exists;
         }) > parts_.bounds.threads;
}

Ref<Pending> ThreadedMachine::Parts::CallDescriber::createThread() {
  const CallPart part = thread().part;
  if (part == CallPart::Start && isOverThreadBound())
    return stopWithGap(GapKind::Bound,
                       "no more than " + counted(parts_.bounds.threads, "thread") + " besides main",
                       "raise --thread-bound");
  // Choices of performing it must be made before: it is one step.
  const bool isC11 = effect() == SyncEffect::CreateC11Thread;
  std::uint64_t handle = 0;
  std::uint64_t number = 0;
  if (!argument(0, "the address of a thread handle", handle) ||
      !argument(isC11 ? 1 : 2, "a function pointer", number) ||
      (!isC11 && !argument(1, "the address of an attribute", number)))
    return {};
  if (bool fails = false; part == CallPart::Start && isFailureFollowed(*step_.source->origin)) {
    if (!parts_.interpreter->inspectFailure(state(), t_, kCreationFails, fails, stop_))
      return {};
    if (fails)
      return local();
  }
  if (part != CallPart::Announced && parts_.interpreter->writesVisibly(*step_.source) &&
      describeWrite(handle, parts_.interpreter->pointerBits() / 8))
    return writeHandle(part);
  if (part == CallPart::Done) // the thread exists, but its handle is inaccessible
    return local();
  const unsigned child = parts_.interpreter->threadNumberFor(t_, thread().created);
  next_->operation.action = Create{ThreadId(child)};
  return next_;
}

/// The handle is written before the thread starts, or later. A race with the early write, which is
/// announced first, is a race; a race with the late write only withholds race-free.
Ref<Pending> ThreadedMachine::Parts::CallDescriber::writeHandle(CallPart part) {
  if (part == CallPart::Start) {
    next_->kind = Pending::Kind::Announcing;
    return next_;
  }
  Address &at = std::get<Write>(next_->operation.action).at;
  at.exact = false;
  next_->touches = {{next_->object, at.offset, at.bytes, true, false, step_.source, true}};
  return next_;
}

Ref<Pending> ThreadedMachine::Parts::CallDescriber::joinThread() {
  std::uint64_t number = 0;
  if (!argument(1, "the address of a result", number))
    return {};
  const unsigned bits = parts_.interpreter->pointerBits();
  if (thread().part == CallPart::Done)
    return writeResult(number, step_.source->library->name == "thrd_join" ? 4 : bits / 8);
  const std::uint32_t slot = detail_.arguments[0].slot;
  if (hasFailedCreation(state()) && (slot & kConstantBit) == 0 &&
      !top_->registers()[slot].isNumber())
    return local(); // performing it ends the thread
  if (!argument(0, "a thread handle", number))
    return {};
  const std::optional<unsigned> other = threadOfHandle(number, bits);
  if (!other || *other >= state().threads.size() || !state().threads[*other].exists || *other == t_)
    return local(); // misuse, which performing it will report
  next_->target = *other;
  next_->waitUntil([](const State &state, unsigned,
                      const Pending &join) { return state.threads[join.target].ended; },
                   Join{ThreadId(next_->target)});
  return next_;
}

Ref<Pending> ThreadedMachine::Parts::CallDescriber::exitThread() {
  // Clean-ups, destructors of keys and robust mutexes come after this.
  const bool isLast =
      thread().keyValues.empty() && thread().cleanUps.empty() && state().sync().robust.empty();
  next_->operation.action = isLast ? Action(Exit{}) : Action(Local{});
  noteSharedLocals();
  return next_;
}

void ThreadedMachine::Parts::CallDescriber::noteSharedLocals() {
  const std::vector<std::uint64_t> &shared = state().sharedLocals;
  if (shared.empty() || t_ == 0)
    return;
  for (const Frame *frame = top_.get(); frame != nullptr; frame = frame->caller.get())
    for (const std::uint64_t variable : frame->locals)
      if (std::find(shared.begin(), shared.end(), variable) != shared.end())
        parts_.noteAt(GapKind::BadExecution,
                      "a thread ends whose local variables other threads have touched",
                      step_.source);
}

Ref<Pending> ThreadedMachine::Parts::CallDescriber::endProcess() {
  const LibraryFunction *called = step_.source->library;
  next_->endProcess(called != nullptr && called->name == "exit" && state().runsAtEnd());
  return next_;
}

/// If the call that ends the process reports a fault, that is known now. The call will not be
/// performed if another thread ends the process first.
Ref<Pending> ThreadedMachine::Parts::CallDescriber::lookAheadToEnd() {
  if (const std::optional<Fault> fault = parts_.faultAhead(state(), t_))
    parts_.found(t_, *fault);
  return endProcess();
}

} // namespace raceward
