// FixedPlace: a pointer that is a variable plus a constant. Private to prove.
#pragma once

#include "raceward/program/Program.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <compare>
#include <cstdint>
#include <optional>

namespace raceward {

/// A place inside one variable. A local variable may exist many times; this then denotes the same
/// place in each of its instances.
struct FixedPlace {
  const llvm::Value *object = nullptr;
  std::int64_t offset = 0;
  auto operator<=>(const FixedPlace &) const = default;
};

inline std::optional<FixedPlace> fixedPlaceOf(const Program &program, const llvm::Value &pointer) {
  if (!pointer.getType()->isPointerTy())
    return std::nullopt;
  const llvm::DataLayout &layout = program.module().getDataLayout();
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const llvm::Value *base =
      pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  const std::optional<std::int64_t> bytes = offset.trySExtValue();
  if (!bytes)
    return std::nullopt;
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(base)) {
    // A thread-local variable differs per thread; a declared one may be any object by another name.
    if (global->isThreadLocal() || global->isDeclaration())
      return std::nullopt;
  } else if (!llvm::isa<llvm::AllocaInst>(base)) {
    return std::nullopt;
  }
  return FixedPlace{base, *bytes};
}

} // namespace raceward
