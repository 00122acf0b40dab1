#include "HandleCounts.h"

#include "points/Cycles.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <map>

namespace raceward {

namespace {

/// Narrower numbers may wrap around.
constexpr unsigned kLeastBits = 32;

using Seen = std::set<const llvm::Value *>;

/// What one was added to.
const llvm::Value *beforeStep(const llvm::Value &value) {
  const auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  if (!sum || sum->getOpcode() != llvm::Instruction::Add)
    return nullptr;
  const auto *step = llvm::dyn_cast<llvm::ConstantInt>(sum->getOperand(1));
  return step && step->isOne() ? sum->getOperand(0) : nullptr;
}

/// The value of a condition where the block is entered from another one, if that is known.
const llvm::Value *chosen(const llvm::Value *condition, const llvm::BasicBlock &block,
                          const llvm::BasicBlock *before) {
  const auto *phi = llvm::dyn_cast<llvm::PHINode>(condition);
  return phi && before && phi->getParent() == &block ? phi->getIncomingValueForBlock(before)
                                                     : condition;
}

/// The successors of a block that was entered from another one. "a && b" is a choice between false
/// and b, and `break` in a scope with variables sets the number of a case.
llvm::SmallVector<const llvm::BasicBlock *> successorsOf(const llvm::BasicBlock &block,
                                                         const llvm::BasicBlock *before) {
  const llvm::Instruction *end = block.getTerminator();
  if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(end); branch && branch->isConditional())
    if (const auto *known =
            llvm::dyn_cast<llvm::ConstantInt>(chosen(branch->getCondition(), block, before)))
      return {branch->getSuccessor(known->isZero() ? 1 : 0)};
  if (const auto *cases = llvm::dyn_cast<llvm::SwitchInst>(end))
    if (const auto *known =
            llvm::dyn_cast<llvm::ConstantInt>(chosen(cases->getCondition(), block, before)))
      return {cases->findCaseValue(known)->getCaseSuccessor()};
  return {llvm::succ_begin(&block), llvm::succ_end(&block)};
}

/// The same, if the creation gave zero.
llvm::SmallVector<const llvm::BasicBlock *> afterSuccessOf(const llvm::BasicBlock &block,
                                                           const llvm::BasicBlock *before,
                                                           const llvm::CallBase &creation) {
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  const auto *compare =
      branch && branch->isConditional()
          ? llvm::dyn_cast<llvm::ICmpInst>(chosen(branch->getCondition(), block, before))
          : nullptr;
  if (compare && compare->getOperand(0) == &creation)
    if (const auto *with = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1))) {
      const llvm::APInt zero(with->getValue().getBitWidth(), 0);
      const bool holds = llvm::ICmpInst::compare(zero, with->getValue(), compare->getPredicate());
      return {branch->getSuccessor(holds ? 0 : 1)};
    }
  return successorsOf(block, before);
}

/// Whether every complete round of the loop passes the instruction.
bool everyRoundPasses(const llvm::Loop &loop, const llvm::Instruction &instruction) {
  std::set<CfgEdge> seen;
  std::vector<CfgEdge> open{{nullptr, loop.getHeader()}};
  while (!open.empty()) {
    const auto [before, block] = open.back();
    open.pop_back();
    if (block == instruction.getParent())
      continue;
    for (const llvm::BasicBlock *next : successorsOf(*block, before)) {
      if (next == loop.getHeader())
        return false;
      if (loop.contains(next) && seen.insert({block, next}).second)
        open.emplace_back(block, next);
    }
  }
  return true;
}

/// Edges of the round in which the creation succeeds, from there to the header or out of the loop.
std::set<CfgEdge> edgesAfterSuccess(const llvm::Loop &loop, const llvm::CallBase &creation) {
  std::set<CfgEdge> edges;
  std::vector<CfgEdge> open{{nullptr, creation.getParent()}};
  while (!open.empty()) {
    const auto [before, block] = open.back();
    open.pop_back();
    for (const llvm::BasicBlock *next : afterSuccessOf(*block, before, creation))
      if (edges.insert({block, next}).second && next != loop.getHeader() && loop.contains(next))
        open.emplace_back(block, next);
  }
  return edges;
}

