// The interface to the search.
#include "raceward/symex/ThreadedMachine.h"

#include "../MutexState.h"
#include "Parts.h"
#include "raceward/base/Check.h"
#include "raceward/base/Text.h"

#include <llvm/IR/Instruction.h>

#include <algorithm>

namespace raceward {

namespace {

constexpr std::string_view kProcessEnds = "the process ends";

} // namespace

ThreadedMachine::ThreadedMachine() : parts_(std::make_unique<Parts>()) {}
ThreadedMachine::~ThreadedMachine() = default;

Result<std::unique_ptr<ThreadedMachine>>
ThreadedMachine::make(const Program &program, MachineOptions options, std::vector<bool> visible,
                      MemoryModel model, ThreadBounds bounds) {
  RW_CHECK(visible.size() == program.sites().size());
  std::unique_ptr<ThreadedMachine> made(new ThreadedMachine());
  Parts &parts = *made->parts_;
  parts.program = &program;
  parts.visible = visible;
  parts.model = model;
  parts.bounds = bounds;
  if (bounds.shared)
    parts.uses.emplace(bounds.shared);
  for (const Function &function : program.functions())
    for (const Instruction &instruction : function.code.instructions)
      parts.hasTryLock |=
          instruction.library != nullptr && (instruction.library->sync == SyncEffect::TryLock ||
                                             instruction.library->sync == SyncEffect::TryReadLock ||
                                             instruction.library->sync == SyncEffect::TryWriteLock);
  parts.noteWritesByOtherNames();
  // A program without any access still has threads.
  if (visible.empty())
    visible.push_back(false);
  options.visible = std::move(visible);
  options.stopsAtFences = model == MemoryModel::C11;
  Result<std::unique_ptr<SymbolicMachine>> machine =
      SymbolicMachine::make(program, std::move(options));
  if (!machine)
    return fail(machine.error());
  parts.machine = std::move(*machine);
  parts.interpreter = &parts.machine->interpreter();
  if (std::ranges::any_of(program.functions(), [&](const Function &function) {
        return function.library != nullptr && !function.origin->use_empty() &&
               parts.tellsWithoutOrdering(*function.library);
      }))
    parts.weakOrders.meetOther();
  made->startNames({});
  parts.interpreter->threadNumberFor = [&parts](unsigned creator, unsigned count) {
    const auto [at, isNew] =
        parts.threadNumbers.try_emplace({creator, count}, parts.nextThreadNumber);
    parts.nextThreadNumber += isNew ? 1 : 0;
    return at->second;
  };
  return made;
}

Result<void> ThreadedMachine::restart() {
  Parts &parts = *parts_;
  parts.markCount = 0;
  if (Result<void> entered = parts.machine->enterAgain(); !entered)
    return entered;
  parts.now = std::make_unique<ThreadedSnapshot>(parts.machine->initial());
  parts.now->version = ++parts.versions;
  parts.known = false;
  parts.forgetRace();
  if (parts.uses)
    parts.uses->beginRun();
  return parts.settle(0);
}

// -- names -----------------------------------------------------------------------------------

void ThreadedMachine::Parts::note(Gap gap) {
  const auto same = [&](const Gap &other) {
    return other.kind == gap.kind && other.at == gap.at && other.message == gap.message;
  };
  if (std::find_if(gaps.begin(), gaps.end(), same) == gaps.end())
    gaps.push_back(std::move(gap));
}

void ThreadedMachine::Parts::noteAt(GapKind kind, std::string message, const Instruction *at,
                                    std::string hint) {
  note({kind, std::move(message), raceward::positionOf(*at->origin), std::move(hint)});
}

PositionId ThreadedMachine::Parts::positionOf(const Instruction *instruction) {
  const auto [at, isNew] = positions.try_emplace(instruction, PositionId(instructions.size()));
  if (isNew)
    instructions.push_back(instruction);
  return at->second;
}

/// In the memory of the state that contains it: objects allocated by a step executed ahead are not
/// in the present one.
ObjectId ThreadedMachine::Parts::objectAt(const Memory &memory, std::uint64_t base) {
  const std::uint64_t key = memory.keyOf(base);
  RW_CHECK(key != UINT64_MAX); // objects without a name would be confused
  return objects.try_emplace({key, UINT64_MAX}, ObjectId(objects.size())).first->second;
}

/// A mutex is named by its object and offset.
ObjectId ThreadedMachine::Parts::mutexAt(std::uint64_t address) {
  const MemoryObject *object = state().memory.objectAt(address);
  const std::pair<std::uint64_t, std::uint64_t> name =
      object == nullptr ? std::pair(UINT64_MAX, address)
                        : std::pair(state().memory.keyOf(object->base()), address - object->base());
  return objects.try_emplace(name, ObjectId(objects.size())).first->second;
}

ObjectId ThreadedMachine::Parts::requestTo(unsigned thread) {
  constexpr std::uint64_t requests = UINT64_MAX - 1; // no object has this key
  return objects.try_emplace({requests, thread}, ObjectId(objects.size())).first->second;
}

/// The end of a lifetime is inexact on purpose: canOverlap() decides whether it takes part in a
/// race.
Address ThreadedMachine::Parts::addressOf(const Memory &memory, const Touch &touch) {
  return {objectAt(memory, touch.base), static_cast<std::uint32_t>(touch.offset),
          static_cast<std::uint32_t>(touch.bytes), !touch.endsLife && !touch.isFlag};
}

Outcome ThreadedMachine::Parts::outcomeFor(std::uint64_t name) {
  const auto next = static_cast<std::uint32_t>(outcomeMeanings.size());
  const auto [at, isNew] = outcomeNames.try_emplace(name, next);
  if (isNew)
    outcomeMeanings.push_back(name);
  return {at->second};
}

// -- a thread runs up to its next operation --------------------------------------------------

void ThreadedMachine::Parts::setPending(unsigned t, Ref<Pending> next) {
  if (now->pending.size() <= t) {
    now->pending.resize(t + 1);
    now->spins.resize(t + 1);
    now->events.resize(t + 1);
  }
  next->version = now->version;
  now->pending[t] = std::move(next);
}

/// Up to the next operation that others could observe.
Stop ThreadedMachine::Parts::runAlone(unsigned t) {
  const std::uint64_t end = state().steps + bounds.stepsAlone;
  interpreter->redraws.forget();
  while (true) {
    const std::uint64_t left = end - state().steps;
    interpreter->setQuietAlone(bounds.quietAlone);
    interpreter->setQuietUses(uses && !showsQuiet ? &*uses : nullptr);
    Stop stop = interpreter->run(state(), t, std::min(left, kStepsBetweenLooks));
    interpreter->setQuietAlone(false);
    interpreter->setQuietUses(nullptr);
    if (stop.why == Stop::Why::Infeasible && interpreter->redraws.goBack(state(), t))
      continue;
    if (stop.why != Stop::Why::Budget || state().steps >= end)
      return stop;
    if (bounds.isTimeOver && bounds.isTimeOver()) {
      stop.why = Stop::Why::Gap;
      stop.gap = timeIsOver();
      return stop;
    }
  }
}

Result<void> ThreadedMachine::Parts::settle(unsigned t) {
  if (uses)
    uses->beginStretch();
  Stop stop = runToStop(t);
  return afterStop(t, stop);
}

Stop ThreadedMachine::Parts::runToStop(unsigned t) {
  const std::uint64_t stepsBefore = state().steps;
  const std::uint64_t writesBefore = interpreter->writes();
  Stop stop = runAlone(t);
  steps += state().steps - stepsBefore;
  state().threads.own(t).progress += interpreter->writes() - writesBefore;
  for (Gap &gap : machine->takeGaps())
    note(std::move(gap));
  return stop;
}

Result<void> ThreadedMachine::Parts::afterStop(unsigned t, Stop &stop) {
  for (;;) {
    const Result<bool> goesOn = takeStop(t, stop);
    if (!goesOn)
      return fail(goesOn.error());
    if (!*goesOn)
      return {};
    stop = runToStop(t);
  }
}

/// True: the thread has performed what it stopped for, and goes on.
Result<bool> ThreadedMachine::Parts::takeStop(unsigned t, Stop &stop) {
  Ref<Pending> next(new Pending());
  const auto stuck = [&](Gap gap) {
    next->reason = reasonFor(t, gap.message, gap.at);
    note(std::move(gap));
    next->kind = Pending::Kind::Stuck;
  };
  switch (stop.why) {
  case Stop::Why::Visible: {
    Stop inner;
    if (isInterrupted(t, inner)) {
      if (inner.why == Stop::Why::Visible)
        return true;
      return takeStop(t, inner);
    }
    Ref<Pending> described = describe(t, inner);
    if (!described)
      return takeStop(t, inner);
    if (uses && !showsQuiet && !uses->isLongStretch() && described->kind == Pending::Kind::Burst &&
        isQuiet(t, *described)) {
      UsesBy{*this, t}.performQuietly(described->ways.front());
      return true;
    }
    setPending(t, described); // also resizes the tables by thread
    if (isBounded(t, *described)) {
      stuck({GapKind::Bound, "loops were followed for " + counted(bounds.loop, "iteration"),
             raceward::positionOf(*instructions[described->operation.at.index()]->origin),
             "raise --loop-bound"});
      break;
    }
    next = sleepIfSpinning(t, std::move(described));
    break;
  }
  case Stop::Why::Choices:
    next->kind = Pending::Kind::Choice;
    next->operation = {Choice{}, {}};
    if (const Frame *frame = state().threads[t].top.get())
      next->operation.at = positionOf(frame->code->steps[frame->at].source);
    next->alternatives = std::move(stop.choices);
    next->decidedFor = state().path;
    break;
  case Stop::Why::Finished:
    if (state().isEndedBy(t) && state().endingFrame != 0) {
      // What the functions of atexit() let go comes first.
      next->kind = Pending::Kind::Last;
      next->operation = {Exit{}, {}};
      break;
    }
    if (state().isEndedBy(t) || state().threads[t].top)
      now->endProcess(reasonFor(t, kProcessEnds));
    state().threads.own(t).ended = true;
    break;
  case Stop::Why::Fault:
    next->kind = Pending::Kind::Stuck;
    next->reason = reasonFor(t, stop.fault.message, stop.fault.at);
    found(t, stop.fault);
    break;
  case Stop::Why::Infeasible:
    // Only this thread stays here, as before abort() (rule R3): actions of others until then must
    // be seen, or nothing would show that they could have come first.
    next->kind = Pending::Kind::Stuck;
    next->reason = reasonFor(t, kRefused);
    next->isRefused = true;
    break;
  case Stop::Why::Gap:
    stuck(std::move(stop.gap));
    break;
  case Stop::Why::Budget:
    stuck({GapKind::Bound, "a thread runs for long without touching shared memory", {}, {}});
    break;
  case Stop::Why::Paused:
  case Stop::Why::Error:
    return fail(Error::Kind::Internal, stop.gap.message);
  }
  setPending(t, std::move(next));
  return false;
}

/// After undefined behaviour nothing is known; a failing assertion only ends the process.
void ThreadedMachine::Parts::found(unsigned t, const Fault &fault) {
  if (fault.kind != FaultKind::AssertionFailed)
    note({GapKind::BadExecution, fault.message, fault.at, {}});
  if (std::optional<Gap> gap = machine->gapIfGuessed(state(), wordsOf(fault)))
    return note(*std::move(gap));
  const auto same = [&](const Finding &other) {
    return other.fault.kind == fault.kind && other.fault.at == fault.at;
  };
  if (std::none_of(findings.begin(), findings.end(), same))
    findings.push_back({fault, ThreadId(t), inputsOf(state())});
}

bool ThreadedMachine::Parts::isBounded(unsigned t, const Pending &next) {
  if (bounds.loop == 0 || !next.operation.at.valid())
    return false;
  now->visits = ownCopy(now->visits);
  return ++now->visits->count[{t, next.operation.at}] > bounds.loop;
}

// -- enabled threads ----------------------------------------------------------------------------

bool ThreadedMachine::Parts::canMove(unsigned t) {
  const Pending &pending = pendingOf(t);
  switch (pending.kind) {
  case Pending::Kind::Ended:
  case Pending::Kind::Stuck:
  case Pending::Kind::Asleep:
    return false;
  case Pending::Kind::Plain:
  case Pending::Kind::Choice:
  case Pending::Kind::Unlocking:
  case Pending::Kind::Arriving:
  case Pending::Kind::Announcing:
  case Pending::Kind::Awake:
    return true;
  case Pending::Kind::Burst:
    return !pending.ways.empty();
  case Pending::Kind::Waiting:
    return pending.test(state(), t, pending);
  case Pending::Kind::ProcessEnd:
  case Pending::Kind::Last:
    for (unsigned other = 0; other < state().threads.size(); ++other)
      if (other != t && state().threads[other].exists && !state().threads[other].ended &&
          !pendingOf(other).endsProcess() && canMove(other))
        return false;
    // Of several threads that would end the process the first does.
    for (unsigned other = 0; other < t; ++other)
      if (state().threads[other].exists && !state().threads[other].ended &&
          pendingOf(other).endsProcess())
        return false;
    return true;
  }
  return false;
}

void ThreadedMachine::Parts::findThreads() {
  if (known)
    return;
  known = true;
  enabled.clear();
  disabled.clear();
  const auto isThere = [&](unsigned t) {
    return state().threads[t].exists && !state().threads[t].ended;
  };
  for (unsigned t = 0; t < state().threads.size(); ++t)
    if (isThere(t) && pendingOf(t).follows && pendingOf(t).version != now->version)
      describeAgain(t);
  // The end of the process ends no wait: a pending lock there could have come first.
  for (unsigned t = 0; t < state().threads.size(); ++t) {
    if (!isThere(t))
      continue;
    if (!canMove(t))
      disabled.push_back(ThreadId(t));
    else if (!now->over)
      enabled.push_back(ThreadId(t));
  }
}

std::span<const ThreadId> ThreadedMachine::enabled() {
  parts_->findThreads();
  return parts_->enabled;
}

std::span<const ThreadId> ThreadedMachine::disabled() {
  parts_->findThreads();
  return parts_->disabled;
}

const Operation &ThreadedMachine::next(ThreadId t) const {
  return parts_->now->pending[t.index()]->operation;
}

bool ThreadedMachine::fixed(ThreadId t) const {
  return !parts_->now->pending[t.index()]->isOpen;
}

const Operation &ThreadedMachine::next(ThreadId t, Outcome outcome) const {
  const Pending &pending = *parts_->now->pending[t.index()];
  for (const BurstWay &way : pending.ways)
    if (parts_->outcomeFor(way.name) == outcome)
      return way.operation;
  return pending.operation;
}

/// Others may have added assumptions since the alternatives were computed (rule R6).
Result<void> ThreadedMachine::Parts::refresh(unsigned t) {
  if (pendingOf(t).decidedFor.get() == state().path.get())
    return {};
  Ref<Pending> pending(new Pending(pendingOf(t)));
  std::vector<Alternative> possible;
  for (Alternative &alternative : pending->alternatives) {
    const Sat sat = interpreter->feasible(state(), t, alternative.constraint, alternative.witness);
    if (sat == Sat::GaveUp)
      note({GapKind::SolverLimit,
            "the solver could not decide whether a branch can be taken",
            {},
            "raise --solver-limit"});
    if (sat == Sat::Yes)
      possible.push_back(std::move(alternative));
  }
  pending->alternatives = std::move(possible);
  pending->decidedFor = state().path;
  if (pending->alternatives.empty())
    return fail(Error::Kind::Internal, "an execution without a way on");
  setPending(t, std::move(pending));
  return {};
}

Result<std::span<const Outcome>> ThreadedMachine::outcomes(ThreadId t) {
  Parts &parts = *parts_;
  parts.findThreads();
  if (parts.broken)
    return fail(*parts.broken);
  parts.outcomes.clear();
  switch (parts.pendingOf(t.index()).kind) {
  case Pending::Kind::Choice:
    if (const Result<void> refreshed = parts.refresh(t.index()); !refreshed)
      return fail(refreshed.error());
    for (const Alternative &alternative : parts.pendingOf(t.index()).alternatives)
      parts.outcomes.push_back(parts.outcomeFor(alternative.name));
    break;
  case Pending::Kind::Burst:
    for (const BurstWay &way : parts.pendingOf(t.index()).ways)
      parts.outcomes.push_back(parts.outcomeFor(way.name));
    break;
  default:
    parts.outcomes.push_back({});
  }
  std::sort(parts.outcomes.begin(), parts.outcomes.end());
  return std::span<const Outcome>(parts.outcomes);
}

// -- steps -----------------------------------------------------------------------------------

void ThreadedMachine::Parts::remember(unsigned t, std::vector<Touch> touches, Term offset) {
  if (touches.empty())
    return;
  Ref<PastAccess> access(new PastAccess());
  access->before = now->past;
  access->thread = t;
  access->index = now->events[t];
  access->touches = std::move(touches);
  access->offset = offset;
  access->path = now->pathBefore;
  access->witness = now->witnessBefore;
  now->past = std::move(access);
}

Result<void> ThreadedMachine::step(ThreadId t, Outcome outcome) {
  Parts &parts = *parts_;
  parts.findThreads();
  if (parts.broken)
    return fail(*parts.broken);
  ++parts.operations;
  return parts.perform(t.index(), outcome);
}

Result<void> ThreadedMachine::Parts::perform(unsigned t, Outcome outcome) {
  if (pendingOf(t).kind == Pending::Kind::Choice)
    if (const Result<void> refreshed = refresh(t); !refreshed)
      return refreshed;
  const Ref<Pending> pending = now->pending[t];
  if (pending->kind != Pending::Kind::Choice && state().threads[t].signals.asked != 0)
    state().threads.own(t).signals.asked = 0;
  known = false;
  now->version = ++versions;
  now->pathBefore = state().path;
  now->witnessBefore = state().witness;
  switch (pending->kind) {
  case Pending::Kind::Choice:
    for (const Alternative &alternative : pending->alternatives)
      if (outcomeFor(alternative.name) == outcome) {
        ++now->events[t];
        interpreter->choose(state(), alternative);
        return settle(t);
      }
    return fail(Error::Kind::Internal, "an outcome that is not possible here");
  case Pending::Kind::Burst:
    for (const BurstWay &way : pending->ways)
      if (outcomeFor(way.name) == outcome) {
        now->pathBefore = way.after.path;
        now->witnessBefore = way.after.witness;
        remember(t, way.touches, {});
        UsesBy{*this, t}.note(way);
        ++now->events[t];
        lookedAt(t, way.operation);
        wakeOthers(t, way.operation, way.changes != 0 && way.end == BurstWay::End::Done);
        return performBurst(t, way);
      }
    return fail(Error::Kind::Internal, "an outcome that is not possible here");
  case Pending::Kind::Awake:
    ++now->events[t];
    setPending(t, Ref<Pending>(new Pending())); // its frame is unchanged
    return lookAgain(t);
  default:
    return performOperation(t, *pending);
  }
}

/// Describes the next operation at the same position.
Result<void> ThreadedMachine::Parts::lookAgain(unsigned t) {
  Stop stop;
  stop.why = Stop::Why::Visible;
  return afterStop(t, stop);
}

/// At a barrier, which no instruction performs alone.
void ThreadedMachine::Parts::arrive(unsigned t, std::uint64_t address) {
  BarrierState &barrier = state().ownSync().barriers[address];
  MachineThread &thread = state().threads.own(t);
  const std::uint32_t waiting = barrier.waiting();
  thread.round = {barrier.arrivals - waiting, barrier.count, waiting + 1 == barrier.count};
  thread.hasArrived = true;
  ++thread.progress; // same position, but not spinning
  ++barrier.arrivals;
}

Result<void> ThreadedMachine::Parts::performOperation(unsigned t, const Pending &pending) {
  if (pending.kind == Pending::Kind::Last) {
    ++now->events[t];
    now->endProcess(reasonFor(t, kProcessEnds));
    state().threads.own(t).ended = true;
    setPending(t, Ref<Pending>(new Pending()));
    return {};
  }
  remember(t, pending.touches, pending.offset);
  UsesBy{*this, t}.note(pending);
  ++now->events[t];
  lookedAt(t, pending.operation);
  if (pending.kind == Pending::Kind::Unlocking) {
    wakeOthers(t, pending.operation, false);
    std::erase(state().heldMutexes, std::pair(pending.mutex, t));
    state().threads.own(t).isWaiting = true;
    return lookAgain(t);
  }
  if (pending.kind == Pending::Kind::Arriving) {
    arrive(t, pending.mutex);
    return lookAgain(t);
  }
  if (pending.kind == Pending::Kind::Announcing) {
    MachineThread &thread = state().threads.own(t);
    thread.part = CallPart::Announced;
    ++thread.progress; // same position, but not spinning
    return lookAgain(t);
  }
  const Operation operation = pending.operation;
  const bool isUnlock = std::holds_alternative<Unlock>(operation.action) ||
                        std::holds_alternative<ReadUnlock>(operation.action);
  // Another thread may have ended the object's lifetime since; performing it will report that.
  if (const MemoryObject *object =
          pending.object == 0 ? nullptr : state().memory.objectAt(pending.object))
    markShared(state(), t, *object);
  if (isUnlock)
    wakeOthers(t, operation, false);
  const std::uint64_t before = interpreter->writes();
  interpreter->grant();
  if (Result<void> settled = settle(t); !settled)
    return settled;
  interpreter->withdraw();
  if (!isUnlock)
    wakeOthers(t, operation, interpreter->writes() != before);
  const auto *create = std::get_if<Create>(&operation.action);
  if (create == nullptr || now->over)
    return {};
  const unsigned child = create->child.index();
  if (child >= state().threads.size() || !state().threads[child].exists)
    return {};
  now->version = ++versions; // the creator's next operation was described before this
  return settle(child);
}

MarkId ThreadedMachine::mark() {
  Parts &parts = *parts_;
  parts.findThreads();
  if (parts.markCount < parts.marks.size())
    parts.marks[parts.markCount] = *parts.now;
  else
    parts.marks.push_back(*parts.now);
  return MarkId(parts.markCount++);
}

Result<void> ThreadedMachine::rewind(MarkId mark) {
  Parts &parts = *parts_;
  RW_CHECK(mark.index() < parts.markCount);
  *parts.now = parts.marks[mark.index()];
  parts.markCount = mark.index() + 1;
  parts.known = false;
  parts.forgetRace();
  return {};
}

RunSoFar ThreadedMachine::runSoFar() const {
  if (!parts_->now)
    return {};
  return {static_cast<unsigned>(parts_->now->state.threads.size()), parts_->now->over};
}

bool ThreadedMachine::isRefused(ThreadId t) const {
  const std::vector<Ref<Pending>> &pending = parts_->now->pending;
  return t.index() < pending.size() && pending[t.index()] && pending[t.index()]->isRefused;
}

bool ThreadedMachine::isDeadlocked() {
  Parts &parts = *parts_;
  parts.findThreads();
  if (parts.now->over || !parts.enabled.empty())
    return false;
  // A handler that waits for its own thread, or a thread that would be cancelled while it waits.
  for (unsigned t = 0; t < parts.state().threads.size(); ++t)
    if (const MachineThread &thread = parts.state().threads[t];
        thread.exists && (thread.signals.isInterrupted || thread.isCancelled)) {
      parts.note({GapKind::UnmodelledCall,
                  "whether threads wait for ever behind a signal or a cancellation is not followed",
                  {},
                  {}});
      return false;
    }
  for (const ThreadId t : parts.disabled)
    if (const Pending::Kind kind = parts.pendingOf(t.index()).kind;
        kind == Pending::Kind::Stuck || kind == Pending::Kind::Asleep)
      return false; // it might continue: unknown, or it spins
  if (std::ranges::none_of(parts.disabled, [&](ThreadId t) {
        return parts.pendingOf(t.index()).kind == Pending::Kind::Waiting;
      }))
    return false;
  std::optional<Gap> gap = parts.machine->gapIfGuessed(parts.state(), "no thread can go on");
  if (gap)
    parts.note(*gap);
  return !gap;
}

} // namespace raceward
