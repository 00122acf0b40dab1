// AddressPlaces: whether a variable of some type has room for an address, whole and aligned.
#pragma once

#include <llvm/IR/DerivedTypes.h>

namespace raceward {

[[nodiscard]] inline bool mayHoldAddress(const llvm::Type *type, unsigned pointerBits) {
  if (type->isIntegerTy())
    return type->getIntegerBitWidth() >= pointerBits;
  if (type->isPointerTy())
    return true;
  if (const auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    return mayHoldAddress(array->getElementType(), pointerBits);
  for (const llvm::Type *part : type->subtypes())
    if (mayHoldAddress(part, pointerBits))
      return true;
  return false;
}

} // namespace raceward