/// The count at the beginning of the round, or after some steps of the same round.
bool growsFrom(const llvm::Value &value, const llvm::PHINode &count, const llvm::Loop &loop,
               Seen &seen) {
  if (&value == &count || !seen.insert(&value).second)
    return true;
  if (const llvm::Value *before = beforeStep(value))
    return growsFrom(*before, count, loop, seen);
  const auto *phi = llvm::dyn_cast<llvm::PHINode>(&value);
  return phi && loop.contains(phi) && phi->getParent() != loop.getHeader() &&
         std::ranges::all_of(phi->incoming_values(), [&](const llvm::Use &incoming) {
           return growsFrom(*incoming, count, loop, seen);
         });
}

/// The same, after one step at least.
bool isStepped(const llvm::Value &value, const llvm::PHINode &count, const llvm::Loop &loop,
               Seen &onPath) {
  Seen seen;
  if (const llvm::Value *before = beforeStep(value))
    return growsFrom(*before, count, loop, seen);
  const auto *phi = llvm::dyn_cast<llvm::PHINode>(&value);
  return phi && phi != &count && loop.contains(phi) && onPath.insert(phi).second &&
         std::ranges::all_of(phi->incoming_values(), [&](const llvm::Use &incoming) {
           return isStepped(*incoming, count, loop, onPath);
         });
}

/// Where a variable of a loop starts, if that is one value.
const llvm::Value *startOf(const llvm::PHINode &phi, const llvm::Loop &loop) {
  const llvm::Value *start = nullptr;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
    if (!loop.contains(phi.getIncomingBlock(i))) {
      if (start && start != phi.getIncomingValue(i))
        return nullptr;
      start = phi.getIncomingValue(i);
    }
  return start;
}

/// Whether the value is a constant, at least this one, after any number of steps.
bool isAtLeast(const llvm::Value &value, const llvm::APInt &least, Seen &seen) {
  if (!seen.insert(&value).second)
    return true;
  if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&value))
    return !constant->isNegative() && !least.isNegative() && constant->getValue().uge(least);
  if (const llvm::Value *before = beforeStep(value))
    return isAtLeast(*before, least, seen);
  const auto *phi = llvm::dyn_cast<llvm::PHINode>(&value);
  return phi && std::ranges::all_of(phi->incoming_values(), [&](const llvm::Use &incoming) {
           return isAtLeast(*incoming, least, seen);
         });
}

bool isZero(const llvm::Value *value) {
  const auto *constant = llvm::dyn_cast_or_null<llvm::ConstantInt>(value);
  return constant && constant->isZero();
}

bool nothingWrittenBetween(const llvm::Instruction &first, const llvm::Instruction &last) {
  if (first.getParent() != last.getParent())
    return false;
  for (const llvm::Instruction *at = first.getNextNode(); at && at != &last; at = at->getNextNode())
    if (at->mayWriteToMemory() && !llvm::isa<llvm::LifetimeIntrinsic>(at))
      return mutated(ProverMutation::CountsReadEarlier);
  return true;
}

} // namespace

bool holdsNumber(const llvm::GlobalVariable &variable, std::int64_t offset, std::uint64_t bytes) {
  if (!variable.hasDefinitiveInitializer() || offset < 0 || bytes > 8)
    return false;
  auto *initial = const_cast<llvm::Constant *>(variable.getInitializer()); // folding takes it so
  const auto *number = llvm::dyn_cast_or_null<llvm::ConstantInt>(llvm::ConstantFoldLoadFromConst(
      initial, llvm::Type::getIntNTy(variable.getContext(), static_cast<unsigned>(bytes) * 8),
      llvm::APInt(64, static_cast<std::uint64_t>(offset)), variable.getDataLayout()));
  return number && !number->isNegative();
}

bool setsToNumber(const llvm::Instruction &write, const FixedPlace &to, const FixedPlace &count,
                  std::uint64_t bytes) {
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&write)) {
    const auto *number = llvm::dyn_cast<llvm::ConstantInt>(store->getValueOperand());
    return number && !number->isNegative() && to == count && number->getBitWidth() == bytes * 8;
  }
  if (const auto *clear = llvm::dyn_cast<llvm::MemSetInst>(&write))
    return isZero(clear->getValue());
  const auto *copy = llvm::dyn_cast<llvm::MemCpyInst>(&write);
  const auto *from = copy ? llvm::dyn_cast<llvm::GlobalVariable>(copy->getSource()) : nullptr;
  const auto *length = copy ? llvm::dyn_cast<llvm::ConstantInt>(copy->getLength()) : nullptr;
  const std::int64_t offset = count.offset - to.offset;
  return from && from->isConstant() && length && to.object == count.object &&
         length->getValue().uge(static_cast<std::uint64_t>(offset) + bytes) &&
         holdsNumber(*from, offset, bytes);
}

