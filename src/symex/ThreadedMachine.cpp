#include "raceward/symex/ThreadedMachine.h"

#include "Interpreter.h"
#include "raceward/base/Check.h"

#include <llvm/IR/Instruction.h>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace raceward {

namespace {

/// Of one thread between two operations that others could observe.
constexpr std::uint64_t kMostSteps = 50'000'000;

/// What a thread waits to do.
struct Pending {
  enum class Kind : std::uint8_t {
    Ended,
    Plain,      ///< can always go on
    Lock,       ///< when the mutex is free
    Join,       ///< when the other thread has ended
    ProcessEnd, ///< when no other thread can move (rule R3)
    Choice,
    Stuck, ///< not followed further, or an assumption does not hold
  };
  Kind kind = Kind::Ended;
  Operation operation;
  std::uint64_t mutex = 0;
  unsigned target = 0;
  std::vector<Alternative> alternatives;
  Ref<PathNode> decidedFor; ///< the path that the alternatives were found possible for
};

struct Snapshot {
  State state;
  std::vector<Pending> pending; ///< by thread
  bool over = false;
};

} // namespace

struct ThreadedMachine::Parts {
  const Program *program = nullptr;
  std::vector<bool> visible;
  MemoryModel model = MemoryModel::C11;
  std::unique_ptr<SymbolicMachine> machine;
  Interpreter *interpreter = nullptr;
  std::unique_ptr<Snapshot> now;
  std::vector<Snapshot> marks;
  std::vector<Gap> gaps;
  std::uint64_t steps = 0;

  // Names that mean the same in every run.
  std::map<std::pair<unsigned, unsigned>, unsigned> threadNumbers;
  std::map<std::pair<std::uint64_t, std::uint64_t>, ObjectId> objects; ///< key, place in it
  std::unordered_map<std::uint64_t, std::uint32_t> outcomeNames;
  std::unordered_map<const Instruction *, PositionId> positions;
  std::vector<const Instruction *> instructions; ///< by position

  bool known = false; ///< enabled and disabled are of this state
  std::vector<ThreadId> enabled;
  std::vector<ThreadId> disabled;
  std::vector<Outcome> outcomes;

  State &state() { return now->state; }
  Pending &pendingOf(unsigned t) {
    if (now->pending.size() <= t)
      now->pending.resize(t + 1);
    return now->pending[t];
  }

  void note(Gap gap) {
    const auto same = [&](const Gap &other) {
      return other.kind == gap.kind && other.at == gap.at && other.message == gap.message;
    };
    if (std::find_if(gaps.begin(), gaps.end(), same) == gaps.end())
      gaps.push_back(std::move(gap));
  }

  PositionId positionOf(const Instruction *instruction) {
    const auto [at, isNew] = positions.try_emplace(instruction, PositionId(instructions.size()));
    if (isNew)
      instructions.push_back(instruction);
    return at->second;
  }

  ObjectId objectAt(std::uint64_t base) {
    return objects.try_emplace({state().memory.keyOf(base), UINT64_MAX}, ObjectId(objects.size()))
        .first->second;
  }
  /// A mutex is named by the object that it lies in, and where.
  ObjectId mutexAt(std::uint64_t address) {
    const MemoryObject *object = state().memory.objectAt(address);
    const std::pair<std::uint64_t, std::uint64_t> name =
        object == nullptr
            ? std::pair(UINT64_MAX, address)
            : std::pair(state().memory.keyOf(object->base()), address - object->base());
    return objects.try_emplace(name, ObjectId(objects.size())).first->second;
  }

  bool isHeldBy(std::uint64_t mutex, unsigned t) {
    const auto &held = state().heldMutexes;
    return std::find(held.begin(), held.end(), std::pair(mutex, t)) != held.end();
  }

  Outcome outcomeFor(std::uint64_t name) {
    const auto next = static_cast<std::uint32_t>(outcomeNames.size());
    return {outcomeNames.try_emplace(name, next).first->second};
  }

  Result<void> settle(unsigned t);
  Result<void> afterStop(unsigned t, Stop &stop);
  bool describe(unsigned t, Stop &stop);
  void describeAccess(unsigned t, const Step &step, std::uint64_t address);
  bool describeCall(unsigned t, const Step &step, const Frame &frame, Stop &stop);
  bool canMove(unsigned t);
  void findThreads();
  Result<void> refresh(unsigned t);
};

