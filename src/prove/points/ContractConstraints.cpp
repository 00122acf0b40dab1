// Constraints of functions that are taken by contract (src/program/Contracts.h).
//
// What all of them were given, with their own memory, is one set: any of them may give back, store
// or pass to a function whatever another one was given, and touch it in a later call. What a call
// reaches itself is told apart:
//
//   reached from pointers to numbers   *p may hold what the same call reaches so
//   reached from other pointers        *p may hold anything given
//
// Numbers of unknown origin are not followed as addresses there, unless the program itself uses
// such numbers as addresses. Otherwise every buffer that was filled from a file would reach
// everything.
#include "Constraints.h"
#include "raceward/program/Contracts.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace raceward::points {

namespace {

constexpr Shift kHere{0, 0, std::nullopt, true, false};
constexpr Shift kInObject{0, 1, std::nullopt, true, false};
constexpr Shift kMemoryHere{0, 0, std::nullopt, true, true};

/// What a number is made of, as far as the calling function shows it.
enum class Made : std::uint8_t {
  FromAddress,
  FromDistance, ///< of two addresses, or from several of these, and constants
  FromOthers,   ///< also from what is not visible here
};

Made howIsMade(const llvm::Value &number) {
  constexpr std::size_t most = 256;
  std::vector<const llvm::Value *> open{&number};
  bool others = false;
  llvm::SmallPtrSet<const llvm::Value *, 16> seen;
  while (!open.empty() && seen.size() < most) {
    const llvm::Value &part = *open.back();
    open.pop_back();
    if (llvm::isa<llvm::ConstantData>(part) || !seen.insert(&part).second)
      continue;
    const auto *operation = llvm::dyn_cast<llvm::Operator>(&part);
    if (!operation) {
      others = true;
      continue;
    }
    const unsigned opcode = operation->getOpcode();
    if (opcode == llvm::Instruction::PtrToInt)
      return Made::FromAddress;
    if (opcode == llvm::Instruction::Sub &&
        llvm::isa<llvm::PtrToIntOperator>(operation->getOperand(0)) &&
        llvm::isa<llvm::PtrToIntOperator>(operation->getOperand(1)))
      continue;
    if (llvm::Instruction::isBinaryOp(opcode) || llvm::Instruction::isCast(opcode) ||
        opcode == llvm::Instruction::PHI || opcode == llvm::Instruction::Select ||
        opcode == llvm::Instruction::Freeze)
      open.insert(open.end(), operation->op_begin(), operation->op_end());
    else
      others = true;
  }
  if (seen.size() >= most)
    return Made::FromAddress;
  return others ? Made::FromOthers : Made::FromDistance;
}

} // namespace

void Constraints::prepareContracts() {
  const bool any = std::ranges::any_of(program_.functions(), [](const Function &function) {
    return function.library && function.library->contract != ContractStep::None;
  });
  if (!any)
    return;
  given_ = inclusion_.addNode();
  writable_ = inclusion_.addNode();
  calledBack_ = inclusion_.addNode();
  // Their own memory: all of it holds anything.
  const NodeIndex own = inclusion_.addNode();
  inclusion_.addPlace(own, inclusion_.places().anywhereIn(
                               newObject({AbstractObject::Kind::Library, nullptr}, Layout())));
  inclusion_.addCopy(own, given_);
  inclusion_.addCopy(own, writable_);
  inclusion_.addStoreAnywhere(own, given_);
  // They have functions of their own, too.
  if (const Function *function = contractFunction(program_);
      function && !mutated(ProverMutation::ContractFunctions))
    inclusion_.addCopy(nodeOf(*function->origin), given_);
  watches_.push_back({Watch::Kind::Contract, nullptr, nullptr, nullptr});
  inclusion_.addWatch(given_, static_cast<std::uint32_t>(watches_.size() - 1));
  callees_.push_back(given_);
}

void Constraints::addReach(NodeIndex from, NodeIndex to, Shift shift) {
  inclusion_.addShift(from, to, shift);
  reaches_.emplace_back(from, to);
}

/// The program uses numbers of unknown origin as addresses: so may these functions. True if that
/// adds anything.
bool Constraints::reachAnything() {
  const std::vector<std::pair<NodeIndex, NodeIndex>> reaches = std::move(reaches_);
  reaches_.clear();
  for (const auto &[from, to] : reaches)
    inclusion_.addShift(from, to, kAnywhere);
  return !reaches.empty();
}

void Constraints::visitReaches(const llvm::CallBase &call, bool numbers) {
  const NodeIndex reached = nodeOf(call);
  const Shift shift = numbers ? kHere : kInObject;
  for (const llvm::Use &argument : call.args())
    if (carries(*argument))
      addReach(nodeOf(*argument), reached, shift);
  const NodeIndex memory = inclusion_.addNode();
  inclusion_.addShift(reached, memory, kMemoryHere);
  const NodeIndex content = inclusion_.addNode();
  inclusion_.addLoad(memory, content, kUnknownBytes);
  if (!mutated(ProverMutation::ContractThroughMemory))
    addReach(content, reached, shift);
  if (!mutated(ProverMutation::ContractKeeps)) {
    addReach(reached, given_, kInObject);
    addReach(reached, writable_, kInObject);
  }
  if (mutated(ProverMutation::ContractStores))
    return;
  if (numbers)
    inclusion_.addStore(memory, reached, kUnknownBytes);
  else
    inclusion_.addStoreAnywhere(memory, given_);
}