std::optional<FixedPlace> HandleCounts::steppedBy(const llvm::Instruction &store) const {
  const auto *written = llvm::dyn_cast<llvm::StoreInst>(&store);
  const llvm::Value *before = written ? beforeStep(*written->getValueOperand()) : nullptr;
  const auto *read = llvm::dyn_cast_or_null<llvm::LoadInst>(before);
  if (!read || read->getType()->getIntegerBitWidth() < kLeastBits ||
      !nothingWrittenBetween(*read, store))
    return std::nullopt;
  const std::optional<FixedPlace> place = places_.placeOf(*written->getPointerOperand());
  return place && places_.placeOf(*read->getPointerOperand()) == place ? place : std::nullopt;
}

std::optional<CountedHandles> HandleCounts::find(InstructionRef at,
                                                 const llvm::CallBase &creation) const {
  auto element = loops_.elementAt(creation, *creation.getArgOperand(0));
  if (!element || !element->second->getType()->isIntegerTy() ||
      element->second->getType()->getIntegerBitWidth() < kLeastBits)
    return std::nullopt;
  CountedHandles handles;
  handles.creation = &creation;
  handles.elements = std::move(element->first);
  handles.indexBits = element->second->getType()->getIntegerBitWidth();
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(element->second)) {
    handles.count = places_.placeOf(*load->getPointerOperand());
    handles.countBytes = handles.indexBits / 8;
    handles.countPointer = load->getPointerOperand();
    if (!handles.count || !nothingWrittenBetween(*load, creation) ||
        !stepsAfterSuccess(at, creation, *handles.count))
      return std::nullopt;
    return handles;
  }
  handles.index = llvm::dyn_cast<llvm::PHINode>(element->second);
  if (!handles.index || !inLoop(creation, handles))
    return std::nullopt;
  if (!findCountBeside(at, creation, handles))
    findWrittenCount(at, creation, handles);
  return handles;
}

/// The index counts in a loop that is entered once in a call, and no element is used for a second
/// thread.
bool HandleCounts::inLoop(const llvm::CallBase &creation, CountedHandles &handles) const {
  const llvm::BasicBlock &header = *handles.index->getParent();
  handles.loop = loops_.loopAround(header);
  if (!handles.loop || handles.loop->getHeader() != &header || !handles.loop->contains(&creation) ||
      repeatsInIteration(*handles.loop, *creation.getParent()))
    return false;
  for (const llvm::BasicBlock *before : llvm::predecessors(&header))
    if (!handles.loop->contains(before) && !isOutsideOfLoops(*before->getTerminator()) &&
        !mutated(ProverMutation::CountsOuterLoop))
      return false;
  handles.afterSuccess = edgesAfterSuccess(*handles.loop, creation);
  for (unsigned i = 0; i < handles.index->getNumIncomingValues(); ++i)
    if (const llvm::BasicBlock *from = handles.index->getIncomingBlock(i);
        handles.loop->contains(from) &&
        !isAbove(*handles.index->getIncomingValue(i), {from, &header}, *handles.index, handles))
      return false;
  return true;
}

