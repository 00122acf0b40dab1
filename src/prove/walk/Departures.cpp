#include "Departures.h"

#include "raceward/prove/ProverMutation.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace raceward {

namespace {

constexpr std::size_t kMostWriters = 32;
constexpr std::size_t kMostVariables = 32;

/// The value that the store, or the filling, leaves in these bytes, if it is a constant.
std::optional<std::int64_t> constantWritten(const llvm::Instruction &write) {
  if (const auto *fill = llvm::dyn_cast<llvm::MemSetInst>(&write)) {
    const auto *byte = llvm::dyn_cast<llvm::ConstantInt>(fill->getValue());
    return byte && byte->isZero() ? std::optional<std::int64_t>(0) : std::nullopt;
  }
  return std::nullopt;
}

bool isNullTest(const llvm::Value &condition, const llvm::Value &pointer) {
  const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&condition);
  return compare && compare->isEquality() && compare->getOperand(0) == &pointer &&
         llvm::isa<llvm::ConstantPointerNull>(compare->getOperand(1));
}

} // namespace

Departures::Departures(const Facts &facts, Shapes &shapes, Expressions &expressions,
                       ReachedMemory &memory, ProgramEffects &effects, Values &values)
    : facts_(facts), shapes_(shapes), expressions_(expressions), memory_(memory), effects_(effects),
      values_(values), places_(facts.program, facts.pointsTo, facts.threads),
      callers_(facts.program.functions().size()) {
  for (const Function &function : facts.program.functions()) {
    returnsTwice_ = returnsTwice_ || (facts.threads.isReachable(function.id) &&
                                      function.origin->callsFunctionThatReturnsTwice());
    for (const CallTargets &call : facts.calls.callsIn(function.id))
      for (const FunctionId callee : call.callees)
        callers_[callee.index()].push_back(call.at);
  }
}

std::optional<FlagPlace> Departures::placeOf(const llvm::Instruction &load,
                                             const llvm::Value &pointer) {
  const std::uint64_t bytes = values_.bytesOf(load);
  if (!load.getType()->isIntegerTy() || bytes > 8 || returnsTwice_)
    return std::nullopt;
  const std::optional<FixedPlace> place = places_.placeOf(pointer);
  if (!place || !places_.isSingle(*place->object))
    return std::nullopt;
  const auto [known, isNew] = known_.try_emplace({*place, bytes});
  if (isNew && variables_.size() < kMostVariables && canBe(*place, bytes, pointer)) {
    const ExpressionId object = expressions_.symbol(expressions_.symbolOf(*place->object));
    const FlagPlace flag{expressions_.plus(object, place->offset), bytes};
    known->second = flag;
    variables_[flag] = {*place, bytes, {}, {}, {}};
    for (const AccessSite &site : facts_.program.sites())
      if (writes(site.kind) && isWholeWrite(site.id, *place, bytes))
        writers_[site.id].push_back(flag);
  }
  return known->second;
}

ExpressionId Departures::placeOf(const KnownLock &lock) {
  if (const std::optional<FixedPlace> place = memory_.placeOf(lock))
    return expressions_.plus(expressions_.symbol(expressions_.symbolOf(*place->object)),
                             place->offset);
  return expressions_.scopeOf(lock.address) == Scope::Program ? lock.address : ExpressionId();
}

/// Whether the instruction writes all of the variable, and nothing else is known to be there.
bool Departures::isWholeWrite(SiteId site, const FixedPlace &place, std::uint64_t bytes) const {
  const SitePlace &at = facts_.program.placeOf(site);
  const std::optional<FixedPlace> written = places_.placeOf(*at.pointer);
  const std::optional<std::uint64_t> length = facts_.program.sites()[site.index()].bytes;
  if (!written || !length || written->object != place.object)
    return false;
  if (llvm::isa<llvm::StoreInst>(at.origin))
    return written->offset == place.offset && *length == bytes;
  return llvm::isa<llvm::MemSetInst>(at.origin) && written->offset <= place.offset &&
         place.offset + static_cast<std::int64_t>(bytes) <=
             written->offset + static_cast<std::int64_t>(*length);
}

