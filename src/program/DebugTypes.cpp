#include "DebugTypes.h"

#include "raceward/program/DebugInfo.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>

namespace raceward {

const llvm::DIType *strippedType(const llvm::DIType *type) {
  for (int length = 0; length < kLongestTypeChain; ++length) {
    const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
    if (!derived)
      return type;
    switch (derived->getTag()) {
    case llvm::dwarf::DW_TAG_typedef:
    case llvm::dwarf::DW_TAG_const_type:
    case llvm::dwarf::DW_TAG_volatile_type:
    case llvm::dwarf::DW_TAG_restrict_type:
    case llvm::dwarf::DW_TAG_atomic_type:
    case llvm::dwarf::DW_TAG_member:
      type = derived->getBaseType();
      break;
    default:
      return type;
    }
  }
  return nullptr;
}

const llvm::DIType *pointeeOf(const llvm::DIType *type) {
  const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(strippedType(type));
  if (!derived || derived->getTag() != llvm::dwarf::DW_TAG_pointer_type)
    return nullptr;
  return derived->getBaseType();
}

const llvm::DICompositeType *recordOf(const llvm::DIType *type) {
  const auto *composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(strippedType(type));
  if (!composite)
    return nullptr;
  switch (composite->getTag()) {
  case llvm::dwarf::DW_TAG_structure_type:
  case llvm::dwarf::DW_TAG_class_type:
  case llvm::dwarf::DW_TAG_union_type:
    return composite;
  default:
    return nullptr;
  }
}

std::string spelled(const llvm::DICompositeType &record, llvm::StringRef typedefName) {
  if (record.getName().empty())
    return typedefName.str();
  const bool isUnion = record.getTag() == llvm::dwarf::DW_TAG_union_type;
  return (isUnion ? "union " : "struct ") + record.getName().str();
}

const llvm::DICompositeType *arrayOf(const llvm::DIType *type) {
  const auto *composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(strippedType(type));
  return composite && composite->getTag() == llvm::dwarf::DW_TAG_array_type ? composite : nullptr;
}

unsigned dimensionsOf(const llvm::DICompositeType &array) {
  return static_cast<unsigned>(elementsOf(array).size());
}

std::optional<std::uint64_t> countOf(const llvm::DICompositeType &array, unsigned dimension) {
  const auto *range = llvm::dyn_cast_or_null<llvm::DISubrange>(elementsOf(array)[dimension].get());
  if (!range)
    return std::nullopt;
  const auto count = range->getCount();
  if (auto *value = llvm::dyn_cast_if_present<llvm::ConstantInt *>(count))
    if (value->getBitWidth() <= 64 && value->getSExtValue() >= 0)
      return value->getZExtValue();
  return std::nullopt;
}

std::optional<std::uint64_t> strideOf(const llvm::DICompositeType &array, unsigned dimension) {
  std::uint64_t stride = bytesOf(array.getBaseType());
  for (unsigned d = dimensionsOf(array); d-- > dimension + 1;) {
    const std::optional<std::uint64_t> count = countOf(array, d);
    if (!count)
      return std::nullopt;
    stride *= *count;
  }
  if (stride == 0)
    return std::nullopt;
  return stride;
}

namespace {

bool containsPointer(const llvm::DIType *type, int depth) {
  constexpr int kDeepest = 32; // damaged debug information may be circular
  if (depth > kDeepest)
    return true;
  type = strippedType(type);
  if (!type)
    return false;
  if (type->getTag() == llvm::dwarf::DW_TAG_pointer_type)
    return true;
  if (const llvm::DICompositeType *array = arrayOf(type))
    return containsPointer(array->getBaseType(), depth + 1);
  const llvm::DICompositeType *record = recordOf(type);
  if (!record)
    return false;
  for (const llvm::MDOperand &element : elementsOf(*record))
    if (const auto *member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element.get());
        member && containsPointer(member->getBaseType(), depth + 1))
      return true;
  return false;
}

} // namespace

bool containsPointer(const llvm::DIType *type) {
  return containsPointer(type, 0);
}

std::uint64_t bytesOf(const llvm::DIType *type) {
  const llvm::DIType *plain = strippedType(type);
  return plain ? plain->getSizeInBits() / 8 : 0;
}

llvm::StringRef plainNameOf(const llvm::StructType &type) {
  if (!type.hasName())
    return {};
  llvm::StringRef name = type.getName();
  for (const llvm::StringRef prefix : {"struct.", "union.", "class."})
    if (name.consume_front(prefix))
      break;
  const std::size_t dot = name.rfind('.');
  if (dot != llvm::StringRef::npos && dot + 1 < name.size() &&
      name.substr(dot + 1).find_first_not_of("0123456789") == llvm::StringRef::npos)
    name = name.take_front(dot);
  return name;
}

RecordsByName::RecordsByName(const llvm::Module &module) {
  for (const llvm::DIType *type : debugTypesOf(module)) {
    if (const auto *record = llvm::dyn_cast<llvm::DICompositeType>(type)) {
      // A forward declaration does not describe the fields.
      if (recordOf(record) && !record->getName().empty() && !record->isForwardDecl())
        records_.try_emplace(record->getName(), record);
    } else if (const auto *derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
      // typedef struct { … } name; clang names the LLVM type after the typedef.
      if (derived->getTag() != llvm::dwarf::DW_TAG_typedef)
        continue;
      const llvm::DICompositeType *unnamed = recordOf(derived->getBaseType());
      if (unnamed && unnamed->getName().empty())
        records_.try_emplace(derived->getName(), unnamed);
    }
  }
}

const llvm::DICompositeType *RecordsByName::find(const llvm::StructType &type) const {
  const auto at = records_.find(plainNameOf(type));
  return at == records_.end() ? nullptr : at->second;
}

} // namespace raceward