/// A count in memory that steps in every round, as the index does.
bool HandleCounts::findCountBeside(InstructionRef at, const llvm::CallBase &creation,
                                   CountedHandles &handles) const {
  const llvm::PHINode &index = *handles.index;
  if (!isZero(startOf(index, *handles.loop)))
    return false;
  for (unsigned i = 0; i < index.getNumIncomingValues(); ++i)
    if (handles.loop->contains(index.getIncomingBlock(i)) &&
        beforeStep(*index.getIncomingValue(i)) != &index)
      return false;
  for (const llvm::BasicBlock *block : handles.loop->blocks())
    for (const llvm::Instruction &store : *block) {
      const std::optional<FixedPlace> count = steppedBy(store);
      if (!count || loops_.loopAround(*block) != handles.loop ||
          (!everyRoundPasses(*handles.loop, store) && !mutated(ProverMutation::CountsEveryRound)) ||
          (!loops_.dominates(store, creation) && !stepsAfterSuccess(at, creation, *count)))
        continue;
      const auto &written = llvm::cast<llvm::StoreInst>(store);
      handles.count = count;
      handles.countBytes = written.getValueOperand()->getType()->getIntegerBitWidth() / 8;
      handles.countPointer = written.getPointerOperand();
      return true;
    }
  return false;
}

/// A call that runs no code of the program, and neither creates nor joins.
bool HandleCounts::isQuiet(InstructionRef at) const {
  const Instruction &code = program_.function(at.function).code.instructions[at.index];
  if (code.op == Op::Call || !calls_.calleesAt(at).empty())
    return false;
  return code.op != Op::LibraryCall ||
         (code.library && !createsThread(code.library->sync) &&
          code.library->sync != SyncEffect::JoinThread && !code.library->returnsTwice);
}

/// On every path on which the creation succeeds, something is done before other code of the program
/// runs. `againToo`: it may be done only after more rounds of the loop.
template <typename IsDone>
bool HandleCounts::isDoneAfterSuccess(InstructionRef at, const llvm::CallBase &creation,
                                      bool againToo, IsDone isDone) const {
  const std::vector<Instruction> &code = program_.function(at.function).code.instructions;
  const auto isQuietCall = [&](const llvm::Instruction &call) {
    const auto found = std::ranges::find(code, &call, &Instruction::origin);
    return found == code.end() ||
           isQuiet({at.function, static_cast<std::uint32_t>(found - code.begin())});
  };
  std::set<CfgEdge> seen;
  std::vector<std::pair<const llvm::BasicBlock *, const llvm::Instruction *>> open{
      {nullptr, creation.getNextNode()}};
  while (!open.empty()) {
    auto [before, now] = open.back();
    open.pop_back();
    while (now && !now->isTerminator() && !isDone(*now)) {
      if (now == &creation ? !againToo : llvm::isa<llvm::CallBase>(now) && !isQuietCall(*now))
        return false;
      now = now->getNextNode();
    }
    if (!now || !now->isTerminator())
      continue;
    if (llvm::isa<llvm::ReturnInst>(now))
      return false;
    const llvm::BasicBlock *block = now->getParent();
    for (const llvm::BasicBlock *next :
         againToo ? successorsOf(*block, before) : afterSuccessOf(*block, before, creation))
      if (seen.insert({block, next}).second)
        open.emplace_back(block, &next->front());
  }
  return true;
}

bool HandleCounts::stepsAfterSuccess(InstructionRef at, const llvm::CallBase &creation,
                                     const FixedPlace &count) const {
  return mutated(ProverMutation::CountsAfterSuccess) ||
         isDoneAfterSuccess(at, creation, false,
                            [&](const llvm::Instruction &now) { return steppedBy(now) == count; });
}

bool HandleCounts::isWrittenAfter(InstructionRef at, const llvm::CallBase &creation,
                                  const std::set<const llvm::Instruction *> &stores) const {
  return mutated(ProverMutation::CountsWritten) ||
         isDoneAfterSuccess(at, creation, true,
                            [&](const llvm::Instruction &now) { return stores.contains(&now); });
}

