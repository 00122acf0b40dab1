#include "EntryTypes.h"

#include "DebugTypes.h"
#include "raceward/program/DebugInfo.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DerivedTypes.h>

#include <algorithm>
#include <array>

namespace raceward {

namespace {

using Kind = EntryType::Kind;

constexpr unsigned kDeepestEntryType = 64;
/// A larger object is not made: it would cost more than it says.
constexpr std::uint64_t kLargestObject = 1u << 20;
constexpr std::size_t kMostMembers = 1024;

std::uint64_t roundedUp(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

struct LockKind {
  llvm::StringLiteral type;
  llvm::StringLiteral before; ///< of the call that sets it up; empty: by assigning `after`
  llvm::StringLiteral after;
};

constexpr std::array<LockKind, 8> kLocks{{
    {"pthread_mutex_t", "pthread_mutex_init(", ", 0)"},
    {"pthread_cond_t", "pthread_cond_init(", ", 0)"},
    {"pthread_rwlock_t", "pthread_rwlock_init(", ", 0)"},
    {"pthread_spinlock_t", "pthread_spin_init(", ", 0)"},
    {"sem_t", "sem_init(",
     ", 0, raceward_more(\"semaphores of other values\") ? "
     "raceward_any_uint() : 1)"},
    {"mtx_t", "mtx_init(", ", 0)"},
    {"cnd_t", "cnd_init(", ")"},
    {"pthread_once_t", "", "0"},
}};

const LockKind *lockKind(llvm::StringRef type) {
  const auto *found = std::ranges::find(kLocks, type, &LockKind::type);
  return found == kLocks.end() ? nullptr : found;
}

/// What two descriptions of one type in different files have in common.
std::string shapeOf(const llvm::DICompositeType &type, llvm::StringRef name) {
  std::string shape =
      name.str() + "/" + std::to_string(type.getTag()) + "/" + std::to_string(type.getSizeInBits());
  for (const llvm::MDOperand &element : elementsOf(type))
    if (const auto *member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element.get())) {
      const llvm::DIType *plain = strippedType(member->getBaseType());
      shape += "|" + member->getName().str() + ":" + std::to_string(member->getOffsetInBits()) +
               ":" + std::to_string(member->getSizeInBits()) + ":" +
               (plain ? std::to_string(plain->getTag()) + plain->getName().str() : "");
    }
  return shape;
}

} // namespace

EntryNames::EntryNames() {
  for (const char *word :
       {"auto",     "break",    "case",      "char",      "const",    "continue", "default",
        "do",       "double",   "else",      "enum",      "extern",   "float",    "for",
        "goto",     "if",       "inline",    "int",       "long",     "register", "restrict",
        "return",   "short",    "signed",    "sizeof",    "static",   "struct",   "switch",
        "typedef",  "union",    "unsigned",  "void",      "volatile", "while",    "asm",
        "typeof",   "main",     "it",        "levels",    "malloc",   "stdout",   "i",
        "thread",   "unused",   "bytes",     "size_t",    "linux",    "unix",     "count",
        "call_any", "new_text", "new_bytes", "for_setup", "caller",   "i386"})
    reserve(word);
  for (const LockKind &lock : kLocks) {
    reserve(lock.type);
    reserve(lock.before.drop_back(lock.before.empty() ? 0 : 1));
  }
  reserve("pthread_create");
  reserve("pthread_exit");
}

std::string EntryNames::plain(llvm::StringRef wanted) {
  std::string name;
  for (const char c : wanted.take_front(64))
    if (llvm::isAlnum(c) || c == '_')
      name += c;
  if (name.empty() || llvm::isDigit(name.front()) || name.starts_with("_") ||
      name.starts_with("raceward_"))
    name.insert(0, "x");
  return name;
}

std::string EntryNames::unique(llvm::StringRef wanted) {
  const std::string name = plain(wanted);
  std::string chosen = name;
  for (unsigned i = 2; !taken_.insert(chosen).second; ++i)
    chosen = name + "_" + std::to_string(i);
  return chosen;
}

EntryTypes::EntryTypes(const llvm::Module &module) : layout_(module.getDataLayout()) {
  for (const llvm::DIType *type : debugTypesOf(module))
    if (const auto *record = llvm::dyn_cast<llvm::DICompositeType>(type);
        record && recordOf(record) && !record->isForwardDecl() && !record->getName().empty()) {
      const auto [known, isNew] = complete_.try_emplace(record->getName().str(), record);
      if (!isNew && known->second &&
          shapeOf(*known->second, record->getName()) != shapeOf(*record, record->getName()))
        known->second = nullptr;
    }
}

EntryType &EntryTypes::add(EntryType type) {
  types_.push_back(std::move(type));
  return types_.back();
}

const EntryType *EntryTypes::integer(std::uint64_t bytes, bool isSigned, llvm::StringRef spelled) {
  const bool longIs8 = layout_.getPointerSize() == 8;
  std::string word = bytes == 1   ? (spelled == "char" ? "char"
                                     : isSigned        ? "signed char"
                                                       : "char")
                     : bytes == 2 ? "short"
                     : bytes == 4 ? (!longIs8 && spelled.contains("long") ? "long" : "int")
                     : longIs8 && !spelled.contains("long long") ? "long"
                                                                 : "long long";
  if (!isSigned && spelled != "char")
    word = "unsigned " + word;
  // i386 aligns members of 8 bytes to 4.
  return &add(
      {Kind::Integer, bytes, std::min<std::uint64_t>(bytes, longIs8 ? 8 : 4), std::move(word)});
}

const EntryType *EntryTypes::bytesType(std::uint64_t bytes, std::uint64_t alignment) {
  return &add({Kind::Bytes, bytes, alignment});
}

const EntryType *EntryTypes::basic(const llvm::DIBasicType &type) {
  const std::uint64_t bytes = type.getSizeInBits() / 8;
  const std::uint64_t widest = layout_.getPointerSize() == 8 ? 16 : 4;
  switch (type.getEncoding()) {
  case llvm::dwarf::DW_ATE_boolean:
    if (bytes == 1)
      return &add({Kind::Boolean, 1, 1, "_Bool"});
    break;
  case llvm::dwarf::DW_ATE_signed:
  case llvm::dwarf::DW_ATE_signed_char:
  case llvm::dwarf::DW_ATE_unsigned:
  case llvm::dwarf::DW_ATE_unsigned_char:
  case llvm::dwarf::DW_ATE_UTF:
    if (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8)
      return integer(bytes,
                     type.getEncoding() == llvm::dwarf::DW_ATE_signed ||
                         type.getEncoding() == llvm::dwarf::DW_ATE_signed_char,
                     type.getName());
    break;
  case llvm::dwarf::DW_ATE_float: {
    const bool isLong = type.getName() == "long double";
    if (bytes == 4 || bytes == 8 || isLong)
      return &add({Kind::Floating, bytes, std::min(bytes, widest),
                   isLong       ? "long double"
                   : bytes == 4 ? "float"
                                : "double"});
    break;
  }
  default:
    break;
  }
  return bytesType(
      bytes, std::min<std::uint64_t>(llvm::bit_floor(std::max<std::uint64_t>(bytes, 1)), widest));
}

const EntryType *EntryTypes::lockType(llvm::StringRef name, const llvm::DIType &type) {
  if (const auto known = locks_.find(name.str()); known != locks_.end())
    return known->second;
  const llvm::DIType *plain = strippedType(&type);
  const std::uint64_t bytes = bytesOf(plain);
  if (bytes == 0 || bytes > 256)
    return nullptr;
  std::uint64_t alignment = std::min<std::uint64_t>(bytes, layout_.getPointerSize());
  if (name == "pthread_spinlock_t" || name == "pthread_once_t")
    alignment = 4;
  return locks_[name.str()] = &add({Kind::Lock, bytes, alignment, name.str()});
}

const EntryType *EntryTypes::from(const llvm::DIType *type) {
  // Typedefs name unnamed records, and locks.
  llvm::StringRef typedefName;
  for (int length = 0; length < kLongestTypeChain; ++length) {
    const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
    if (!derived || derived->getTag() == llvm::dwarf::DW_TAG_pointer_type ||
        derived->getTag() == llvm::dwarf::DW_TAG_member)
      break;
    if (derived->getTag() == llvm::dwarf::DW_TAG_typedef) {
      typedefName = derived->getName();
      if (lockKind(typedefName))
        if (const EntryType *lock = lockType(typedefName, *derived))
          return lock;
    }
    type = derived->getBaseType();
  }
  if (type == nullptr)
    return &add({});
  if (const auto known = byNode_.find(type); known != byNode_.end())
    return known->second;
  if (depth_ > kDeepestEntryType)
    return bytesType(0, 1);
  ++depth_;
  const EntryType *made = nullptr;
  if (const auto *derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
    if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type) {
      EntryType &pointer = add({Kind::Pointer, layout_.getPointerSize(), layout_.getPointerSize()});
      byNode_[type] = &pointer; // it may point to something that has it
      pointer.to = &add({});    // for a circle of pointers
      pointer.to = from(derived->getBaseType());
      made = &pointer;
    } else {
      made = bytesType(derived->getSizeInBits() / 8, 1);
    }
  } else if (const auto *function = llvm::dyn_cast<llvm::DISubroutineType>(type)) {
    made = functionType(*function);
  } else if (const auto *record = llvm::dyn_cast<llvm::DICompositeType>(type)) {
    made = composite(*record, typedefName);
  } else if (const auto *simple = llvm::dyn_cast<llvm::DIBasicType>(type)) {
    made = basic(*simple);
  } else {
    made = bytesType(type->getSizeInBits() / 8, 1);
  }
  --depth_;
  byNode_[type] = made;
  return made;
}