/// Every write that may touch it is one of the whole variable, or ends its memory.
bool Departures::canBe(const FixedPlace &place, std::uint64_t bytes, const llvm::Value &pointer) {
  if (effects_.writesAnything())
    return false;
  std::size_t writers = 0;
  bool inMain = false;
  for (const AccessSite &site : facts_.program.sites()) {
    const SitePlace &at = facts_.program.placeOf(site.id);
    if (!writes(site.kind) || !facts_.threads.isReachable(at.function) ||
        facts_.calls.isOfNoCall(*at.pointer) ||
        !facts_.pointsTo.mayOverlap(*at.pointer, site.bytes, pointer, bytes))
      continue;
    const Instruction &code =
        facts_.program.function(at.function).code.instructions[at.instruction];
    if (code.op == Op::LibraryCall && code.library && code.library->frees)
      continue;
    if (++writers > kMostWriters ||
        (!isWholeWrite(site.id, place, bytes) && !mutated(ProverMutation::DeparturesParts)))
      return false;
    inMain = inMain || facts_.threads.mainThread().runs[at.function.index()];
  }
  return inMain;
}

void Departures::write(Here here, const Knowledge &knowledge) {
  if (!recording_)
    return;
  const Instruction &now = here.instruction();
  for (std::uint32_t i = 0; i < now.siteCount; ++i) {
    const auto flags = writers_.find(SiteId(now.firstSite + i));
    if (flags == writers_.end())
      continue;
    Write write{{here.function->id, here.index},
                here.byMain(),
                false,
                constantWritten(*now.origin),
                {},
                {}};
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(now.origin))
      if (const ExpressionId value = values_.valueOf(knowledge, *store->getValueOperand());
          value.valid())
        write.value = values_.rangeOf(knowledge, value).only();
    const ExpressionId address =
        values_.valueOf(knowledge, *facts_.program.placeOf(SiteId(now.firstSite + i)).pointer);
    write.isFirst = knowledge.alone || (address.valid() && values_.isOwned(knowledge, address));
    for (const KnownLock &lock : knowledge.locks)
      if (const ExpressionId at = placeOf(lock); lock.exclusive && at.valid())
        write.locks.emplace_back(at, lock.kind);
    for (const FlagPhase &phase : knowledge.phases)
      if (phase.left)
        write.seen.push_back(phase);
    for (const FlagPlace &flag : flags->second)
      variables_.at(flag).writes.insert(write);
  }
}

/// Whether the value is in the variable when the first thread is created.
bool Departures::startsWith(Variable &variable, std::int64_t value) {
  const auto [known, isNew] = variable.startsWith.try_emplace(value, false);
  if (!isNew)
    return known->second;
  for (const Write &write : variable.writes)
    if (write.isFirst && write.value != value && !mutated(ProverMutation::DeparturesFirst))
      return false;
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(variable.place.object)) {
    if (!global->hasDefinitiveInitializer())
      return false;
    const auto *initial = llvm::dyn_cast_or_null<llvm::ConstantInt>(llvm::ConstantFoldLoadFromConst(
        const_cast<llvm::Constant *>(global->getInitializer()), // folding takes it so
        llvm::Type::getIntNTy(global->getContext(), static_cast<unsigned>(variable.bytes) * 8),
        llvm::APInt(64, static_cast<std::uint64_t>(variable.place.offset)),
        facts_.program.module().getDataLayout()));
    return known->second = initial && initial->getSExtValue() == value;
  }
  return known->second = isSetFirst(variable, value);
}