ThreadedMachine::ThreadedMachine() : parts_(std::make_unique<Parts>()) {}
ThreadedMachine::~ThreadedMachine() = default;

Result<std::unique_ptr<ThreadedMachine>> ThreadedMachine::make(const Program &program,
                                                               MachineOptions options,
                                                               std::vector<bool> visible,
                                                               MemoryModel model) {
  RW_CHECK(visible.size() == program.sites().size());
  std::unique_ptr<ThreadedMachine> made(new ThreadedMachine());
  Parts &parts = *made->parts_;
  parts.program = &program;
  parts.visible = visible;
  parts.model = model;
  // A program without any access still has threads.
  if (visible.empty())
    visible.push_back(false);
  options.visible = std::move(visible);
  Result<std::unique_ptr<SymbolicMachine>> machine =
      SymbolicMachine::make(program, std::move(options));
  if (!machine)
    return fail(machine.error());
  parts.machine = std::move(*machine);
  parts.interpreter = &parts.machine->interpreter();
  if (program.dataModel() == DataModel::ILP32)
    parts.note({GapKind::AddressDependent,
                "with 32 bits, addresses of what threads allocate depend on the schedule",
                {},
                {}});
  parts.threadNumbers[{0, UINT32_MAX}] = 0; // main
  parts.interpreter->threadNumberFor = [&parts](unsigned creator, unsigned count) {
    const auto next = static_cast<unsigned>(parts.threadNumbers.size());
    return parts.threadNumbers.try_emplace({creator, count}, next).first->second;
  };
  return made;
}

Result<void> ThreadedMachine::restart() {
  Parts &parts = *parts_;
  parts.marks.clear();
  parts.now = std::make_unique<Snapshot>(Snapshot{parts.machine->initial(), {}, false});
  parts.known = false;
  return parts.settle(0);
}

// -- a thread runs up to its next operation --------------------------------------------------

Result<void> ThreadedMachine::Parts::settle(unsigned t) {
  const std::uint64_t before = state().steps;
  Stop stop = interpreter->run(state(), t, kMostSteps);
  steps += state().steps - before;
  for (Gap &gap : machine->takeGaps())
    note(std::move(gap));
  return afterStop(t, stop);
}

Result<void> ThreadedMachine::Parts::afterStop(unsigned t, Stop &stop) {
  Pending next;
  const auto stuck = [&](Gap gap) {
    note(std::move(gap));
    next.kind = Pending::Kind::Stuck;
  };
  switch (stop.why) {
  case Stop::Why::Visible: {
    Stop inner;
    if (!describe(t, inner))
      return afterStop(t, inner);
    return {};
  }
  case Stop::Why::Choices:
    next.kind = Pending::Kind::Choice;
    next.operation = {Choice{}, {}};
    if (const Frame *frame = state().threads[t].top.get())
      next.operation.at = positionOf(frame->code->steps[frame->at].source);
    next.alternatives = std::move(stop.choices);
    next.decidedFor = state().path;
    break;
  case Stop::Why::Finished:
    if (state().isEnding || state().threads[t].top)
      now->over = true; // the process
    state().threads[t].ended = true;
    next.kind = Pending::Kind::Ended;
    break;
  case Stop::Why::Fault:
    note({GapKind::BadExecution, stop.fault.message, stop.fault.at, {}});
    now->over = true;
    break;
  case Stop::Why::Infeasible:
    // Only this thread stays here, as before abort() (rule R3): what others do until then
    // must be seen, or nothing would show that they could have come first.
    next.kind = Pending::Kind::Stuck;
    break;
  case Stop::Why::Gap:
    stuck(std::move(stop.gap));
    break;
  case Stop::Why::Budget:
    stuck({GapKind::Bound, "a thread runs for long without touching shared memory", {}, {}});
    break;
  case Stop::Why::Error:
    return fail(Error::Kind::Internal, stop.gap.message);
  }
  pendingOf(t) = std::move(next);
  return {};
}

