// Bursts: several instructions as one step, such as atomic sections, library functions on shared
// memory, and copies.
//
// The memory that they touch is not known before they are executed. So they are executed ahead, on
// a copy of the state, once for each way in which data can decide; each way (BurstWay) has its
// touched memory, its resulting state and a name by meaning. The operation that the search sees is
// made of these accesses, and the copy becomes the state if the search takes the step.
//
// Invariant: a burst is valid only for the state in which it was computed; after a step of another
// thread it is computed again (Pending::follows). A way that is refused (an assumption fails, or
// the process would end inside a section) undoes its writes, keeps its reads as an event, and its
// thread stops there.
#include "Parts.h"
#include "raceward/base/Check.h"

#include <llvm/IR/Instruction.h>

#include <algorithm>

namespace raceward {

namespace {

constexpr std::size_t kMostWays = 256;
constexpr std::uint64_t kMostStepsInBurst = 5'000'000;
/// Limit on boundaries, which may touch memory that is recorded: fewer than steps.
constexpr std::uint32_t kMostBoundaries = 10'000;

std::uint64_t nameAfter(std::uint64_t name, std::uint64_t choice) {
  return (name ^ (choice + 0x9E3779B97F4A7C15ULL)) * 0xBF58476D1CE4E5B9ULL + 1;
}

/// One access for each place and kind, reads before writes of the same place.
void merge(std::vector<MemoryAccess> &accesses) {
  const auto key = [](const MemoryAccess &access) {
    return std::tuple(access.at.object, access.at.offset, access.at.bytes, access.kind);
  };
  std::sort(accesses.begin(), accesses.end(),
            [&](const MemoryAccess &a, const MemoryAccess &b) { return key(a) < key(b); });
  accesses.erase(std::unique(accesses.begin(), accesses.end()), accesses.end());
}

void refused(BurstWay &way) {
  way.end = BurstWay::End::Refused;
}

void withoutEnd(BurstWay &way) {
  way.gap = {GapKind::Bound, "an atomic step does not end", positionOf(*way.source->origin), {}};
  way.end = BurstWay::End::Gap;
}

void withGap(BurstWay &way, std::string message, const Instruction *at) {
  way.gap = {GapKind::UnmodelledCall, std::move(message), positionOf(*at->origin), {}};
  way.end = BurstWay::End::Gap;
}

} // namespace

/// Executes one way until it ends (true), or until data decides (false, with the choices).
bool ThreadedMachine::Parts::followWay(BurstWay &way, unsigned t, BurstKind kind,
                                       std::vector<Alternative> &choices) {
  MachineThread *thread = &way.after.threads.own(t);
  const bool isSection = kind == BurstKind::Section;
  const std::uint64_t before = interpreter->writes();
  interpreter->redraws.forget();
  interpreter->holdOthers(isSection ? UINT32_MAX : way.depth, way.touches);
  Stop stop;
  bool done = false;
  while (!done) {
    thread = &way.after.threads.own(t);
    const Frame &frame = *thread->top.get();
    const bool atStart = !way.started;
    const bool inBase = thread->depth == way.depth;
    if (!isSection && !atStart && inBase && frame.at != way.start + 1)
      break; // after the instruction
    std::uint64_t limit = kStepsBetweenLooks;
    if (!isSection && inBase)
      limit = atStart ? 2 : 1;
    if (atStart)
      interpreter->grant();
    way.started = true;
    const std::uint64_t stepsBefore = way.after.steps;
    stop = interpreter->run(way.after, t, limit);
    way.steps += way.after.steps - stepsBefore;
    interpreter->withdraw();
    switch (stop.why) {
    case Stop::Why::Paused:
      done = true;
      break;
    case Stop::Why::Budget:
      if (way.steps >= kMostStepsInBurst) {
        withoutEnd(way);
        done = true;
      } else if (limit == kStepsBetweenLooks && bounds.isTimeOver && bounds.isTimeOver()) {
        way.gap = timeIsOver();
        way.end = BurstWay::End::Gap;
        done = true;
      }
      break;
    case Stop::Why::Visible:
      done = atBoundary(way, t, kind);
      break;
    case Stop::Why::Choices:
      choices = std::move(stop.choices);
      done = true;
      break;
    case Stop::Why::Infeasible:
      if (const auto touches =
              isSection ? std::nullopt : interpreter->redraws.goBack(way.after, t)) {
        way.touches.resize(*touches);
        break;
      }
      refused(way);
      done = true;
      break;
    case Stop::Why::Finished:
      withGap(way, "an atomic section that the thread does not leave",
              way.after.threads[t].top ? instructionIn(way.after, t) : way.source);
      done = true;
      break;
    case Stop::Why::Fault:
      way.end = BurstWay::End::Fault;
      way.fault = std::move(stop.fault);
      done = true;
      break;
    case Stop::Why::Gap:
    case Stop::Why::Error:
      if (stop.why == Stop::Why::Error)
        broken = Error{Error::Kind::Internal, stop.gap.message, {}, {}};
      way.end = BurstWay::End::Gap;
      way.gap = std::move(stop.gap);
      done = true;
      break;
    }
  }
  interpreter->resume();
  way.changes += interpreter->writes() - before;
  return choices.empty();
}

/// A section reaches an operation that is more than an access. True: the way ends here.
bool ThreadedMachine::Parts::atBoundary(BurstWay &way, unsigned t, BurstKind kind) {
  if (++way.boundaries > kMostBoundaries) {
    withoutEnd(way);
    return true;
  }
  const Frame &frame = *way.after.threads[t].top.get();
  const Step &step = frame.code->steps[frame.at + 1];
  interpreter->grant();
  if (step.op == Micro::Call) // a nested section
    return false;
  if (!step.isCall()) {
    interpreter->withdraw();
    withGap(way, "the process ends in an atomic section", step.source);
    return true;
  }
  const LibraryFunction *row = step.source->library;
  const bool isTrap = row == nullptr && !step.source->callee.valid();
  const SyncEffect without = isTrap ? SyncEffect::ExitProcess : SyncEffect::None;
  switch (row != nullptr ? row->sync : without) {
  case SyncEffect::None:
  case SyncEffect::SyncObject:
    return false;
  case SyncEffect::SectionBegin:
    ++way.nesting;
    return false;
  case SyncEffect::SectionEnd: {
    if (kind != BurstKind::Section || --way.nesting > 0)
      return false;
    const Stop stop = interpreter->run(way.after, t, 2);
    RW_CHECK(stop.why == Stop::Why::Budget);
    return true;
  }
  case SyncEffect::ExitProcess:
    interpreter->withdraw();
    refused(way);
    way.failure = faultAhead(way.after, t);
    return true;
  default:
    interpreter->withdraw();
    withGap(way, step.source->library->name + "() in an atomic section is not followed",
            step.source);
    return true;
  }
}

const Instruction *ThreadedMachine::Parts::instructionIn(const State &state, unsigned t) {
  for (const Frame *frame = state.threads[t].top.get(); frame != nullptr;
       frame = frame->caller.get())
    if (frame->code->program == program)
      return frame->code->steps[frame->at].source;
  return nullptr;
}

Operation ThreadedMachine::Parts::operationOf(const BurstWay &way, BurstKind kind) {
  const bool isSection = kind == BurstKind::Section || kind == BurstKind::SectionFunction;
  const PositionId at = positionOf(way.source);
  std::vector<MemoryAccess> accesses;
  for (const Touch &touch : way.touches) {
    if (way.end == BurstWay::End::Refused && touch.isWrite)
      continue; // undone
    const MemoryOrder alone = touch.isModelState ? MemoryOrder::Relaxed : MemoryOrder::Plain;
    accesses.push_back({addressOf(way.after.memory, touch),
                        touch.isWrite ? AccessKind::Write : AccessKind::Read,
                        isSection ? MemoryOrder::SeqCst : alone});
  }
  if (way.source->op == Op::CompareExchange && !accesses.empty()) {
    const Address place = accesses.front().at;
    if (std::ranges::any_of(way.touches, &Touch::isWrite))
      return {AtomicUpdate{place, orderOf(*way.source, true)}, at};
    return {AtomicRead{place, orderOf(*way.source, false)}, at};
  }
  merge(accesses);
  if (isSection)
    return {Section{std::move(accesses)}, at};
  return {Bulk{std::move(accesses)}, at};
}

Ref<Pending> ThreadedMachine::Parts::describeBurst(unsigned t, BurstKind kind, Stop &stop) {
  const Frame &frame = *state().threads[t].top.get();
  const Instruction *source = frame.code->steps[frame.at + 1].source;
  if (kind == BurstKind::Call)
    for (std::uint32_t i = 0; i < source->siteCount; ++i)
      if (isAtomic(program->sites()[source->firstSite + i]))
        noteAt(GapKind::UnmodelledCall, "an atomic operation in the library is not followed",
               source);
  std::vector<BurstWay> open;
  BurstWay &first = open.emplace_back(state());
  first.source = source;
  first.depth = state().threads[t].depth;
  first.start = frame.at;
  Ref<Pending> next(new Pending());
  next->kind = Pending::Kind::Burst;
  next->follows = true;
  next->isOpen = true;
  next->isPlain = kind == BurstKind::Call ||
                  (kind == BurstKind::Instruction && source->op != Op::CompareExchange);
  while (!open.empty()) {
    BurstWay way = std::move(open.back());
    open.pop_back();
    std::vector<Alternative> choices;
    if (followWay(way, t, kind, choices)) {
      for (const Touch &touch : way.touches)
        if (const MemoryObject *object = way.after.memory.objectAt(touch.base))
          markShared(way.after, t, *object);
      way.operation = operationOf(way, kind);
      next->ways.push_back(std::move(way));
      continue;
    }
    for (const Alternative &choice : choices) {
      BurstWay &fork = open.emplace_back(way);
      fork.name = nameAfter(way.name, choice.name);
      interpreter->choose(fork.after, choice);
    }
    if (open.size() + next->ways.size() > kMostWays) {
      stop.why = Stop::Why::Gap;
      stop.gap = {GapKind::TooManyChoices, "an atomic step goes on in too many ways",
                  raceward::positionOf(*source->origin), "bound the inputs that it depends on"};
      return {};
    }
  }
  for (Gap &gap : machine->takeGaps())
    note(std::move(gap));
  if (bounds.patient)
    std::erase_if(next->ways,
                  [](const BurstWay &way) { return way.end == BurstWay::End::Refused; });
  std::sort(next->ways.begin(), next->ways.end(),
            [](const BurstWay &a, const BurstWay &b) { return a.name < b.name; });
  if (std::ranges::adjacent_find(next->ways, {}, &BurstWay::name) != next->ways.end()) {
    broken = Error{Error::Kind::Internal, "two ways through one step have the same name", {}, {}};
    return next;
  }
  next->operation =
      next->ways.empty() ? Operation{Local{}, positionOf(source)} : next->ways.front().operation;
  return next;
}

Result<void> ThreadedMachine::Parts::performBurst(unsigned t, const BurstWay &way) {
  Stop stop;
  switch (way.end) {
  case BurstWay::End::Done:
    state() = way.after;
    state().threads.own(t).progress += way.changes;
    return settle(t);
  case BurstWay::End::Refused:
    state().path = way.after.path;
    state().witness = way.after.witness;
    if (way.failure)
      found(t, *way.failure);
    stop.why = Stop::Why::Infeasible;
    break;
  case BurstWay::End::Fault:
    state() = way.after;
    stop.why = Stop::Why::Fault;
    stop.fault = way.fault;
    break;
  case BurstWay::End::Gap:
    state() = way.after;
    stop.why = Stop::Why::Gap;
    stop.gap = way.gap;
    break;
  }
  return afterStop(t, stop);
}

} // namespace raceward
