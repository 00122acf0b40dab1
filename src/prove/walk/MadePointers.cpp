#include "MadePointers.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <set>

namespace raceward {

namespace {

/// Integers of at most this width are counts and indices, unless they are visibly computed from a
/// pointer.
constexpr unsigned kBitsOfNumbers = 32;

/// Origins of an integer, as far as its function shows them.
struct Origins {
  bool pointer = false;    ///< an address
  bool unknown = false;    ///< of unknown origin, possibly an address
  bool arithmetic = false; ///< computed, not only passed on
};

void trace(const llvm::Value &value, bool narrow, std::set<const llvm::Value *> &seen,
           Origins &origins) {
  if (!seen.insert(&value).second)
    return;
  const auto *op = llvm::dyn_cast<llvm::Operator>(&value);
  if (op && op->getOpcode() == llvm::Instruction::PtrToInt) {
    origins.pointer = true;
    return;
  }
  if (llvm::isa<llvm::ConstantInt>(value))
    return;
  const unsigned opcode = op ? op->getOpcode() : 0;
  const bool widens = opcode == llvm::Instruction::SExt || opcode == llvm::Instruction::ZExt;
  const bool passesOn = widens || opcode == llvm::Instruction::Trunc ||
                        opcode == llvm::Instruction::PHI || opcode == llvm::Instruction::Select ||
                        opcode == llvm::Instruction::Freeze;
  if (!passesOn && !llvm::Instruction::isBinaryOp(opcode)) {
    origins.unknown = origins.unknown || !narrow;
    return;
  }
  origins.arithmetic = origins.arithmetic || !passesOn;
  const bool fromNarrow =
      narrow || (widens && op->getOperand(0)->getType()->isIntegerTy() &&
                 op->getOperand(0)->getType()->getIntegerBitWidth() <= kBitsOfNumbers);
  for (const llvm::Use &operand : op->operands())
    if (operand->getType()->isIntegerTy() && !operand->getType()->isIntegerTy(1))
      trace(*operand, fromNarrow, seen, origins);
}

/// Whether the address, as an integer, leaves the function's view or is used in arithmetic.
bool isKeptAsNumber(const llvm::PtrToIntInst &number) {
  for (const llvm::User *user : number.users()) {
    if (llvm::isa<llvm::CallBase, llvm::StoreInst, llvm::ReturnInst, llvm::PHINode,
                  llvm::SelectInst, llvm::InsertValueInst>(user))
      return true;
    const auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(user);
    if (!operation)
      continue;
    // The distance of two pointers is at most added to a pointer.
    if (operation->getOpcode() == llvm::Instruction::Sub &&
        llvm::isa<llvm::PtrToIntOperator>(operation->getOperand(0)) &&
        llvm::isa<llvm::PtrToIntOperator>(operation->getOperand(1)))
      continue;
    return true;
  }
  return false;
}

} // namespace

bool makesPointersOfNumbers(const Program &program) {
  bool keepsAddresses = false;
  bool takesNumbers = false;
  for (const Function &function : program.functions()) {
    if (!function.origin)
      continue;
    for (const llvm::Instruction &instruction : llvm::instructions(*function.origin)) {
      if (const auto *number = llvm::dyn_cast<llvm::PtrToIntInst>(&instruction))
        keepsAddresses = keepsAddresses || isKeptAsNumber(*number);
      const auto *pointer = llvm::dyn_cast<llvm::IntToPtrInst>(&instruction);
      if (!pointer)
        continue;
      Origins origins;
      std::set<const llvm::Value *> seen;
      trace(*pointer->getOperand(0), false, seen, origins);
      if (origins.arithmetic && (origins.pointer || origins.unknown))
        return true;
      takesNumbers = takesNumbers || origins.unknown;
    }
  }
  return keepsAddresses && takesNumbers;
}

} // namespace raceward
