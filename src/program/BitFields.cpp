// Recognises bit-fields by the masks and shifts that clang emits around the access to the unit. A
// write loads the unit, clears a hole, fills it and stores the unit; a read shifts and masks the
// loaded unit.
#include "BitFields.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/PatternMatch.h>

#include <array>

namespace raceward {

namespace {

using namespace llvm::PatternMatch;

constexpr const char *kUnitMetadata = "raceward.bitfields";

std::optional<BitRange> holeOf(const llvm::APInt &mask) {
  const llvm::APInt hole = ~mask;
  if (!hole.isShiftedMask())
    return std::nullopt;
  return BitRange(hole.countr_zero(), hole.popcount());
}

/// The load is the first half of a write: the unit is stored back with a hole filled.
std::optional<BitRange> bitsRewritten(const llvm::LoadInst &load) {
  for (const llvm::User *clear : load.users()) {
    const llvm::APInt *mask = nullptr;
    if (!match(clear, m_And(m_Specific(&load), m_APInt(mask))))
      continue;
    const auto goesBack = [&](const llvm::User *value) {
      for (const llvm::User *user : value->users())
        if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
            store && store->getValueOperand() == value &&
            store->getPointerOperand() == load.getPointerOperand())
          return true;
      return false;
    };
    if (goesBack(clear)) // filled with zeros
      return holeOf(*mask);
    for (const llvm::User *fill : clear->users())
      if (match(fill, m_c_Or(m_Specific(clear), m_Value())) && goesBack(fill))
        return holeOf(*mask);
  }
  return std::nullopt;
}

std::optional<BitRange> bitsExtracted(const llvm::LoadInst &load, const llvm::User &user,
                                      unsigned width) {
  // Shifts by the width or more are undefined.
  std::uint64_t left = 0;
  std::uint64_t right = 0;
  const llvm::APInt *mask = nullptr;
  if (match(&user, m_Shl(m_Specific(&load), m_ConstantInt(left)))) {
    if (user.hasOneUse() &&
        match(*user.user_begin(), m_AShr(m_Specific(&user), m_ConstantInt(right))) &&
        left <= right && right < width)
      return BitRange(right - left, width - right);
  } else if (match(&user, m_AShr(m_Specific(&load), m_ConstantInt(right))) && right < width) {
    return BitRange(right, width - right);
  } else if (match(&user, m_LShr(m_Specific(&load), m_ConstantInt(right))) && right < width) {
    if (user.hasOneUse() && match(*user.user_begin(), m_And(m_Specific(&user), m_APInt(mask))) &&
        mask->isMask())
      return BitRange(right, mask->popcount());
    return BitRange(right, width - right);
  } else if (match(&user, m_And(m_Specific(&load), m_APInt(mask))) && mask->isMask()) {
    return BitRange(0, mask->popcount());
  }
  return std::nullopt;
}

} // namespace

std::optional<BitRange> bitsRead(const llvm::LoadInst &load) {
  const auto *unit = llvm::dyn_cast<llvm::IntegerType>(load.getType());
  if (!unit)
    return std::nullopt;
  if (const std::optional<BitRange> bits = bitsRewritten(load))
    return bits;
  for (const llvm::User *user : load.users())
    if (const std::optional<BitRange> bits = bitsExtracted(load, *user, unit->getBitWidth()))
      return bits;
  return std::nullopt;
}

std::optional<BitRange> bitsWritten(const llvm::StoreInst &store) {
  const llvm::APInt *mask = nullptr;
  const auto cleared = m_And(m_Load(m_Specific(store.getPointerOperand())), m_APInt(mask));
  if (match(store.getValueOperand(), m_c_Or(cleared, m_Value())) ||
      match(store.getValueOperand(), cleared))
    return holeOf(*mask);
  return std::nullopt;
}

void attachBitFieldUnit(llvm::Instruction &access, const BitFieldUnit &unit) {
  llvm::LLVMContext &context = access.getContext();
  std::vector<llvm::Metadata *> numbers;
  if (!unit.isOpen)
    for (const std::uint64_t number :
         {unit.recordBytes, unit.runBegin, unit.runEnd, unit.begin, unit.bytes})
      numbers.push_back(llvm::ConstantAsMetadata::get(
          llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), number)));
  access.setMetadata(kUnitMetadata, llvm::MDNode::get(context, numbers));
}

std::optional<BitFieldUnit> bitFieldUnitOf(const llvm::Instruction &access) {
  const llvm::MDNode *node = access.getMetadata(kUnitMetadata);
  if (!node)
    return std::nullopt;
  std::array<std::uint64_t, 5> numbers{};
  BitFieldUnit unit;
  unit.isOpen = true; // also for malformed metadata
  if (node->getNumOperands() != numbers.size())
    return unit;
  for (unsigned i = 0; i < numbers.size(); ++i) {
    const auto *number =
        llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node->getOperand(i).get());
    if (!number || number->getBitWidth() > 64)
      return unit;
    numbers[i] = number->getZExtValue();
  }
  return BitFieldUnit{numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], false};
}

bool areApartInOneRun(const BitFieldUnit &a, const BitFieldUnit &b) {
  return !a.isOpen && !b.isOpen && a.recordBytes == b.recordBytes && a.runBegin == b.runBegin &&
         a.runEnd == b.runEnd && (a.begin + a.bytes <= b.begin || b.begin + b.bytes <= a.begin);
}

} // namespace raceward
