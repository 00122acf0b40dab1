#include "LentMemory.h"

#include "raceward/program/Formats.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <vector>

namespace raceward::points {

namespace {

bool isAmong(const std::vector<unsigned> &arguments, unsigned argument) {
  return std::ranges::find(arguments, argument) != arguments.end();
}

/// Whether the address itself may become text there (%p).
bool isPrinted(const llvm::CallBase &call, const LibraryFunction &library, unsigned argument) {
  for (const ArgumentEffect &effect : library.effects) {
    if (effect.what != ArgumentEffect::What::Reads)
      continue;
    if (effect.format && effect.argument == argument && formattedList(call, effect).isPrinted)
      return true;
    if (!effect.andAllAfter || argument < effect.argument)
      continue;
    const auto arguments = formattedArguments(call, effect);
    if (!arguments || std::ranges::any_of(*arguments, [&](const FormattedArgument &each) {
          return each.isPrinted && each.argument == argument;
        }))
      return true;
  }
  return false;
}

/// A call that only accesses the memory.
bool onlyAccesses(const llvm::CallBase &call, const LibraryFunction &library, unsigned argument) {
  if (library.contract != ContractStep::None)
    return false;
  if (library.sync != SyncEffect::None) // the handle of a new thread is written
    return createsThread(library.sync) && argument == 0;
  const bool isHandedOn =
      isAmong(library.keeps, argument) || isAmong(library.callsBack, argument) ||
      isAmong(library.callBackArguments, argument) ||
      std::ranges::any_of(library.storesPointer,
                          [&](const auto &stored) { return stored.first == argument; });
  return (!isHandedOn || mutated(ProverMutation::LentKept)) &&
         (!isPrinted(call, library, argument) || mutated(ProverMutation::LentPrinted)) &&
         library.returns != ReturnEffect::FreshOrArgument &&
         library.returns != ReturnEffect::Listed;
}

} // namespace

/// The uses of one address, and of all that is computed from it.
class LentMemory::Uses {
public:
  Uses(const LentMemory &memory, const llvm::Value &root) : memory_(memory) {
    add(root);
    for (std::size_t i = 0; i < open_.size() && !fate_.leaves; ++i)
      for (const llvm::Use &use : open_[i]->uses())
        visit(use);
    // Only now all addresses in the same variable are known.
    for (const llvm::Instruction *compare : compares_)
      fate_.leaves = fate_.leaves || !tellsNothing(*compare);
    for (const llvm::Value *number : numbers_)
      fate_.leaves = fate_.leaves || !isDistance(*number);
  }
  [[nodiscard]] Fate fate() const { return fate_; }

private:
  void add(const llvm::Value &value) {
    if (made_.insert(&value).second)
      open_.push_back(&value);
  }

