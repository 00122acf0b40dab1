#include "Arithmetic.h"

#include "raceward/prove/ProverMutation.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace raceward::points {

namespace {

/// Larger elements, and rows of them, have no known end.
constexpr std::uint64_t kGreatestElement = std::uint64_t{1} << 30;
/// Numbers that count up one by one never make multiples of these wrap around.
constexpr std::uint64_t kLargeElement = std::uint64_t{1} << 12;
/// No object is larger.
constexpr std::uint64_t kFarthest = std::uint64_t{1} << 39;

/// True if the address is computed from itself, in each iteration of a loop.
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

/// `longest` and so many elements more, up to what any object has; nullopt: multiples of the size
/// might wrap around.
std::optional<std::uint64_t> sumOf(std::uint64_t longest, std::uint64_t elements,
                                   std::uint64_t size, unsigned addressBits) {
  std::uint64_t bytes = 0;
  if (__builtin_mul_overflow(elements, size, &bytes) ||
      (bytes > kFarthest && size > kLargeElement) ||
      (addressBits < 64 && bytes >= std::uint64_t{1} << (addressBits - 1) &&
       !mutated(ProverMutation::IndexWraps)))
    return std::nullopt;
  return std::min(kFarthest, longest + std::min(kFarthest, bytes));
}

} // namespace

Shift shiftOf(const llvm::GEPOperator &address, const llvm::DataLayout &layout,
              IndexRanges &ranges) {
  if (address.getType()->isVectorTy())
    return kAnywhere;
  const unsigned bits = layout.getIndexTypeSizeInBits(address.getType());
  llvm::MapVector<llvm::Value *, llvm::APInt> variables;
  llvm::APInt constant(bits, 0);
  if (bits > 64 || !address.collectOffset(layout, bits, variables, constant))
    return kAnywhere;
  Shift shift;
  shift.delta = constant.getSExtValue();
  const auto *user = llvm::dyn_cast<llvm::Instruction>(&address);
  std::int64_t lowest = shift.delta;
  std::optional<std::uint64_t> longest = 0;
  for (const auto &[variable, scale] : variables) {
    const std::uint64_t size = scale.abs().getZExtValue();
    shift.period = std::gcd(shift.period, size);
    const auto range = user ? ranges.rangeOf(*variable, *user) : std::nullopt;
    if (!range || !longest || scale.isNegative() || size > kGreatestElement) {
      longest.reset();
      continue;
    }
    const auto element = static_cast<std::int64_t>(size);
    if (__builtin_add_overflow(lowest, range->lowest * element, &lowest))
      longest.reset();
    else
      longest =
          sumOf(*longest, static_cast<std::uint64_t>(range->highest - range->lowest), size, bits);
  }
  if (shift.period != 0) {
    shift.longest = longest;
    if (longest)
      shift.delta = lowest;
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
