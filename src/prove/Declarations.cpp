#include "Declarations.h"

#include "raceward/program/DebugInfo.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace raceward {

namespace {

namespace dwarf = llvm::dwarf;

constexpr std::array<std::string_view, 4> kLockTypes{"pthread_mutex_t", "pthread_rwlock_t",
                                                     "pthread_spinlock_t", "mtx_t"};
constexpr int kDeepestMember = 8;

bool isLockType(std::string_view name) {
  return std::ranges::find(kLockTypes, name) != kLockTypes.end();
}

/// Without qualifiers; typedefs only as long as they do not name a lock.
const llvm::DIType *towardsLock(const llvm::DIType *type) {
  for (int length = 0; length < kLongestTypeChain; ++length) {
    const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
    if (!derived || derived->getTag() == dwarf::DW_TAG_pointer_type ||
        (derived->getTag() == dwarf::DW_TAG_typedef && isLockType(derived->getName())))
      return type;
    type = derived->getBaseType();
  }
  return nullptr;
}

bool isRecord(const llvm::DIType *type) {
  return type && (type->getTag() == dwarf::DW_TAG_structure_type ||
                  type->getTag() == dwarf::DW_TAG_union_type);
}

const llvm::DIDerivedType *memberIn(const llvm::Metadata *element) {
  const auto *member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element);
  return member && member->getTag() == dwarf::DW_TAG_member ? member : nullptr;
}

} // namespace

SourcePosition declaredAt(const llvm::DIFile *file, unsigned line) {
  if (!file || line == 0)
    return {};
  const std::filesystem::path name(file->getFilename().str());
  const std::filesystem::path whole =
      name.is_absolute() ? name : std::filesystem::path(file->getDirectory().str()) / name;
  return {whole.lexically_normal().string(), line, 0};
}

const llvm::DIType *pointedTo(const llvm::DIType *type) {
  for (int length = 0; length < kLongestTypeChain; ++length) {
    const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
    if (!derived)
      return nullptr;
    type = derived->getBaseType();
    if (derived->getTag() == dwarf::DW_TAG_pointer_type)
      return type;
  }
  return nullptr;
}

Declarations::Declarations(const Program &program) {
  for (const llvm::DIType *type : debugTypesOf(program.module())) {
    const auto *derived = llvm::dyn_cast<llvm::DIDerivedType>(type);
    if (derived && derived->getTag() == dwarf::DW_TAG_typedef) {
      if (isLockType(derived->getName()))
        lockTypes_.try_emplace(derived->getName().str(),
                               declaredAt(derived->getFile(), derived->getLine()));
      const auto *record = llvm::dyn_cast_or_null<llvm::DICompositeType>(derived->getBaseType());
      if (record && isRecord(record) && record->getName().empty())
        addRecord(*record, derived->getName().str());
    } else if (const auto *record = llvm::dyn_cast<llvm::DICompositeType>(type);
               record && isRecord(record) && !record->getName().empty()) {
      addRecord(*record, (record->getTag() == dwarf::DW_TAG_union_type ? "union " : "struct ") +
                             record->getName().str());
    }
  }
  for (const llvm::GlobalVariable &global : program.module().globals()) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> described;
    global.getDebugInfo(described);
    if (described.empty() || described.front()->getVariable()->getName().empty())
      continue;
    const llvm::DIGlobalVariable &variable = *described.front()->getVariable();
    std::string name = variable.getName().str();
    if (llvm::isa_and_nonnull<llvm::DILocalScope>(variable.getScope()))
      continue; // only its function can name it
    globals_[global.getName().str()] = name;
    add(name, {name, declaredAt(variable.getFile(), variable.getLine()), variable.getType(),
               nullptr, 0, variable.isLocalToUnit()});
  }
}

void Declarations::addRecord(const llvm::DICompositeType &record, const std::string &name) {
  for (const llvm::MDOperand &element : elementsOf(record))
    if (const llvm::DIDerivedType *member = memberIn(element.get());
        member && !member->getName().empty())
      add(name + "." + member->getName().str(),
          {member->getName().str(), declaredAt(member->getFile(), member->getLine()),
           member->getBaseType(), &record, member->getOffsetInBits() / 8});
}

/// Several files may each have read one header.
void Declarations::add(const std::string &name, Declared declared) {
  const auto [known, isNew] = byName_.try_emplace(name, declared);
  if (!isNew && known->second &&
      (known->second->at != declared.at || known->second->offset != declared.offset))
    known->second.reset();
}

const Declared *Declarations::find(const std::string &variable) const {
  const auto known = byName_.find(variable);
  return known == byName_.end() || !known->second ? nullptr : &*known->second;
}

const Declared *Declarations::find(const llvm::GlobalVariable &global) const {
  const auto name = globals_.find(global.getName().str());
  return name == globals_.end() ? nullptr : find(name->second);
}

std::optional<LockMember> Declarations::lockAt(const llvm::DIType *type, std::int64_t offset) {
  LockMember found;
  for (int depth = 0; depth < kDeepestMember; ++depth) {
    type = towardsLock(type);
    const auto *named = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
    if (named && named->getTag() == dwarf::DW_TAG_typedef)
      return offset == 0 ? std::optional(LockMember{found.path, found.at, named->getName().str()})
                         : std::nullopt;
    const auto *record = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
    if (!record || record->getTag() != dwarf::DW_TAG_structure_type)
      return std::nullopt;
    const llvm::DIDerivedType *next = nullptr;
    for (const llvm::MDOperand &element : elementsOf(*record))
      if (const llvm::DIDerivedType *member = memberIn(element.get());
          member && static_cast<std::int64_t>(member->getOffsetInBits() / 8) <= offset &&
          (!next || member->getOffsetInBits() > next->getOffsetInBits()))
        next = member;
    if (!next || next->getName().empty())
      return std::nullopt;
    found.path += (found.path.empty() ? "" : ".") + next->getName().str();
    found.at = declaredAt(next->getFile(), next->getLine());
    offset -= static_cast<std::int64_t>(next->getOffsetInBits() / 8);
    type = next->getBaseType();
  }
  return std::nullopt;
}

const llvm::DIType *Declarations::parameter(const llvm::Argument &argument) const {
  const llvm::DISubprogram *function = argument.getParent()->getSubprogram();
  const llvm::DISubroutineType *type = function ? function->getType() : nullptr;
  const auto *types =
      type ? llvm::dyn_cast_or_null<llvm::MDTuple>(type->getRawTypeArray()) : nullptr;
  // The first is the type of the result. Structs by value may be several arguments.
  if (!types || types->getNumOperands() != argument.getParent()->arg_size() + 1)
    return nullptr;
  return llvm::dyn_cast_or_null<llvm::DIType>(types->getOperand(argument.getArgNo() + 1).get());
}

} // namespace raceward
