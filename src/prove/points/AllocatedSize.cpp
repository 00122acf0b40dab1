#include "AllocatedSize.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace raceward::points {

namespace {

/// Larger sizes are treated as unknown, so that nothing overflows.
constexpr std::uint64_t kGreatest = std::uint64_t{1} << 30;
constexpr unsigned kDeepest = 8;
constexpr unsigned kDeepestChoice = 2; ///< of a phi

/// `head` plus a multiple of `factor`; a factor of zero: just `head`.
struct Size {
  std::uint64_t head = 0;
  std::uint64_t factor = 1;
  [[nodiscard]] bool isConstant() const { return factor == 0; }
};
constexpr Size kUnknown{};

Size within(const Size &size) {
  return size.head < kGreatest && size.factor < kGreatest ? size : kUnknown;
}

Size sum(const Size &a, const Size &b) {
  return within({a.head + b.head, std::gcd(a.factor, b.factor)});
}

Size product(const Size &a, const Size &b) {
  if (a.isConstant() && b.isConstant())
    return within({a.head * b.head, 0});
  // (n + 1) * 24 has elements of 24, and no head.
  return within({0, std::gcd(a.head, a.factor) * std::gcd(b.head, b.factor)});
}

/// One or the other.
Size either(const Size &a, const Size &b) {
  if (a.head == b.head)
    return {a.head, a.isConstant() && b.isConstant()
                        ? 0
                        : std::max<std::uint64_t>(1, std::gcd(a.factor, b.factor))};
  const std::uint64_t common = std::gcd(std::gcd(a.head, b.head), std::gcd(a.factor, b.factor));
  return {0, std::max<std::uint64_t>(1, common)};
}

Size constantSize(const llvm::ConstantInt &constant) {
  const std::optional<std::uint64_t> value = constant.getValue().tryZExtValue();
  return value && *value < kGreatest ? Size{*value, 0} : kUnknown;
}

Size sizeOf(const llvm::Value *value, const CallPath *path, unsigned depth = 0) {
  if (const auto *formal = llvm::dyn_cast<llvm::Argument>(value)) {
    const bool isPassed = path && path->call->getCalledFunction() == formal->getParent() &&
                          formal->getArgNo() < path->call->arg_size();
    return isPassed ? sizeOf(path->call->getArgOperand(formal->getArgNo()), path->outer, depth)
                    : kUnknown;
  }
  if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value))
    return constantSize(*constant);
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (!instruction || depth == kDeepest)
    return kUnknown;
  const auto operand = [&](unsigned i) {
    return sizeOf(instruction->getOperand(i), path, depth + 1);
  };
  switch (instruction->getOpcode()) {
  case llvm::Instruction::SExt:
  case llvm::Instruction::ZExt:
  case llvm::Instruction::Trunc: {
    // A constant only if it stays the same in 31 bits and more.
    const Size size = operand(0);
    const bool keeps = std::min(instruction->getType()->getScalarSizeInBits(),
                                instruction->getOperand(0)->getType()->getScalarSizeInBits()) >= 32;
    return keeps ? size : kUnknown;
  }
  case llvm::Instruction::Add:
    return sum(operand(0), operand(1));
  case llvm::Instruction::Mul:
    return product(operand(0), operand(1));
  case llvm::Instruction::Shl:
    if (const Size by = operand(1); by.isConstant() && by.head < 30)
      return product(operand(0), {std::uint64_t{1} << by.head, 0});
    return kUnknown;
  case llvm::Instruction::Select:
    return either(operand(1), operand(2));
  case llvm::Instruction::PHI: {
    if (depth >= kDeepestChoice || instruction->getNumOperands() > kDeepest)
      return kUnknown;
    std::optional<Size> all;
    for (unsigned i = 0; i < instruction->getNumOperands(); ++i)
      all = all ? either(*all, operand(i)) : operand(i);
    return all.value_or(kUnknown);
  }
  default:
    return kUnknown;
  }
}

AllocatedSize allocated(const Size &size) {
  AllocatedSize found;
  if (size.isConstant())
    found.bytes = size.head == 0 ? std::nullopt : std::optional(size.head);
  else
    found = {std::nullopt, size.head, size.factor};
  return found;
}

/// Which arguments of a function multiply to the size.
struct SizeArguments {
  llvm::StringLiteral name;
  unsigned size;
  std::optional<unsigned> count;
};
constexpr std::array kFunctions{
    SizeArguments{"malloc", 0, std::nullopt},       SizeArguments{"calloc", 1, 0},
    SizeArguments{"realloc", 1, std::nullopt},      SizeArguments{"reallocarray", 2, 1},
    SizeArguments{"valloc", 0, std::nullopt},       SizeArguments{"aligned_alloc", 1, std::nullopt},
    SizeArguments{"memalign", 1, std::nullopt},     SizeArguments{"alloca", 0, std::nullopt},
    SizeArguments{"raceward_new", 0, std::nullopt},
};

} // namespace

AllocatedSize allocatedBy(const llvm::CallBase &allocation, const CallPath *path) {
  const llvm::Function *callee = allocation.getCalledFunction();
  const auto *known = callee && callee->isDeclaration()
                          ? std::ranges::find(kFunctions, callee->getName(), &SizeArguments::name)
                          : kFunctions.end();
  if (known == kFunctions.end() ||
      std::max(known->size, known->count.value_or(0)) >= allocation.arg_size())
    return {};
  const Size element = sizeOf(allocation.getArgOperand(known->size), path);
  if (!known->count)
    return allocated(element);
  const Size count = sizeOf(allocation.getArgOperand(*known->count), path);
  AllocatedSize found = allocated(product(count, element));
  // Few elements are told apart, and many are alike.
  constexpr std::uint64_t few = 256;
  if (found.bytes && *found.bytes > few && element.head > 0)
    found.element = element.head;
  return found;
}

AllocatedSize either(const AllocatedSize &a, const AllocatedSize &b) {
  AllocatedSize both;
  if (a.bytes == b.bytes)
    both.bytes = a.bytes;
  if (a.head == b.head && a.element == b.element) {
    both.head = a.head;
    both.element = a.element;
  }
  return both;
}

AllocatedSize allocatedBy(const llvm::AllocaInst &local, const llvm::DataLayout &layout) {
  const llvm::TypeSize bytes = layout.getTypeAllocSize(local.getAllocatedType());
  if (bytes.isScalable())
    return {};
  const Size count = sizeOf(local.getArraySize(), nullptr);
  return allocated(product(count, {bytes.getFixedValue(), 0}));
}

} // namespace raceward::points