/// The number that the index is compared with, or that it has come to, is written down in memory.
bool HandleCounts::findWrittenCount(InstructionRef at, const llvm::CallBase &creation,
                                    CountedHandles &handles) const {
  const auto *first =
      llvm::dyn_cast_or_null<llvm::ConstantInt>(startOf(*handles.index, *handles.loop));
  const std::optional<Slots> slots = loops_.slotsOf(creation, *creation.getArgOperand(0));
  if (!first || first->isNegative() || !slots || slots->loop.index != handles.index ||
      slots->loop.loop != handles.loop || !slots->loop.indexCasts.empty() ||
      (slots->loop.stay != llvm::CmpInst::ICMP_SLT && slots->loop.stay != llvm::CmpInst::ICMP_ULT))
    return false;
  const StableValue &bound = slots->loop.bound;
  const llvm::Value *limit =
      bound.casts.empty() && bound.kind != StableValue::Kind::Variable ? bound.value : nullptr;
  std::map<FixedPlace, std::vector<const llvm::StoreInst *>> stores;
  for (const llvm::BasicBlock &block : *creation.getFunction())
    for (const llvm::Instruction &instruction : block)
      if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
        if (store->getValueOperand()->getType() == handles.index->getType())
          if (const auto place = places_.placeOf(*store->getPointerOperand()))
            stores[*place].push_back(store);
  for (const auto &[place, all] : stores) {
    std::set<const llvm::Instruction *> before;
    std::set<const llvm::Instruction *> after;
    bool hasLimit = false;
    const llvm::Instruction &head = *handles.loop->getHeader()->getTerminator();
    for (const llvm::StoreInst *store : all) {
      const bool isLimit = limit && store->getValueOperand() == limit;
      Seen seen;
      const bool isFinal =
          isLimit || (!handles.loop->contains(store) &&
                      isFinalCount(*store->getValueOperand(), *store->getParent(), handles, seen));
      if (isLimit && loops_.dominates(*store, head))
        before.insert(store);
      else if (isFinal &&
               (loops_.dominates(head, *store) || mutated(ProverMutation::CountsWithoutLoop)))
        after.insert(store); // whoever comes there again has passed the loop again
      else
        continue;
      hasLimit = hasLimit || isLimit;
    }
    const bool isBefore = !before.empty();
    const std::set<const llvm::Instruction *> &written = isBefore ? before : after;
    if (written.empty() || (!isBefore && !isWrittenAfter(at, creation, written)))
      continue;
    handles.count = place;
    handles.countBytes = handles.indexBits / 8;
    handles.countPointer = llvm::cast<llvm::StoreInst>(*written.begin())->getPointerOperand();
    handles.written = written;
    handles.isOnlyWritten = isBefore;
    if (hasLimit)
      handles.stay = slots->loop.stay;
    return true;
  }
  return false;
}

/// Whether the value, taken over the edge, is above the index of every thread that was started in
/// this round, and not below the count at its beginning.
bool HandleCounts::isAbove(const llvm::Value &value, CfgEdge edge, const llvm::PHINode &count,
                           const CountedHandles &handles) const {
  const llvm::Loop &loop = *handles.loop;
  Seen seen;
  if (!handles.afterSuccess.contains(edge) || mutated(ProverMutation::CountsSuccess))
    return growsFrom(value, count, loop, seen);
  if (const llvm::Value *before = beforeStep(value))
    return growsFrom(*before, count, loop, seen);
  // A choice that was made before the creation says nothing about its success.
  const auto *phi = llvm::dyn_cast<llvm::PHINode>(&value);
  if (!phi || phi->getParent() == loop.getHeader() || !loop.contains(phi))
    return false;
  const llvm::BasicBlock &block = *phi->getParent();
  if (repeatsInIteration(loop, block) ||
      isReachable({&block}, *handles.creation->getParent(), {loop.getHeader()}))
    return false;
  for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
    if (!isAbove(*phi->getIncomingValue(i), {phi->getIncomingBlock(i), &block}, count, handles))
      return false;
  return true;
}

/// Whether another variable of the loop is never below the index, from the header on.
bool HandleCounts::stepsWith(const llvm::PHINode &count, const CountedHandles &handles) const {
  const llvm::PHINode &index = *handles.index;
  const llvm::Loop &loop = *handles.loop;
  const auto *first = llvm::dyn_cast_or_null<llvm::ConstantInt>(startOf(index, loop));
  const auto *counted = llvm::dyn_cast_or_null<llvm::ConstantInt>(startOf(count, loop));
  if (!first || !counted || count.getType() != index.getType() || first->isNegative() ||
      counted->getValue().slt(first->getValue()))
    return false;
  for (unsigned i = 0; i < index.getNumIncomingValues(); ++i) {
    const llvm::BasicBlock *from = index.getIncomingBlock(i);
    if (!loop.contains(from))
      continue;
    const llvm::Value &value = *count.getIncomingValueForBlock(from);
    Seen seen;
    const llvm::Value *next = index.getIncomingValue(i);
    const bool isEqual = next == &index
                             ? growsFrom(value, count, loop, seen)
                             : beforeStep(*next) == &index && isStepped(value, count, loop, seen);
    if (!isEqual && !mutated(ProverMutation::CountsTogether))
      return false;
  }
  return true;
}

