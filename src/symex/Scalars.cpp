#include "Scalars.h"

#include <llvm/IR/DerivedTypes.h>

namespace raceward {

namespace {

// Frames hold a value per scalar; larger types are arrays that C would not keep in a register.
constexpr std::size_t kMostScalars = 4096;
// _BitInt allows more, but no solver could handle such numbers.
constexpr unsigned kWidestInteger = 1024;

bool add(const llvm::DataLayout &layout, llvm::Type *type, std::uint64_t offset, Layout &out) {
  if (out.scalars.size() >= kMostScalars)
    return false;
  const auto scalar = [&](ScalarKind kind, std::uint32_t width) {
    out.scalars.push_back({kind, width, offset});
    return true;
  };
  if (type->isIntegerTy())
    return type->getIntegerBitWidth() <= kWidestInteger &&
           scalar(ScalarKind::Integer, type->getIntegerBitWidth());
  if (type->isPointerTy())
    return scalar(ScalarKind::Pointer, layout.getPointerSizeInBits());
  if (type->isFloatTy())
    return scalar(ScalarKind::Float, 32);
  if (type->isDoubleTy())
    return scalar(ScalarKind::Double, 64);
  if (type->isX86_FP80Ty())
    return scalar(ScalarKind::X87, 80);
  if (type->isFP128Ty())
    return scalar(ScalarKind::Quad, 128);
  if (type->isHalfTy())
    return scalar(ScalarKind::Half, 16);
  if (type->isBFloatTy())
    return scalar(ScalarKind::BFloat, 16);
  if (auto *record = llvm::dyn_cast<llvm::StructType>(type)) {
    if (!record->isSized() || record->isScalableTy())
      return false;
    const llvm::StructLayout *places = layout.getStructLayout(record);
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      if (!add(layout, record->getElementType(i),
               offset + places->getElementOffset(i).getFixedValue(), out))
        return false;
    return true;
  }
  llvm::Type *element = nullptr;
  std::uint64_t count = 0;
  std::uint64_t stride = 0;
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    element = array->getElementType();
    count = array->getNumElements();
    stride = layout.getTypeAllocSize(element).getKnownMinValue();
  } else if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    element = vector->getElementType();
    count = vector->getNumElements();
    const std::uint64_t bits = layout.getTypeSizeInBits(element).getKnownMinValue();
    stride = bits / 8;
    out.packedBits |= bits % 8 != 0;
  } else {
    return false;
  }
  if (count > kMostScalars)
    return false;
  for (std::uint64_t i = 0; i < count; ++i)
    if (!add(layout, element, offset + i * stride, out))
      return false;
  return true;
}

} // namespace

bool layOut(const llvm::DataLayout &layout, llvm::Type *type, Layout &out) {
  return type->isVoidTy() || add(layout, type, 0, out);
}

} // namespace raceward