const EntryType *EntryTypes::composite(const llvm::DICompositeType &type,
                                       llvm::StringRef typedefName) {
  switch (type.getTag()) {
  case llvm::dwarf::DW_TAG_enumeration_type: {
    const std::uint64_t bytes = type.getSizeInBits() / 8;
    const EntryType *base = type.getBaseType() ? from(type.getBaseType()) : nullptr;
    if (base && base->is(Kind::Integer))
      return base;
    return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 ? integer(bytes, false)
                                                                : bytesType(bytes, 1);
  }
  case llvm::dwarf::DW_TAG_array_type:
    return array(type);
  case llvm::dwarf::DW_TAG_structure_type:
  case llvm::dwarf::DW_TAG_union_type:
    return recordType(type, typedefName);
  default:
    return bytesType(type.getSizeInBits() / 8, 1);
  }
}

const EntryType *EntryTypes::array(const llvm::DICompositeType &type) {
  const EntryType *element = from(type.getBaseType());
  if (type.isVector() || element->bytes == 0)
    return bytesType(type.getSizeInBits() / 8, 1);
  for (unsigned d = dimensionsOf(type); d-- > 0;) {
    const std::uint64_t count = countOf(type, d).value_or(0);
    if (count > kLargestObject || element->bytes * count > kLargestObject)
      return bytesType(0, 1);
    EntryType made{Kind::Array, element->bytes * count, element->alignment, {}, element};
    made.count = count;
    element = &add(std::move(made));
  }
  return element;
}