/// Whether the value at the end of the loop, or after more steps, is above the index of every
/// thread that the loop started, where it is needed. `seen`: phis on the way there.
bool HandleCounts::isFinalCount(const llvm::Value &bound, const llvm::BasicBlock &needed,
                                const CountedHandles &handles,
                                std::set<const llvm::Value *> &seen) const {
  const llvm::Loop &loop = *handles.loop;
  const auto isAboveOver = [&](const llvm::Value &value, CfgEdge edge) {
    for (const llvm::PHINode &count : loop.getHeader()->phis())
      if ((&count == handles.index || stepsWith(count, handles)) &&
          isAbove(value, edge, count, handles))
        return true;
    return false;
  };
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&bound);
  if (!instruction)
    return false;
  if (loop.contains(instruction)) {
    llvm::SmallVector<llvm::Loop::Edge> exits;
    loop.getExitEdges(exits);
    return std::ranges::all_of(exits, [&](const llvm::Loop::Edge &exit) {
      return isAboveOver(bound, exit) || !isReachable({exit.second}, needed);
    });
  }
  if (!seen.insert(&bound).second)
    return true;
  if (const llvm::Value *before = beforeStep(bound))
    return isFinalCount(*before, *instruction->getParent(), handles, seen);
  // A choice that is made before the loop says nothing about it.
  const auto *phi = llvm::dyn_cast<llvm::PHINode>(instruction);
  if (!phi || (isReachable({phi->getParent()}, *loop.getHeader()) &&
               !mutated(ProverMutation::CountsBefore)))
    return false;
  for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
    const llvm::Value &value = *phi->getIncomingValue(i);
    const llvm::BasicBlock &from = *phi->getIncomingBlock(i);
    const bool isFinal = loop.contains(&from) ? isAboveOver(value, {&from, phi->getParent()})
                         : llvm::isa<llvm::Constant>(value)
                             ? !isReachable({loop.getHeader()}, from) // the loop was left out
                             : isFinalCount(value, from, handles, seen);
    if (!isFinal)
      return false;
  }
  return true;
}

bool HandleCounts::isContinuedBy(const CountedHandles &first, const CountedHandles &second) const {
  if (!(first.elements == second.elements) || !first.index != !second.index)
    return false;
  if (!first.index)
    return first.count == second.count;
  if (first.count || second.count ||
      first.creation->getFunction() != second.creation->getFunction())
    return false;
  const llvm::Value *start = startOf(*second.index, *second.loop);
  Seen seen;
  return start && isFinalCount(*start, *second.loop->getHeader(), first, seen);
}

bool HandleCounts::covers(const Slots &all, const CountedHandles &some,
                          bool isInOneFunction) const {
  const CountedLoop &visits = all.loop;
  if (!(all == some.elements) || visits.start.getBitWidth() != some.indexBits ||
      !visits.step.isOne() || !visits.indexCasts.empty() || !visits.bound.casts.empty() ||
      (visits.stay != llvm::CmpInst::ICMP_SLT && visits.stay != llvm::CmpInst::ICMP_ULT &&
       visits.stay != llvm::CmpInst::ICMP_NE))
    return false;
  if (some.count)
    return visits.bound.kind == StableValue::Kind::Variable &&
           visits.bound.variable == *some.count && visits.bound.variableBytes == some.countBytes &&
           (!some.stay || visits.stay == *some.stay) && !visits.from &&
           (visits.start.isZero() || mutated(ProverMutation::CountsStart));
  if (!isInOneFunction || !some.index || visits.bound.kind != StableValue::Kind::Value)
    return false;
  const llvm::Value *start = startOf(*some.index, *some.loop);
  Seen starts;
  if (!start || !(visits.from ? visits.from == start
                              : isAtLeast(*start, visits.start, starts) ||
                                    mutated(ProverMutation::CountsStart)))
    return false;
  Seen seen;
  return isFinalCount(*visits.bound.value, *visits.loop->getHeader(), some, seen);
}

} // namespace raceward