/// What the thread is about to do. False if that is a choice first, or cannot be followed.
bool ThreadedMachine::Parts::describe(unsigned t, Stop &stop) {
  const Frame &frame = *state().threads[t].top.get();
  const Step &step = frame.code->steps[frame.at + 1];
  switch (step.op) {
  case Micro::Return: {
    Pending next;
    next.kind = frame.caller ? Pending::Kind::Plain : Pending::Kind::ProcessEnd;
    next.operation = {Exit{}, positionOf(step.source)};
    if (frame.caller) // main called by the program itself
      next.operation.action = Local{};
    pendingOf(t) = std::move(next);
    return true;
  }
  case Micro::Library:
  case Micro::Call:
  case Micro::CallPointer:
    return describeCall(t, step, frame, stop);
  default: {
    std::uint64_t address = 0;
    const std::uint32_t slot = step.a;
    if (!interpreter->inspect(state(), t, slot, "the address of an access", address, stop))
      return false;
    // inspect() may have copied the frame.
    const Frame &own = *state().threads[t].top.get();
    describeAccess(t, own.code->steps[own.at + 1], address);
    return true;
  }
  }
}

void ThreadedMachine::Parts::describeAccess(unsigned t, const Step &step, std::uint64_t address) {
  std::uint64_t bytes = step.extra;
  if (step.op == Micro::LoadParts || step.op == Micro::StoreParts) {
    const MicroFunction &code = *state().threads[t].top->code;
    bytes = 0;
    for (std::uint32_t i = 0; i < step.c; ++i) {
      const Part &part = code.parts[step.extra + i];
      bytes = std::max<std::uint64_t>(bytes, part.offset + (part.width + 7) / 8);
    }
  }
  Pending next;
  next.kind = Pending::Kind::Plain;
  next.operation.at = positionOf(step.source);
  const MemoryObject *object = state().memory.objectAt(address);
  if (object == nullptr || address - object->base() + bytes > object->size()) {
    next.operation.action = Local{}; // performing it will say what is wrong
    pendingOf(t) = std::move(next);
    return;
  }
  const Address at{objectAt(object->base()), static_cast<std::uint32_t>(address - object->base()),
                   static_cast<std::uint32_t>(bytes)};
  const AccessSite &site = program->sites()[step.source->firstSite];
  if (isAtomic(site) && site.order != MemoryOrder::SeqCst && model == MemoryModel::C11)
    note({GapKind::WeakMemory, "an atomic access weaker than seq_cst", site.at,
          "--model sc takes every atomic for seq_cst"});
  switch (step.op) {
  case Micro::Load:
  case Micro::LoadParts:
    next.operation.action =
        isAtomic(site) ? Action(AtomicRead{at, MemoryOrder::SeqCst}) : Action(Read{at});
    break;
  case Micro::Store:
  case Micro::StoreParts:
    next.operation.action =
        isAtomic(site) ? Action(AtomicWrite{at, MemoryOrder::SeqCst}) : Action(Write{at});
    break;
  default:
    next.operation.action = AtomicUpdate{at, MemoryOrder::SeqCst};
  }
  pendingOf(t) = std::move(next);
}