const EntryType *EntryTypes::functionType(const llvm::DISubroutineType &type) {
  const auto *list = llvm::dyn_cast_or_null<llvm::MDTuple>(type.getRawTypeArray());
  EntryType &made = add({Kind::Function});
  byNode_[&type] = &made; // a parameter may be a pointer to it
  made.to = &add({});
  for (unsigned i = 0; list && i < list->getNumOperands(); ++i) {
    const auto *each = llvm::dyn_cast_or_null<llvm::DIType>(list->getOperand(i).get());
    if (i == 0)
      made.to = from(each);
    else if (each)
      made.parameters.push_back(from(each));
    else
      made.word = "..."; // the last one
  }
  return &made;
}

const EntryType *EntryTypes::function(const EntryType *result,
                                      std::vector<const EntryType *> parameters) {
  EntryType made{Kind::Function};
  made.to = result;
  made.parameters = std::move(parameters);
  return &add(std::move(made));
}

const EntryType *EntryTypes::pointerTo(const EntryType *type) {
  return &add({Kind::Pointer, layout_.getPointerSize(), layout_.getPointerSize(), {}, type});
}

const EntryType *EntryTypes::from(const llvm::Type &type) {
  if (type.isVoidTy())
    return &add({});
  if (type.isPointerTy())
    return pointerTo(&add({}));
  if (type.isIntegerTy(1))
    return &add({Kind::Boolean, 1, 1, "_Bool"});
  if (type.isIntegerTy(8) || type.isIntegerTy(16) || type.isIntegerTy(32) || type.isIntegerTy(64))
    return integer(type.getIntegerBitWidth() / 8, true);
  if (type.isFloatTy() || type.isDoubleTy())
    return &add({Kind::Floating, type.isFloatTy() ? 4u : 8u, type.isFloatTy() ? 4u : 8u,
                 type.isFloatTy() ? "float" : "double"});
  return bytesType(0, 1);
}

