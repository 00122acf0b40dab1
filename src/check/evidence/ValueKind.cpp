#include "ValueKind.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <array>
#include <bit>
#include <charconv>

namespace raceward {

namespace {

constexpr std::uint64_t kBitsOfByte = 8;

/// The pointer and type of the accessed memory; empty for other code.
struct TouchedPlace {
  const llvm::Value *pointer = nullptr;
  llvm::Type *type = nullptr;
};

TouchedPlace touchedBy(const llvm::Instruction &code) {
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&code))
    return {load->getPointerOperand(), load->getType()};
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&code))
    return {store->getPointerOperand(), store->getValueOperand()->getType()};
  if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&code))
    return {update->getPointerOperand(), update->getType()};
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&code))
    return {exchange->getPointerOperand(), exchange->getNewValOperand()->getType()};
  return {};
}

/// Strips typedefs and qualifiers.
const llvm::DIType *plain(const llvm::DIType *type) {
  while (const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type)
      break;
    type = derived->getBaseType();
  }
  return type;
}

struct TypeAtOffset {
  const llvm::DIType *type = nullptr;
  bool isBitField = false;
};

/// The member of a struct at `offset`, which becomes the offset in that member.
TypeAtOffset memberAt(const llvm::DICompositeType &record, std::uint64_t &offset) {
  for (const llvm::DINode *element : record.getElements()) {
    const auto *member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element);
    if (member == nullptr || member->getTag() != llvm::dwarf::DW_TAG_member)
      continue;
    const std::uint64_t first = member->getOffsetInBits() / kBitsOfByte;
    const std::uint64_t end =
        (member->getOffsetInBits() + member->getSizeInBits() + kBitsOfByte - 1) / kBitsOfByte;
    if (offset < first || offset >= end)
      continue;
    offset -= first;
    return {member->getBaseType(), member->isBitField()};
  }
  return {};
}

/// The type of the number `offset` bytes after the beginning of a variable.
TypeAtOffset numberAt(const llvm::DIType *type, std::uint64_t offset) {
  while (const auto *whole = llvm::dyn_cast_or_null<llvm::DICompositeType>(plain(type))) {
    if (whole->getTag() == llvm::dwarf::DW_TAG_array_type) {
      type = whole->getBaseType();
      const llvm::DIType *element = plain(type);
      const std::uint64_t bytes = element ? element->getSizeInBits() / kBitsOfByte : 0;
      offset = bytes > 0 ? offset % bytes : 0;
    } else if (whole->getTag() == llvm::dwarf::DW_TAG_structure_type) {
      const TypeAtOffset member = memberAt(*whole, offset);
      if (member.isBitField)
        return member;
      type = member.type;
    } else if (whole->getTag() == llvm::dwarf::DW_TAG_enumeration_type) {
      type = whole->getBaseType();
    } else {
      return {}; // a union is read in more than one way
    }
  }
  return {plain(type), false};
}

/// The type of a global variable; nothing is known about memory behind other pointers.
TypeAtOffset declaredType(const llvm::Value &pointer, const llvm::DataLayout &layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const llvm::Value *base =
      pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  // A variable index: the elements of an array have the same type.
  if (const auto *element = llvm::dyn_cast<llvm::GEPOperator>(base))
    base = element->getPointerOperand()->stripPointerCasts();
  const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(base);
  if (global == nullptr)
    return {};
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> described;
  global->getDebugInfo(described);
  return described.empty()
             ? TypeAtOffset{}
             : numberAt(described.front()->getVariable()->getType(), offset.getZExtValue());
}

bool isZeroExtended(const llvm::Instruction &code) {
  for (const llvm::User *user : code.users())
    if (llvm::isa<llvm::ZExtInst, llvm::UIToFPInst>(user))
      return true;
  return false;
}

bool isUnsigned(const llvm::DIBasicType &type) {
  switch (type.getEncoding()) {
  case llvm::dwarf::DW_ATE_unsigned:
  case llvm::dwarf::DW_ATE_unsigned_char:
  case llvm::dwarf::DW_ATE_boolean:
  case llvm::dwarf::DW_ATE_UTF:
    return true;
  default:
    return false;
  }
}

/// The shortest text that reads back as the same number.
std::string shortest(double value, bool isFloat) {
  std::array<char, 32> text{};
  const std::to_chars_result end =
      isFloat ? std::to_chars(text.data(), text.data() + text.size(), static_cast<float>(value))
              : std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end.ptr};
}

} // namespace

ValueKind valueKindOf(const llvm::Instruction *code, std::uint32_t bytes) {
  if (code == nullptr)
    return ValueKind::Signed;
  // A library function or a copy accesses bytes of any type.
  if (llvm::isa<llvm::CallBase>(code))
    return ValueKind::NotShown;
  const TouchedPlace touched = touchedBy(*code);
  if (touched.pointer == nullptr)
    return ValueKind::Signed;
  const llvm::DataLayout &layout = code->getModule()->getDataLayout();
  if (layout.getTypeStoreSize(touched.type) != bytes)
    return ValueKind::NotShown;
  if (touched.type->isFloatTy() || touched.type->isDoubleTy())
    return ValueKind::Float;
  if (!touched.type->isIntegerTy())
    return touched.type->isPointerTy() ? ValueKind::Signed : ValueKind::NotShown;
  const TypeAtOffset declared = declaredType(*touched.pointer, layout);
  if (declared.isBitField)
    return ValueKind::NotShown;
  if (const auto *basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(declared.type)) {
    if (basic->getSizeInBits() != bytes * kBitsOfByte)
      return ValueKind::NotShown;
    // Atomic operations on a float use an integer of its size.
    if (basic->getEncoding() == llvm::dwarf::DW_ATE_float)
      return ValueKind::Float;
    return isUnsigned(*basic) ? ValueKind::Unsigned : ValueKind::Signed;
  }
  return isZeroExtended(*code) ? ValueKind::Unsigned : ValueKind::Signed;
}

std::string shownValue(const std::string &number, ValueKind kind, std::uint32_t bytes) {
  if (kind == ValueKind::NotShown)
    return {};
  std::int64_t value = 0;
  const std::from_chars_result read =
      std::from_chars(number.data(), number.data() + number.size(), value);
  if (kind == ValueKind::Signed || read.ec != std::errc() ||
      read.ptr != number.data() + number.size())
    return number;
  auto raw = static_cast<std::uint64_t>(value);
  if (bytes < sizeof raw)
    raw &= (std::uint64_t{1} << (bytes * kBitsOfByte)) - 1;
  if (kind == ValueKind::Unsigned)
    return std::to_string(raw);
  return bytes == sizeof(float)
             ? shortest(std::bit_cast<float>(static_cast<std::uint32_t>(raw)), true)
             : shortest(std::bit_cast<double>(raw), false);
}

} // namespace raceward