  void visit(const llvm::Use &use) {
    const llvm::User &user = *use.getUser();
    if (llvm::isa<llvm::LoadInst>(user))
      return;
    if (llvm::isa<llvm::StoreInst>(user)) {
      if (use.getOperandNo() != llvm::StoreInst::getPointerOperandIndex())
        fate_.leaves = fate_.leaves || !mutated(ProverMutation::LentStored);
    } else if (llvm::isa<llvm::AtomicRMWInst>(user)) {
      fate_.leaves =
          fate_.leaves || use.getOperandNo() != llvm::AtomicRMWInst::getPointerOperandIndex();
    } else if (llvm::isa<llvm::AtomicCmpXchgInst>(user)) {
      fate_.leaves =
          fate_.leaves || use.getOperandNo() != llvm::AtomicCmpXchgInst::getPointerOperandIndex();
    } else if (llvm::isa<llvm::GetElementPtrInst>(user)) {
      if (use.getOperandNo() == llvm::GetElementPtrInst::getPointerOperandIndex() &&
          user.getType()->isPointerTy())
        add(user);
      else
        fate_.leaves = true;
    } else if (llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::FreezeInst, llvm::BitCastInst>(
                   user)) {
      add(user);
    } else if (llvm::isa<llvm::ICmpInst>(user)) {
      compares_.push_back(llvm::cast<llvm::Instruction>(&user));
    } else if (llvm::isa<llvm::PtrToIntInst>(user)) {
      numbers_.push_back(&user);
    } else if (llvm::isa<llvm::ReturnInst>(user)) {
      fate_.isReturned = true;
    } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&user)) {
      visitCall(*call, use);
    } else {
      fate_.leaves = true;
    }
  }

  void visitCall(const llvm::CallBase &call, const llvm::Use &use) {
    if (llvm::isa<llvm::LifetimeIntrinsic, llvm::DbgInfoIntrinsic, llvm::MemIntrinsic,
                  llvm::VAStartInst, llvm::VAEndInst>(call))
      return;
    const llvm::Function *called = call.getCalledFunction();
    const Function *callee = called ? memory_.program_.functionOf(called) : nullptr;
    if (!callee || !call.isArgOperand(&use)) {
      fate_.leaves = true;
      return;
    }
    const unsigned argument = call.getArgOperandNo(&use);
    if (callee->hasBody) {
      if (argument >= called->arg_size()) {
        fate_.leaves = true;
        return;
      }
      if (call.isByValArgument(argument)) // a copy is passed
        return;
      const Fate fate = memory_.parameters_.lookup(called->getArg(argument));
      fate_.leaves = fate_.leaves || (fate.leaves && !mutated(ProverMutation::LentCallees));
      if (fate.isReturned && !mutated(ProverMutation::LentReturned))
        add(call);
      return;
    }
    if (!callee->library || !onlyAccesses(call, *callee->library, argument))
      fate_.leaves = true;
    else if (callee->library->returns == ReturnEffect::Argument &&
             callee->library->returnArgument == argument)
      add(call);
  }

  /// Certainly an address in the variable: no other one, and not null.
  [[nodiscard]] bool isInside(const llvm::Value &value) const {
    std::vector<const llvm::Value *> open{&value};
    llvm::DenseSet<const llvm::Value *> seen;
    while (!open.empty()) {
      const llvm::Value *each = open.back();
      open.pop_back();
      if (!seen.insert(each).second || each == open_.front() || mutated(ProverMutation::LentInside))
        continue;
      if (const auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(each))
        open.push_back(address->getPointerOperand());
      else if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(each))
        open.insert(open.end(), phi->op_begin(), phi->op_end());
      else
        return false;
    }
    return true;
  }

  /// Whether the comparison says nothing about where the variable lies.
  [[nodiscard]] bool tellsNothing(const llvm::Instruction &compare) const {
    return std::ranges::any_of(compare.operands(),
                               [](const llvm::Use &operand) {
                                 return llvm::isa<llvm::ConstantPointerNull>(operand);
                               }) ||
           std::ranges::all_of(compare.operands(),
                               [&](const llvm::Use &operand) { return isInside(*operand); });
  }

  /// The number only says where in the variable the address is, or whether there is one.
  [[nodiscard]] bool isDistance(const llvm::Value &number) const {
    if (mutated(ProverMutation::LentNumbers))
      return true;
    const auto isOfThis = [&](const llvm::Value *value) {
      const auto *cast = llvm::dyn_cast<llvm::PtrToIntInst>(value);
      return cast && isInside(*cast->getPointerOperand());
    };
    const auto isZero = [](const llvm::Value *value) {
      const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value);
      return constant && constant->isZero();
    };
    return std::ranges::all_of(number.users(), [&](const llvm::User *user) {
      const bool areOfThis = std::ranges::all_of(
          user->operands(), [&](const llvm::Use &operand) { return isOfThis(operand); });
      if (const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(user))
        return areOfThis ||
               (compare->isEquality() && std::ranges::any_of(compare->operands(), isZero));
      const auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(user);
      return binary && binary->getOpcode() == llvm::Instruction::Sub && areOfThis;
    });
  }

  const LentMemory &memory_;
  Fate fate_;
  llvm::DenseSet<const llvm::Value *> made_;
  std::vector<const llvm::Value *> open_;
  std::vector<const llvm::Instruction *> compares_;
  std::vector<const llvm::Value *> numbers_; ///< that one of them became
};

LentMemory::Fate LentMemory::fateOf(const llvm::Value &root) const {
  return Uses(*this, root).fate();
}

LentMemory::LentMemory(const Program &program) : program_(program) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function &function : program.functions()) {
      if (!function.hasBody)
        continue;
      for (const llvm::Argument &parameter : function.origin->args()) {
        if (!parameter.getType()->isPointerTy())
          continue;
        Fate &known = parameters_[&parameter];
        if (known.leaves)
          continue;
        const Fate fate = fateOf(parameter);
        if (fate == known)
          continue;
        parameters_[&parameter] = fate;
        changed = true;
      }
    }
  }
}

bool LentMemory::isLent(const llvm::AllocaInst &local) const {
  const Fate fate = fateOf(local);
  return !fate.leaves && !fate.isReturned;
}

} // namespace raceward::points