const EntryType *EntryTypes::recordType(const llvm::DICompositeType &type,
                                        llvm::StringRef typedefName) {
  if (type.isForwardDecl())
    if (const auto known = complete_.find(type.getName().str());
        known != complete_.end() && known->second)
      return from(known->second);
  const llvm::StringRef name = type.getName().empty() ? typedefName : type.getName();
  const bool isKnown = !type.isForwardDecl() && type.getSizeInBits() > 0 &&
                       type.getSizeInBits() / 8 <= kLargestObject;
  const std::string shape = name.empty() ? std::string() : shapeOf(type, name);
  if (!shape.empty())
    if (const auto known = byShape_.find(shape); known != byShape_.end())
      return known->second;
  EntryRecord &record = records_.emplace_back();
  EntryType &made = add({Kind::Record});
  made.record = &record;
  byNode_[&type] = &made;
  if (!shape.empty())
    byShape_[shape] = &made;
  record.isUnion = type.getTag() == llvm::dwarf::DW_TAG_union_type;
  record.name = tags_.unique(name.empty() ? llvm::StringRef("unnamed") : name);
  record.spelled = (record.isUnion ? "union " : "struct ") + record.name;
  if (isKnown) {
    record.bytes = made.bytes = type.getSizeInBits() / 8;
    record.alignment = std::max<std::uint64_t>(type.getAlignInBytes(), 1);
    addMembers(type, record);
    made.alignment = record.alignment;
    record.isComplete = true;
  }
  return &made;
}

void EntryTypes::addMembers(const llvm::DICompositeType &type, EntryRecord &record) {
  for (const llvm::MDOperand &element : elementsOf(type))
    if (const auto *member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element.get());
        member && member->getTag() == llvm::dwarf::DW_TAG_member && !member->isStaticMember() &&
        record.members.size() < kMostMembers)
      addMember(*member, record);
  // Not stable_sort: clang warns about a deprecated function in GCC 12's.
  std::vector<EntryMember> sorted;
  for (EntryMember &member : record.members)
    sorted.insert(std::ranges::upper_bound(sorted, member.offset, {}, &EntryMember::offset),
                  std::move(member));
  record.members = std::move(sorted);
  std::uint64_t end = 0;
  for (const EntryMember &member : record.members) {
    record.isPacked |=
        !record.isUnion && (member.offset < end || member.offset % member.type->alignment != 0);
    end = member.offset + member.type->bytes;
  }
  record.alignment = std::min<std::uint64_t>(record.alignment, 64);
  if (record.bytes % record.alignment != 0) {
    record.isPacked = true;
    record.alignment = 1;
  }
}

void EntryTypes::addMember(const llvm::DIDerivedType &member, EntryRecord &record) {
  const std::uint64_t at = member.getOffsetInBits();
  if (member.isBitField()) {
    // The bytes that it has a part of, together with its neighbours.
    const std::uint64_t first = at / 8;
    const std::uint64_t end = (at + member.getSizeInBits() + 7) / 8;
    record.alignment = std::max(record.alignment, from(member.getBaseType())->alignment);
    if (end <= first || end > record.bytes)
      return;
    if (!record.members.empty()) {
      EntryMember &last = record.members.back();
      const std::uint64_t lastEnd = last.offset + last.type->bytes;
      if (last.name.starts_with("bits_") && first <= lastEnd && last.offset <= first) {
        last.type = bytesType(std::max(end, lastEnd) - last.offset, 1);
        return;
      }
    }
    record.members.push_back({"bits_" + std::to_string(first), bytesType(end - first, 1), first});
    return;
  }
  const EntryType *type = from(member.getBaseType());
  if (type->is(Kind::Record) && !type->record->isComplete)
    return; // it contains itself, which is not valid
  if (type->bytes == 0) {
    record.endsOpen |= type->is(Kind::Array);
    return;
  }
  if (at % 8 != 0 || at / 8 + type->bytes > record.bytes)
    return;
  EntryNames names; // of this record alone
  for (const EntryMember &other : record.members)
    names.reserve(other.name);
  record.members.push_back(
      {names.unique(member.getName().empty() ? "unnamed" : member.getName()), type, at / 8});
  record.alignment = std::max(record.alignment, type->alignment);
}