bool ThreadedMachine::Parts::describeCall(unsigned t, const Step &step, const Frame &frame,
                                          Stop &stop) {
  const LibraryFunction &row = *step.source->library;
  const CallDetail &detail = frame.code->calls[step.extra];
  Pending next;
  next.kind = Pending::Kind::Plain;
  next.operation.at = positionOf(step.source);
  const auto argument = [&](std::size_t i, std::string_view what, std::uint64_t &out) {
    return interpreter->inspect(state(), t, detail.arguments[i].slot, what, out, stop);
  };
  std::uint64_t number = 0;
  switch (row.sync) {
  case SyncEffect::CreateThread: {
    for (std::uint32_t i = 0; i < step.source->siteCount; ++i)
      if (visible[step.source->firstSite + i])
        note({GapKind::UnmodelledCall,
              "when the handle of a thread is written is not followed",
              raceward::positionOf(*step.source->origin),
              {}});
    // What performing it asks for must be decided before: it is one step.
    if (!argument(0, "the address of a thread handle", number) ||
        !argument(2, "a function pointer", number))
      return false;
    const unsigned child = interpreter->threadNumberFor(t, state().threads[t].created);
    next.operation.action = Create{ThreadId(child)};
    break;
  }
  case SyncEffect::JoinThread:
    if (!argument(1, "the address of a result", number) || !argument(0, "a thread handle", number))
      return false;
    if (number == 0 || number > state().threads.size() || !state().threads[number - 1].exists) {
      next.operation.action = Local{}; // misuse, as performing it will say
      break;
    }
    next.kind = Pending::Kind::Join;
    next.target = static_cast<unsigned>(number - 1);
    next.operation.action = Join{ThreadId(next.target)};
    break;
  case SyncEffect::Lock:
  case SyncEffect::Unlock:
    if (!argument(0, "the address of a mutex", number))
      return false;
    next.mutex = number;
    if (row.sync == SyncEffect::Lock && isHeldBy(number, t)) {
      stop.why = Stop::Why::Gap;
      stop.gap = {GapKind::UnmodelledCall,
                  "a mutex is locked that the thread holds already",
                  raceward::positionOf(*step.source->origin),
                  {}};
      return false;
    }
    if (row.sync == SyncEffect::Lock) {
      next.kind = Pending::Kind::Lock;
      next.operation.action = Lock{mutexAt(number)};
    } else {
      next.operation.action = Unlock{mutexAt(number)};
    }
    break;
  case SyncEffect::ExitThread:
    next.operation.action = Exit{};
    break;
  case SyncEffect::ExitProcess:
    next.kind = Pending::Kind::ProcessEnd;
    next.operation.action = Exit{};
    break;
  case SyncEffect::DetachThread:
    next.operation.action = Local{};
    break;
  default:
    stop.why = Stop::Why::Gap;
    stop.gap = {GapKind::UnmodelledCall,
                row.name + "() is not followed yet",
                raceward::positionOf(*step.source->origin),
                {}};
    return false;
  }
  pendingOf(t) = std::move(next);
  return true;
}

// -- the interface of the search -------------------------------------------------------------