/// From where the object is allocated, every path comes to a write of the value before the function
/// returns, or calls what might create a thread or see the object.
bool Departures::isSetFirst(const Variable &variable, std::int64_t value) const {
  const auto *origin = llvm::dyn_cast<llvm::Instruction>(variable.place.object);
  const Function *function = origin ? facts_.program.functionOf(origin->getFunction()) : nullptr;
  if (!function)
    return false;
  std::set<const llvm::Instruction *> sets;
  const std::vector<Instruction> &code = function->code.instructions;
  for (const Write &write : variable.writes)
    if (write.isFirst && write.value == value && write.at.function == function->id)
      sets.insert(code[write.at.index].origin);
  std::set<const llvm::Instruction *> calls;
  for (const Instruction &each : code)
    if (each.op == Op::Call ||
        (each.op == Op::LibraryCall && (!each.library || createsThread(each.library->sync))))
      calls.insert(each.origin);
  std::set<const llvm::BasicBlock *> seen;
  std::vector<const llvm::Instruction *> open{origin->getNextNode()};
  // A callee may set it, or show it to others: only calls without a pointer to it are passed.
  const auto mayGetIt = [&](const llvm::Instruction &call) {
    return calls.contains(&call) &&
           std::ranges::any_of(llvm::cast<llvm::CallBase>(call).args(), [&](const llvm::Use &use) {
             return use->getType()->isPointerTy() &&
                    std::ranges::any_of(facts_.pointsTo.objectsOf(*use), [&](ObjectId object) {
                      return facts_.pointsTo.object(object).origin == origin;
                    });
           });
  };
  while (!open.empty()) {
    const llvm::Instruction *at = open.back();
    open.pop_back();
    while (!at->isTerminator() && !sets.contains(at) && !mayGetIt(*at))
      at = at->getNextNode();
    if (sets.contains(at))
      continue;
    if (!at->isTerminator() && !mutated(ProverMutation::DeparturesSet))
      return false;
    at = at->getParent()->getTerminator();
    if (llvm::isa<llvm::ReturnInst>(at) && !mutated(ProverMutation::DeparturesSet))
      return false;
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(at);
    for (unsigned i = 0; i < at->getNumSuccessors(); ++i) {
      if (branch && branch->isConditional() && isNullTest(*branch->getCondition(), *origin)) {
        const bool isEqual = llvm::cast<llvm::ICmpInst>(branch->getCondition())->getPredicate() ==
                             llvm::CmpInst::ICMP_EQ;
        if ((i == 0) == isEqual)
          continue; // there is no object
      }
      if (seen.insert(at->getSuccessor(i)).second)
        open.push_back(&at->getSuccessor(i)->front());
    }
  }
  return true;
}

bool Departures::holds(const FlagPhase &left) {
  const auto at = variables_.find(left.flag);
  if (at == variables_.end() || !left.left)
    return false;
  Variable &variable = at->second;
  const std::int64_t first = *left.left ? 1 : 0;
  if (!startsWith(variable, first))
    return false;
  return std::ranges::all_of(variable.writes, [&](const Write &write) {
    if (write.isFirst || write.value == first)
      return true;
    const bool isLocked = std::ranges::count(write.locks, std::pair(left.lock, left.kind)) > 0;
    return (isLocked || mutated(ProverMutation::DeparturesLock)) &&
           (write.byMain || std::ranges::count(write.seen, left) > 0 ||
            mutated(ProverMutation::DeparturesOthers));
  });
}

bool Departures::isBefore(InstructionRef at, const FlagPhase &left) {
  if (mutated(ProverMutation::DeparturesBefore))
    return true;
  const auto &after = afterOf(variables_.at(left.flag), *left.left ? 1 : 0)[at.function.index()];
  return after.empty() || !after[at.index];
}

/// Code that the main thread may execute after it has written another value.
const std::vector<std::vector<bool>> &Departures::afterOf(Variable &variable, std::int64_t first) {
  const auto [known, isNew] = variable.after.try_emplace(first);
  if (!isNew)
    return known->second;
  known->second.resize(facts_.program.functions().size());
  std::vector<InstructionRef> open;
  for (const Write &write : variable.writes)
    if (!write.isFirst && write.value != first && write.byMain)
      open.push_back({write.at.function, write.at.index + 1});
  follow(std::move(open), known->second);
  return known->second;
}

void Departures::follow(std::vector<InstructionRef> open, std::vector<std::vector<bool>> &after) {
  while (!open.empty()) {
    const InstructionRef from = open.back();
    open.pop_back();
    const Function &function = facts_.program.function(from.function);
    const std::vector<Instruction> &code = function.code.instructions;
    std::vector<bool> &reached = after[from.function.index()];
    reached.resize(code.size());
    for (std::uint32_t i = from.index; i < code.size() && !reached[i]; ++i) {
      reached[i] = true;
      const llvm::Instruction &origin = *code[i].origin;
      for (const FunctionId callee : facts_.calls.calleesAt({from.function, i}))
        if (!facts_.program.function(callee).code.instructions.empty())
          open.push_back({callee, 0});
      if (!origin.isTerminator())
        continue;
      if (code[i].op == Op::Return)
        for (const InstructionRef call : callers_[from.function.index()])
          open.push_back({call.function, call.index + 1});
      const FlowShape &shape = shapes_.shapeOf(function);
      for (unsigned s = 0; s < origin.getNumSuccessors(); ++s)
        if (const auto block = shape.numberOf.find(origin.getSuccessor(s));
            block != shape.numberOf.end())
          open.push_back({from.function, shape.firstInstruction[block->second]});
      break;
    }
  }
}

} // namespace raceward
