#include "Arithmetic.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <numeric>
#include <vector>

namespace raceward::points {

namespace {

/// A member that is an array and not the last: an index into it stays inside.
bool isInnerMember(const llvm::StructType &record, const llvm::Value &member) {
  const auto *index = llvm::dyn_cast<llvm::ConstantInt>(&member);
  return index && index->getZExtValue() + 1 < record.getNumElements();
}

bool leadsToInnerMember(const llvm::Value &pointer, const llvm::Type &type) {
  const auto *address = llvm::dyn_cast<llvm::GEPOperator>(&pointer);
  if (!address || address->getResultElementType() != &type)
    return false;
  const llvm::StructType *record = nullptr;
  const llvm::Value *member = nullptr;
  for (auto step = llvm::gep_type_begin(address); step != llvm::gep_type_end(address); ++step) {
    record = step.getStructTypeOrNull();
    member = step.getOperand();
  }
  return record && isInnerMember(*record, *member);
}

/// The most that the only variable index of the address adds, if it has an end.
std::optional<std::uint64_t> longestOf(const llvm::GEPOperator &address,
                                       const llvm::DataLayout &layout) {
  std::optional<std::uint64_t> longest;
  const llvm::Type *type = nullptr;
  bool isFirst = true;
  bool isInArray = false; ///< what the step goes through is a member that is no last one
  for (auto step = llvm::gep_type_begin(address); step != llvm::gep_type_end(address); ++step) {
    const llvm::Value &index = *step.getOperand();
    const llvm::Type *const container = type;
    type = step.getIndexedType();
    if (isFirst) {
      const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&index);
      if (!constant)
        return std::nullopt;
      isInArray = constant->isZero() &&
                  leadsToInnerMember(*address.getPointerOperand(), *address.getSourceElementType());
      isFirst = false;
      continue;
    }
    if (const llvm::StructType *record = step.getStructTypeOrNull()) {
      isInArray = isInnerMember(*record, index);
      continue;
    }
    if (!llvm::isa<llvm::ConstantInt>(index)) {
      const auto *array = llvm::dyn_cast<llvm::ArrayType>(container);
      const std::uint64_t count = array ? array->getNumElements() : 0;
      if (!isInArray || longest || count < 2)
        return std::nullopt;
      const llvm::TypeSize element = layout.getTypeAllocSize(step.getIndexedType());
      if (element.isScalable())
        return std::nullopt;
      longest = (count - 1) * element.getFixedValue();
    }
    isInArray = false;
  }
  return longest;
}

/// True if the address is computed from itself, round by round of a loop.
bool isStepOfALoop(const llvm::GEPOperator &address) {
  constexpr std::size_t kMost = 64;
  llvm::SmallPtrSet<const llvm::Value *, 16> seen;
  std::vector<const llvm::Value *> open{address.getPointerOperand()};
  while (!open.empty() && seen.size() < kMost) {
    const llvm::Value *value = open.back();
    open.pop_back();
    if (value == &address)
      return true;
    if (!seen.insert(value).second)
      continue;
    if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(value)) {
      open.insert(open.end(), phi->op_begin(), phi->op_end());
    } else if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(value)) {
      open.push_back(select->getTrueValue());
      open.push_back(select->getFalseValue());
    } else if (const auto *from = llvm::dyn_cast<llvm::GEPOperator>(value)) {
      open.push_back(from->getPointerOperand());
    } else if (llvm::isa<llvm::CastInst, llvm::FreezeInst>(value)) {
      open.push_back(llvm::cast<llvm::Instruction>(value)->getOperand(0));
    }
  }
  return false;
}

} // namespace

Shift shiftOf(const llvm::GEPOperator &address, const llvm::DataLayout &layout) {
  if (address.getType()->isVectorTy())
    return kAnywhere;
  const unsigned bits = layout.getIndexTypeSizeInBits(address.getType());
  llvm::MapVector<llvm::Value *, llvm::APInt> variables;
  llvm::APInt constant(bits, 0);
  if (bits > 64 || !address.collectOffset(layout, bits, variables, constant))
    return kAnywhere;
  Shift shift;
  shift.delta = constant.getSExtValue();
  for (const auto &[variable, scale] : variables)
    shift.period = std::gcd(shift.period, scale.abs().getZExtValue());
  if (!variables.empty()) {
    if (shift.period == 0) // elements without size
      return Shift{shift.delta, 0, std::nullopt, false};
    shift.longest = longestOf(address, layout);
    return shift;
  }
  if (shift.delta != 0 && isStepOfALoop(address)) {
    const std::uint64_t step = constant.abs().getZExtValue();
    return Shift{0, step, std::nullopt, false};
  }
  return shift;
}

bool mayBeDistance(const llvm::Value &index) {
  const llvm::Value *value = &index;
  for (int depth = 0; depth < 8; ++depth) {
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction)
      return !llvm::isa<llvm::ConstantData>(value);
    switch (instruction->getOpcode()) {
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
    case llvm::Instruction::Trunc:
      if (instruction->getOperand(0)->getType()->getScalarSizeInBits() < 32)
        return false;
      value = instruction->getOperand(0);
      continue;
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem:
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr:
    case llvm::Instruction::UDiv:
      return false;
    case llvm::Instruction::And:
      if (const auto *mask = llvm::dyn_cast<llvm::ConstantInt>(instruction->getOperand(1)))
        return mask->getValue().getActiveBits() > 16;
      return true;
    default:
      return true;
    }
  }
  return true;
}

} // namespace raceward::points