bool ThreadedMachine::Parts::canMove(unsigned t) {
  const Pending &pending = pendingOf(t);
  switch (pending.kind) {
  case Pending::Kind::Ended:
  case Pending::Kind::Stuck:
    return false;
  case Pending::Kind::Plain:
  case Pending::Kind::Choice:
    return true;
  case Pending::Kind::Lock:
    return std::none_of(state().heldMutexes.begin(), state().heldMutexes.end(),
                        [&](const auto &held) { return held.first == pending.mutex; });
  case Pending::Kind::Join:
    return state().threads[pending.target].ended;
  case Pending::Kind::ProcessEnd:
    for (unsigned other = 0; other < state().threads.size(); ++other)
      if (other != t && state().threads[other].exists && !state().threads[other].ended &&
          pendingOf(other).kind != Pending::Kind::ProcessEnd && canMove(other))
        return false;
    // Of several that would end the process the first does.
    for (unsigned other = 0; other < t; ++other)
      if (state().threads[other].exists && !state().threads[other].ended &&
          pendingOf(other).kind == Pending::Kind::ProcessEnd)
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
  // The end of the process ends no wait: a lock that waits there could have come first.
  for (unsigned t = 0; t < state().threads.size(); ++t)
    if (state().threads[t].exists && !state().threads[t].ended) {
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
  return parts_->now->pending[t.index()].operation;
}

/// Others may have assumed something since the alternatives were found (rule R6).
Result<void> ThreadedMachine::Parts::refresh(unsigned t) {
  Pending &pending = pendingOf(t);
  if (pending.decidedFor.get() == state().path.get())
    return {};
  std::vector<Alternative> possible;
  for (Alternative &alternative : pending.alternatives) {
    const Sat sat = interpreter->feasible(state(), t, alternative.constraint, alternative.witness);
    if (sat == Sat::GaveUp)
      note({GapKind::SolverLimit,
            "the solver could not decide whether a branch can be taken",
            {},
            "raise --solver-limit"});
    if (sat == Sat::Yes)
      possible.push_back(std::move(alternative));
  }
  pending.alternatives = std::move(possible);
  pending.decidedFor = state().path;
  if (pending.alternatives.empty())
    return fail(Error::Kind::Internal, "an execution without a way on");
  return {};
}

Result<std::span<const Outcome>> ThreadedMachine::outcomes(ThreadId t) {
  Parts &parts = *parts_;
  parts.outcomes.clear();
  if (parts.pendingOf(t.index()).kind == Pending::Kind::Choice) {
    if (const Result<void> refreshed = parts.refresh(t.index()); !refreshed)
      return fail(refreshed.error());
    for (const Alternative &alternative : parts.pendingOf(t.index()).alternatives)
      parts.outcomes.push_back(parts.outcomeFor(alternative.name));
    std::sort(parts.outcomes.begin(), parts.outcomes.end());
  } else {
    parts.outcomes.push_back({});
  }
  return std::span<const Outcome>(parts.outcomes);
}

Result<void> ThreadedMachine::step(ThreadId t, Outcome outcome) {
  Parts &parts = *parts_;
  const unsigned number = t.index();
  parts.known = false;
  if (parts.pendingOf(number).kind == Pending::Kind::Choice) {
    if (const Result<void> refreshed = parts.refresh(number); !refreshed)
      return refreshed;
    for (const Alternative &alternative : parts.pendingOf(number).alternatives)
      if (parts.outcomeFor(alternative.name) == outcome) {
        const Alternative taken = alternative;
        parts.interpreter->choose(parts.state(), taken);
        return parts.settle(number);
      }
    return fail(Error::Kind::Internal, "an outcome that is not possible here");
  }
  const auto *create = std::get_if<Create>(&parts.pendingOf(number).operation.action);
  const std::optional<ThreadId> child = create ? std::optional(create->child) : std::nullopt;
  parts.interpreter->grant();
  if (Result<void> settled = parts.settle(number); !settled)
    return settled;
  parts.interpreter->withdraw();
  if (child && !parts.now->over && child->index() < parts.state().threads.size() &&
      parts.state().threads[child->index()].exists)
    return parts.settle(child->index());
  return {};
}

MarkId ThreadedMachine::mark() {
  parts_->marks.push_back(*parts_->now);
  return MarkId(parts_->marks.size() - 1);
}

Result<void> ThreadedMachine::rewind(MarkId mark) {
  Parts &parts = *parts_;
  RW_CHECK(mark.index() < parts.marks.size());
  *parts.now = parts.marks[mark.index()];
  parts.marks.resize(mark.index() + 1, parts.marks.front());
  parts.known = false;
  return {};
}

const std::vector<Gap> &ThreadedMachine::gaps() const {
  return parts_->gaps;
}

const AccessSite *ThreadedMachine::siteAt(PositionId at) const {
  if (!at.valid() || at.index() >= parts_->instructions.size())
    return nullptr;
  const Instruction &instruction = *parts_->instructions[at.index()];
  return instruction.siteCount == 0 ? nullptr : &parts_->program->sites()[instruction.firstSite];
}

std::string ThreadedMachine::nameOf(ThreadId t) const {
  const State &state = parts_->now->state;
  return t.index() < state.threads.size() ? state.threads[t.index()].function : std::string();
}

std::vector<InputValue> ThreadedMachine::inputs() const {
  return inputsOf(parts_->machine->arena(), parts_->now->state);
}

std::optional<std::uint64_t> ThreadedMachine::globalValue(std::string_view name) const {
  const auto &globals = parts_->program->globals();
  const auto found = std::find_if(globals.begin(), globals.end(),
                                  [&](const Global &global) { return global.name == name; });
  if (found == globals.end() || found->bytes > sizeof(std::uint64_t))
    return std::nullopt;
  const std::uint64_t address = parts_->interpreter->images.front().globals[found->id.index()];
  const MemoryObject *object = parts_->now->state.memory.objectAt(address);
  if (object == nullptr || !object->areNumbers(0, found->bytes))
    return std::nullopt;
  std::uint64_t value = 0;
  for (std::uint64_t i = found->bytes; i-- > 0;)
    value = value << 8 | object->bytes()[i];
  return value;
}

std::uint64_t ThreadedMachine::steps() const {
  return parts_->steps;
}

} // namespace raceward