void Constraints::visitContract(const llvm::CallBase &call, ContractStep step) {
  const auto forEachArgument = [&](const auto &visit) {
    for (const llvm::Use &argument : call.args())
      if (carries(*argument))
        visit(*argument);
  };
  switch (step) {
  case ContractStep::Object:
    forEachArgument(
        [&](const llvm::Value &argument) { addReach(nodeOf(argument), nodeOf(call), kInObject); });
    return;
  case ContractStep::Lends:
    forEachArgument([&](const llvm::Value &argument) {
      if (!mutated(ProverMutation::ContractKeepsLent))
        addReach(nodeOf(argument), given_, kInObject);
      if (!mutated(ProverMutation::ContractThroughConstant))
        inclusion_.addLoad(nodeOf(argument), nodeOf(call), kUnknownBytes);
    });
    return;
  case ContractStep::Content:
    forEachArgument([&](const llvm::Value &argument) {
      inclusion_.addLoad(nodeOf(argument), nodeOf(call), kUnknownBytes);
    });
    return;
  case ContractStep::Hidden:
    forEachArgument([&](const llvm::Value &argument) {
      const Made made = howIsMade(argument);
      if (made == Made::FromDistance || mutated(ProverMutation::ContractHidden))
        return;
      if (made == Made::FromAddress)
        inclusion_.addCopy(nodeOf(argument), nodeOf(call));
      else
        addReach(nodeOf(argument), nodeOf(call), kHere);
    });
    return;
  case ContractStep::ReachesNumbers:
    visitReaches(call, true);
    return;
  case ContractStep::Reaches:
    visitReaches(call, false);
    return;
  case ContractStep::CalledBack:
    inclusion_.addCopy(calledBack_, nodeOf(call));
    return;
  case ContractStep::Kept:
  case ContractStep::KeptWritable:
    if (!mutated(ProverMutation::ContractTouchesKept))
      inclusion_.addCopy(step == ContractStep::Kept ? given_ : writable_, nodeOf(call));
    return;
  case ContractStep::Touches:
    // Never empty: unknown memory is not the same as none. The object stands for memory that no
    // other call touches.
    inclusion_.addPlace(nodeOf(call), inclusion_.places().startOf(newObject(
                                          {AbstractObject::Kind::Other, nullptr}, Layout())));
    forEachArgument([&](const llvm::Value &argument) {
      addReach(nodeOf(argument), nodeOf(call), kMemoryHere);
    });
    return;
  case ContractStep::Answers:
    if (!carries(call))
      return;
    if (!call.getType()->isPtrOrPtrVectorTy())
      inclusion_.addCopy(toWild_, nodeOf(call)); // a number
    if ((call.getType()->isPtrOrPtrVectorTy() || call.getType()->isAggregateType()) &&
        !mutated(ProverMutation::ContractAnswers))
      inclusion_.addCopy(given_, nodeOf(call));
    return;
  case ContractStep::Overwrites:   // reaching has said with what
  case ContractStep::CallsAnytime: // what is given is watched
  case ContractStep::Reads:
  case ContractStep::ReadsKept:
  case ContractStep::OverwritesKept:
  case ContractStep::Begins:
  case ContractStep::None:
    return;
  }
}

/// They pass anything that they have, and keep what they get.
void Constraints::visitContractCallBack(const Function &function) {
  if (&function == contractFunction(program_))
    return;
  for (const llvm::Argument &formal : function.origin->args()) {
    if (mutated(ProverMutation::ContractCallBackArguments))
      break;
    if (formal.hasByValAttr()) {
      if (!objectOf_.contains(&formal)) {
        objectOf_[&formal] =
            newObject({AbstractObject::Kind::Other, &formal},
                      Layout::ofType(*formal.getParamByValType(), layout_, wordBytes_));
        inclusion_.addPlace(nodeOf(formal),
                            inclusion_.places().startOf(objectOf_.find(&formal)->second));
      }
      inclusion_.addStoreAnywhere(nodeOf(formal), given_);
    } else if (formal.getType()->isPtrOrPtrVectorTy()) {
      inclusion_.addCopy(given_, nodeOf(formal));
    } else if (carries(formal)) {
      inclusion_.addCopy(toWild_, nodeOf(formal));
    }
  }
  if (function.origin->isVarArg()) {
    const NodeIndex arguments = inclusion_.addNode();
    inclusion_.addPlace(arguments,
                        inclusion_.places().anywhereIn(variadicObject(*function.origin)));
    inclusion_.addStoreAnywhere(arguments, given_);
  }
  if (!mutated(ProverMutation::ContractCallBackResults))
    inclusion_.addCopy(returnNode(*function.origin), calledBack_);
}

} // namespace raceward::points
