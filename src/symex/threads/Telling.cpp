// Races between accesses with symbolic addresses, and queries about a run for reports.
#include "Parts.h"
#include "raceward/program/LibraryModels.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>

namespace raceward {

namespace {

bool endsLife(const PastAccess *past) {
  return past != nullptr && std::ranges::any_of(past->touches, &Touch::endsLife);
}

bool isLate(const PastAccess *past) {
  return past != nullptr && std::ranges::any_of(past->touches, &Touch::isLate);
}

bool isFlag(const PastAccess *past) {
  return past != nullptr && std::ranges::any_of(past->touches, &Touch::isFlag);
}

} // namespace

const PastAccess *ThreadedSnapshot::findPast(const Event &event) const {
  for (const PastAccess *access = past.get(); access != nullptr; access = access->before.get())
    if (access->thread == event.thread.index() && access->index == event.index)
      return access;
  return nullptr;
}

Result<bool> ThreadedMachine::canOverlap(const Event &earlier, const Event &later) {
  Parts &parts = *parts_;
  const PastAccess *first = parts.now->findPast(earlier);
  const PastAccess *second = parts.now->findPast(later);
  // Memory that ends while another thread may still use it is wrong, but readings differ on whether
  // it is a race: neither race-free nor a race.
  if (endsLife(first) || endsLife(second)) {
    const PastAccess *end = endsLife(first) ? first : second;
    parts.noteAt(GapKind::BadExecution,
                 "memory ends here that another thread may use at the same time",
                 end->touches.front().source);
    return false;
  }
  if (isLate(first) || isLate(second)) {
    parts.noteAt(GapKind::AmbiguousOrder,
                 "the handle of a thread may be written before or after the thread starts",
                 (isLate(first) ? first : second)->touches.front().source);
    return false;
  }
  // By the letter of C11 a race, unless the handler runs in the thread that looks; but it is how
  // programs stop their threads, and no system lets it go wrong.
  if (isFlag(first) || isFlag(second)) {
    parts.noteAt(
        GapKind::AmbiguousOrder,
        "the handler of a signal uses a volatile flag that another thread uses at the same "
        "time: by the letter of C11 that is a data race",
        (isFlag(first) ? first : second)->touches.front().source,
        "make the flag a lock-free atomic, or block the signal in all other threads");
    return false;
  }
  TermArena &arena = parts.interpreter->arena();
  const unsigned bits = parts.program->dataModel() == DataModel::ILP32 ? 32 : 64;
  struct Range {
    Term first;
    Term bytes;
  };
  const auto rangeOf = [&](const PastAccess *past, const Address &at) -> Range {
    if (past != nullptr && past->offset.valid())
      return {past->offset, arena.constant(bits, past->touches.front().bytes)};
    return {arena.constant(bits, at.offset), arena.constant(bits, at.bytes)};
  };
  // An inexact address belongs to a single access; the other side may have many.
  Term meet = arena.boolean(false);
  forEachAccess(earlier.operation.action, [&](const MemoryAccess &a) {
    forEachAccess(later.operation.action, [&](const MemoryAccess &b) {
      if (!overlap(a.at, b.at) || (!writes(a.kind) && !writes(b.kind)))
        return;
      const Range one = rangeOf(first, a.at);
      const Range other = rangeOf(second, b.at);
      meet = arena.lor(meet, arena.land(arena.ult(one.first, arena.add(other.first, other.bytes)),
                                        arena.ult(other.first, arena.add(one.first, one.bytes))));
    });
  });
  State &state = parts.state();
  const Ref<PathNode> path =
      std::exchange(state.path, second != nullptr ? second->path : parts.now->pathBefore);
  const Ref<Witness> witness =
      std::exchange(state.witness, second != nullptr ? second->witness : parts.now->witnessBefore);
  Ref<Witness> example;
  const Sat sat = parts.interpreter->feasible(state, later.thread.index(), meet, example);
  state.path = path;
  state.witness = witness;
  if (sat == Sat::GaveUp)
    parts.note({GapKind::SolverLimit,
                "the solver could not decide whether two accesses meet",
                {},
                "raise --solver-limit"});
  if (sat == Sat::Yes) {
    parts.raceWitness = example;
    parts.raceCondition = meet;
    parts.racePath = second != nullptr ? second->path : parts.now->pathBefore;
  }
  return sat == Sat::Yes;
}

const std::vector<Gap> &ThreadedMachine::gaps() const {
  return parts_->gaps;
}

const std::vector<Finding> &ThreadedMachine::findings() const {
  return parts_->findings;
}

const AccessSite *ThreadedMachine::siteAt(PositionId at) const {
  if (!at.valid() || at.index() >= parts_->instructions.size())
    return nullptr;
  const Instruction &instruction = *parts_->instructions[at.index()];
  return instruction.siteCount == 0 || !parts_->isOfProgram(instruction)
             ? nullptr
             : &parts_->program->sites()[instruction.firstSite];
}

OperationPlace ThreadedMachine::placeAt(PositionId at) const {
  OperationPlace place;
  if (!at.valid() || at.index() >= parts_->instructions.size())
    return place;
  const Instruction &instruction = *parts_->instructions[at.index()];
  const llvm::Instruction &origin = *instruction.origin;
  place.at = raceward::positionOf(origin);
  if (const std::string_view function = modelledFunction(origin); !function.empty())
    place.call = function;
  else if (instruction.library != nullptr)
    place.call = instruction.library->name;
  if (const AccessSite *site = siteAt(at)) {
    place.function = site->function;
    place.object = site->name;
    return place;
  }
  if (const Function *function = parts_->program->functionOf(origin.getFunction()))
    place.function = function->name;
  // A mutex operation is not an access; its name is that of the call's argument.
  if (llvm::isa<llvm::CallBase>(origin) && instruction.library != nullptr)
    place.object = attachedName(origin, 0);
  return place;
}

const AccessSite *ThreadedMachine::siteOf(const Event &event, const Event &other) const {
  const PastAccess *past = parts_->now->findPast(event);
  if (past == nullptr)
    return siteAt(event.operation.at);
  for (const Touch &touch : past->touches) {
    const Address at = past->offset.valid() ? footprintOf(event.operation.action).access.at
                                            : parts_->addressOf(parts_->state().memory, touch);
    bool meets = false;
    forEachAccess(other.operation.action, [&](const MemoryAccess &access) {
      meets |= overlap(at, access.at) && (touch.isWrite || writes(access.kind));
    });
    if (!meets || touch.source == nullptr)
      continue;
    const auto sites = std::span(parts_->program->sites())
                           .subspan(touch.source->firstSite, touch.source->siteCount);
    // A call may read several structs that it passes by value: their sizes distinguish them.
    for (const bool hasSameSize : {true, false})
      for (const AccessSite &site : sites)
        if (writes(site.kind) == touch.isWrite && (!hasSameSize || site.bytes == touch.bytes))
          return &site;
    if (!sites.empty())
      return &sites.front();
  }
  return siteAt(event.operation.at);
}

std::string ThreadedMachine::nameOf(ThreadId t) const {
  const State &state = parts_->now->state;
  return t.index() < state.threads.size() ? state.threads[t.index()].function : std::string();
}

std::vector<InputValue> ThreadedMachine::inputs() const {
  State &state = parts_->state();
  if (!parts_->raceWitness)
    return inputsOf(state);
  const Ref<Witness> witness = std::exchange(state.witness, parts_->raceWitness);
  std::vector<InputValue> values = inputsOf(state);
  state.witness = witness;
  return values;
}

std::uint32_t ThreadedMachine::inputCount() const {
  const State &state = parts_->now->state;
  return state.inputs ? state.inputs->number : 0;
}

std::vector<Term> ThreadedMachine::inputVariables() const {
  TermArena &arena = parts_->interpreter->arena();
  std::vector<Term> variables;
  for (const Input *input = parts_->now->state.inputs.get(); input != nullptr;
       input = input->before.get())
    if (!input->drawn)
      variables.push_back(input->variable);
    else
      variables.push_back(input->width == 1 ? arena.boolean(*input->drawn != 0)
                                            : arena.constant(input->width, *input->drawn));
  std::ranges::reverse(variables);
  return variables;
}

std::vector<Caller> ThreadedMachine::callersOf(ThreadId t) const {
  constexpr std::size_t mostFrames = 64; // a recursion is not shown in full
  std::vector<Caller> callers;
  const State &state = parts_->now->state;
  if (t.index() >= state.threads.size())
    return callers;
  bool innermost = true;
  for (const Frame *frame = state.threads[t.index()].top.get();
       frame != nullptr && callers.size() < mostFrames; frame = frame->caller.get()) {
    if (frame->code->program != parts_->program)
      continue; // the machine's own library: its call has a position in the user's text
    const Instruction *call = frame->code->steps[frame->at].source;
    if (call != nullptr && !innermost && !modelledFunction(*call->origin).empty() &&
        !raceward::positionOf(*call->origin).known())
      continue; // code of a model, which has no text
    if (!innermost && call != nullptr)
      callers.push_back({frame->code->function->name, raceward::positionOf(*call->origin)});
    innermost = false;
  }
  return callers;
}

Term ThreadedMachine::contentAt(const Address &address) const {
  constexpr std::uint32_t mostBytes = 8;
  const auto &names = parts_->objects;
  const auto name = std::ranges::find_if(
      names, [&](const auto &entry) { return entry.second == address.object; });
  if (name == names.end() || !address.exact || address.bytes > mostBytes)
    return {};
  const Memory &memory = parts_->now->state.memory;
  Term content;
  memory.forEach([&](const MemoryObject &object) {
    if (content.valid() || memory.keyOf(object.base()) != name->first.first ||
        std::uint64_t{address.offset} + address.bytes > object.size())
      return;
    content = parts_->contentOf(object, address.offset, address.bytes);
  });
  return content;
}

/// Invalid if a byte is unknown.
Term ThreadedMachine::Parts::contentOf(const MemoryObject &object, std::uint64_t offset,
                                       std::uint32_t bytes) {
  for (std::uint64_t at = offset; at < offset + bytes; ++at)
    if (object.stateOf(at) == ByteState::Unknown)
      return {};
  Term content = interpreter->byteAt(object, offset);
  for (std::uint32_t i = 1; i < bytes; ++i)
    content = interpreter->arena().concat(interpreter->byteAt(object, offset + i), content);
  return content;
}

std::string ThreadedMachine::valueOf(Term content) const {
  const State &state = parts_->now->state;
  const Ref<Witness> &witness = parts_->raceWitness ? parts_->raceWitness : state.witness;
  const Model zero;
  Evaluator evaluator(parts_->machine->arena(), witness ? witness->model : zero);
  const BitVector &value = evaluator.evaluate(content);
  if (value.width() == 8 * sizeof(std::uint64_t) && value.low64() != 0 &&
      state.memory.objectAt(value.low64()) != nullptr)
    return "a pointer"; // the machine's addresses are meaningless
  return std::to_string(signExtended(value.low64(), value.width()));
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

Term ThreadedMachine::contentOf(GlobalId global) const {
  const std::uint64_t bytes = parts_->program->globals()[global.index()].bytes;
  const std::uint64_t address = parts_->interpreter->images.front().globals[global.index()];
  const MemoryObject *object = parts_->now->state.memory.objectAt(address);
  if (object == nullptr || bytes > sizeof(std::uint64_t))
    return {};
  return parts_->contentOf(*object, 0, static_cast<std::uint32_t>(bytes));
}

const llvm::Instruction *ThreadedMachine::codeAt(PositionId at) const {
  if (!at.valid() || at.index() >= parts_->instructions.size())
    return nullptr;
  return parts_->instructions[at.index()]->origin;
}

TermArena &ThreadedMachine::arena() {
  return parts_->interpreter->arena();
}

MachineWork ThreadedMachine::work() const {
  return {parts_->steps, parts_->operations};
}

const ChainCounts &ThreadedMachine::solverCounts() const {
  return parts_->machine->solverCounts();
}

std::vector<SiteId> ThreadedMachine::reached() const {
  std::vector<SiteId> reached;
  for (const Instruction *instruction : parts_->instructions)
    for (std::uint32_t i = 0; i < instruction->siteCount && parts_->isOfProgram(*instruction); ++i)
      if (parts_->visible[instruction->firstSite + i])
        reached.emplace_back(instruction->firstSite + i);
  if (parts_->uses)
    for (std::uint32_t site = 0; site < parts_->uses->sites().size(); ++site)
      if (parts_->uses->sites()[site] && parts_->visible[site])
        reached.emplace_back(site);
  std::sort(reached.begin(), reached.end());
  reached.erase(std::unique(reached.begin(), reached.end()), reached.end());
  return reached;
}

void ThreadedMachine::limitStepsAlone(std::uint64_t steps) {
  parts_->bounds.stepsAlone = steps;
}

} // namespace raceward
