// The sizes of accesses that a call states by constants.
#include "raceward/program/Effects.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace raceward {

std::optional<std::uint64_t> constantLength(const llvm::Value &value) {
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&value);
  return constant && !constant->isMinusOne() ? constant->getValue().tryZExtValue() : std::nullopt;
}

std::optional<std::uint64_t> constantBytes(const llvm::CallBase &call, const Extent &extent) {
  const auto constant = [&](unsigned argument) -> std::optional<std::uint64_t> {
    if (argument >= call.arg_size())
      return std::nullopt;
    return constantLength(*call.getArgOperand(argument));
  };
  switch (extent.kind) {
  case Extent::Kind::Bytes:
    return extent.value;
  case Extent::Kind::Long: // as large as a pointer in both data models
    return call.getDataLayout().getPointerSize();
  case Extent::Kind::Argument:
    return constant(extent.value);
  case Extent::Kind::Product: {
    const auto a = constant(extent.value);
    const auto b = constant(extent.value + 1);
    std::uint64_t product = 0;
    if (a && b && !__builtin_mul_overflow(*a, *b, &product))
      return product;
    return std::nullopt;
  }
  case Extent::Kind::Stream: // its descriptor, in the models
    return 4;
  case Extent::Kind::String:
  case Extent::Kind::Object:
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace raceward