std::string EntryTypes::declared(const EntryType &type, const std::string &name) {
  const auto with = [&](const std::string &word) {
    return word + (name.empty() ? "" : " " + name);
  };
  switch (type.kind) {
  case Kind::Void:
    return with("void");
  case Kind::Boolean:
  case Kind::Integer:
  case Kind::Floating:
  case Kind::Lock:
    return with(type.word);
  case Kind::Bytes:
    return "unsigned char " + name + "[" + std::to_string(type.bytes) + "]" +
           (type.alignment > 1 ? " __attribute__((aligned(" + std::to_string(type.alignment) + ")))"
                               : "");
  case Kind::Record:
    return with(type.record->spelled);
  case Kind::Array:
    return declared(*type.to, name + "[" + std::to_string(type.count) + "]");
  case Kind::Pointer: {
    // What has no name of its own is not looked into behind a pointer, either.
    if (type.to->is(Kind::Bytes))
      return "void *" + name;
    const bool binds = type.to->is(Kind::Function) || type.to->is(Kind::Array);
    return declared(*type.to, binds ? "(*" + name + ")" : "*" + name);
  }
  case Kind::Function: {
    std::string parameters;
    for (const EntryType *parameter : type.parameters)
      parameters += (parameters.empty() ? "" : ", ") + declared(*parameter, "");
    if (!type.word.empty() && !parameters.empty())
      parameters += ", ...";
    return declared(*type.to, name + "(" + (parameters.empty() ? "void" : parameters) + ")");
  }
  }
  return with("void");
}

/// Records that it contains come first.
void EntryTypes::define(const EntryRecord &record, std::set<const EntryRecord *> &done,
                        std::string &text) {
  if (!record.isComplete || !done.insert(&record).second)
    return;
  for (const EntryMember &member : record.members) {
    const EntryType *type = member.type;
    while (type->is(Kind::Array))
      type = type->to;
    if (type->is(Kind::Record))
      define(*type->record, done, text);
  }
  text += record.spelled + " {\n";
  std::uint64_t end = 0;
  const auto pad = [&](std::uint64_t to) {
    if (to > end && !record.isUnion)
      text += "  unsigned char padding_" + std::to_string(end) + "[" + std::to_string(to - end) +
              "];\n";
  };
  for (const EntryMember &member : record.members) {
    if (record.isPacked || roundedUp(end, member.type->alignment) != member.offset)
      pad(member.offset);
    text += "  " + declared(*member.type, member.name) + ";\n";
    end = member.offset + member.type->bytes;
  }
  if (record.isUnion && record.members.empty())
    text += "  unsigned char unnamed[" + std::to_string(record.bytes) + "];\n";
  if (record.isPacked || roundedUp(end, record.alignment) != record.bytes)
    pad(record.bytes);
  text += std::string("} __attribute__((") + (record.isPacked ? "packed, " : "") + "aligned(" +
          std::to_string(record.alignment) + ")));\n";
  text += "_Static_assert(sizeof(" + record.spelled + ") == " + std::to_string(record.bytes) +
          ", \"\");\n";
}

std::string EntryTypes::definitions(const std::set<const EntryRecord *> &needed) const {
  std::string text;
  for (const auto &[name, type] : locks_)
    text += type->word == "pthread_spinlock_t" || type->word == "pthread_once_t"
                ? "typedef int " + name + ";\n"
                : "typedef struct {\n  unsigned char content[" + std::to_string(type->bytes) +
                      "] __attribute__((aligned(" + std::to_string(type->alignment) + ")));\n} " +
                      name + ";\n";
  for (const EntryRecord &record : records_)
    text += record.spelled + ";\n";
  std::set<const EntryRecord *> done;
  for (const EntryRecord &record : records_)
    if (needed.contains(&record))
      define(record, done, text);
  return text;
}

std::string setUpLock(const EntryType &type, const std::string &expression) {
  const LockKind *kind = lockKind(type.word);
  if (kind == nullptr)
    return {};
  if (kind->before.empty())
    return expression + " = " + kind->after.str();
  return (kind->before + "&" + expression + kind->after).str();
}

bool needsCare(const EntryType &type) {
  switch (type.kind) {
  case Kind::Pointer:
  case Kind::Lock:
    return true;
  case Kind::Array:
    return needsCare(*type.to);
  case Kind::Record:
    return std::ranges::any_of(type.record->members,
                               [](const EntryMember &member) { return needsCare(*member.type); });
  default:
    return false;
  }
}

} // namespace raceward
