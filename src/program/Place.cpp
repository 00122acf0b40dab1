#include "Place.h"

#include "DebugTypes.h"
#include "raceward/program/DebugInfo.h"

#include <llvm/BinaryFormat/Dwarf.h>

namespace raceward {

namespace {

/// True if a postfix operator may follow without parentheses: only names, calls, subscripts and
/// member accesses outside of brackets.
bool isPostfix(const std::string &text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[' || c == '{')
      ++depth;
    else if (c == ')' || c == ']' || c == '}')
      --depth;
    else if (depth == 0 && c == '-' && i + 1 < text.size() && text[i + 1] == '>')
      ++i;
    else if (depth == 0 && std::string_view(" +-*/&|?:=%^").find(c) != std::string_view::npos)
      return false;
  }
  return true;
}

std::string inParentheses(const std::string &text) {
  return isPostfix(text) ? text : "(" + text + ")";
}

const llvm::DIDerivedType *asMember(const llvm::Metadata *element) {
  const auto *member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element);
  return member && member->getTag() == llvm::dwarf::DW_TAG_member && !member->isStaticMember()
             ? member
             : nullptr;
}

constexpr int kDeepest = 32; // damaged debug information may be circular

/// How well the scalar at byte `offset` of a type fits an access. Members of a union all start at
/// 0, so only the shape of the access distinguishes them.
int fitOf(const llvm::DIType *type, std::uint64_t offset, const AccessShape &shape, int depth = 0) {
  type = strippedType(type);
  if (!type || depth > kDeepest || offset + shape.bytes > std::max<std::uint64_t>(1, bytesOf(type)))
    return -1;
  if (const llvm::DICompositeType *record = recordOf(type)) {
    int best = offset == 0 && bytesOf(type) == shape.bytes ? 1 : 0;
    for (const llvm::MDOperand &element : elementsOf(*record)) {
      const llvm::DIDerivedType *member = asMember(element.get());
      const std::uint64_t start = member ? member->getOffsetInBits() / 8 : 0;
      if (member && start <= offset)
        best = std::max(best, fitOf(member->getBaseType(), offset - start, shape, depth + 1));
    }
    return best;
  }
  if (const llvm::DICompositeType *array = arrayOf(type)) {
    const std::uint64_t element = bytesOf(array->getBaseType());
    return element == 0 ? 0 : fitOf(array->getBaseType(), offset % element, shape, depth + 1);
  }
  if (offset != 0 || bytesOf(type) != shape.bytes)
    return 0;
  const auto *basic = llvm::dyn_cast<llvm::DIBasicType>(type);
  const bool isFloat = basic && basic->getEncoding() == llvm::dwarf::DW_ATE_float;
  const bool isPointer = type->getTag() == llvm::dwarf::DW_TAG_pointer_type;
  return isPointer == shape.isPointer && isFloat == shape.isFloat ? 3 : 2;
}

/// The bit-field that an access to these bits at byte `offset` of the record denotes.
const llvm::DIDerivedType *bitFieldAt(const llvm::DICompositeType &record, std::int64_t offset,
                                      const AccessShape &shape) {
  const auto unitStart = static_cast<std::uint64_t>(offset) * 8;
  for (const llvm::MDOperand &element : elementsOf(record)) {
    const llvm::DIDerivedType *member = asMember(element.get());
    if (!member || !member->isBitField())
      continue;
    const std::uint64_t start = member->getOffsetInBits();
    if (shape.bits) {
      if (start == unitStart + shape.bits->first && member->getSizeInBits() == shape.bits->second)
        return member;
    } else if (start >= unitStart &&
               start + member->getSizeInBits() <= unitStart + shape.bytes * 8) {
      return member;
    }
  }
  return nullptr;
}

/// The range of bits of the run of adjacent bit-fields that contains this one.
std::pair<std::uint64_t, std::uint64_t> runOf(const llvm::DICompositeType &record,
                                              const llvm::DIDerivedType &field) {
  std::pair<std::uint64_t, std::uint64_t> run;
  bool inRun = false;
  bool found = false;
  for (const llvm::MDOperand &element : elementsOf(record)) {
    const llvm::DIDerivedType *member = asMember(element.get());
    if (!member || !member->isBitField()) {
      if (found)
        break;
      inRun = false;
      continue;
    }
    const std::uint64_t begin = member->getOffsetInBits();
    const std::uint64_t end = begin + member->getSizeInBits();
    run = inRun ? std::pair(std::min(run.first, begin), std::max(run.second, end))
                : std::pair(begin, end);
    inRun = true;
    found = found || member == &field;
  }
  return run;
}

const llvm::DIDerivedType *memberAt(const llvm::DICompositeType &record, std::int64_t offset,
                                    const AccessShape &shape) {
  if (record.getTag() == llvm::dwarf::DW_TAG_union_type) {
    const llvm::DIDerivedType *best = nullptr;
    int bestFit = -1;
    for (const llvm::MDOperand &element : elementsOf(record)) {
      const llvm::DIDerivedType *member = asMember(element.get());
      if (!member)
        continue;
      const int fit = fitOf(member->getBaseType(), static_cast<std::uint64_t>(offset), shape);
      if (fit > bestFit) {
        best = member;
        bestFit = fit;
      }
    }
    return best;
  }
  if (const llvm::DIDerivedType *field = bitFieldAt(record, offset, shape))
    return field;
  for (const llvm::MDOperand &element : elementsOf(record)) {
    const llvm::DIDerivedType *member = asMember(element.get());
    if (!member || member->isBitField())
      continue;
    const auto start = static_cast<std::int64_t>(member->getOffsetInBits() / 8);
    const auto size = static_cast<std::int64_t>(bytesOf(member));
    // A flexible array member has no size and extends to the end.
    if (offset >= start && (offset < start + size || (size == 0 && arrayOf(member))))
      return member;
  }
  return nullptr;
}

/// True if, for an access of that size, the record consists of one scalar: `struct { atomic_int
/// held; }`, `union { long number; double real; }`.
bool isWrapper(const llvm::DICompositeType &record, const AccessShape &shape) {
  return shape.isScalar && bytesOf(&record) == shape.bytes && fitOf(&record, 0, shape) >= 2;
}

bool hasFlexibleArray(const llvm::DICompositeType &record) {
  const auto elements = elementsOf(record);
  const llvm::DIDerivedType *last = elements.empty() ? nullptr : asMember(elements.back().get());
  return last && arrayOf(last) && bytesOf(last) == 0;
}

/// "struct queue", or the typedef's name; empty for a record that has none.
std::string recordNameOf(const llvm::DIType *type) {
  const llvm::DICompositeType *record = recordOf(type);
  if (!record)
    return {};
  std::string_view alias;
  for (int length = 0; length < kLongestTypeChain && type && type != record; ++length) {
    const auto *derived = llvm::dyn_cast<llvm::DIDerivedType>(type);
    if (!derived)
      break;
    if (derived->getTag() == llvm::dwarf::DW_TAG_typedef)
      alias = derived->getName();
    type = derived->getBaseType();
  }
  return record->getName().empty() && alias.empty() ? std::string() : spelled(*record, alias);
}

} // namespace

Place Place::object(std::string text, const llvm::DIType *type) {
  Place place;
  place.text_ = std::move(text);
  place.type_ = type;
  return place;
}

Place Place::pointedToBy(std::string pointer, const llvm::DIType *pointee) {
  Place place = object(std::move(pointer), pointee);
  place.throughPointer_ = true;
  return place;
}

void Place::viewAs(const llvm::DICompositeType *record, llvm::StringRef recordName) {
  if (offset_ != 0) {
    text_ = "((" + spelled(*record, recordName) + " *)((char *)" +
            (throughPointer_ ? inParentheses(text_) : "&" + text_) + (offset_ > 0 ? " + " : " - ") +
            std::to_string(std::abs(offset_)) + "))";
    throughPointer_ = true;
    offset_ = 0;
  }
  type_ = record;
  dimension_ = 0;
}

bool Place::needsView(llvm::StringRef recordName) const {
  // container_of: an address before the object that the pointer is known to point to.
  if (offset_ < 0 && throughPointer_)
    return true;
  // Only at offset 0: further inside, the outer type is more precise.
  if (offset_ != 0 || dimension_ != 0)
    return false;
  const llvm::DIType *type = type_;
  // Look through arrays and leading members: &array[0].first is the address of array.
  for (int depth = 0; depth < 16 && type; ++depth) {
    if (const llvm::DICompositeType *record = recordOf(type)) {
      if (record->getName() == recordName || (type->getName() == recordName))
        return false;
      // An unnamed record is named after its typedef.
      const llvm::DIType *alias = type;
      for (int length = 0; length < kLongestTypeChain; ++length) {
        const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(alias);
        if (!derived)
          break;
        if (derived->getName() == recordName)
          return false;
        alias = derived->getBaseType();
      }
      if (record->getName().empty() && recordName.starts_with("anon"))
        return false;
      if (elementsOf(*record).empty())
        return true;
      const llvm::DIDerivedType *first = asMember(elementsOf(*record).front().get());
      type = first ? first->getBaseType() : nullptr;
    } else if (const llvm::DICompositeType *array = arrayOf(type)) {
      type = array->getBaseType();
    } else {
      return true;
    }
  }
  return true;
}

bool Place::enterMember(const AccessShape &shape) {
  const llvm::DICompositeType *record = recordOf(type_);
  if (!record || offset_ < 0)
    return false;
  const std::uint64_t size = bytesOf(record);
  if (size == 0)
    return false;
  if (offset_ == 0 && shape.bytes >= size && !shape.bits && !isWrapper(*record, shape))
    return false; // the whole object
  if (static_cast<std::uint64_t>(offset_) >= size && throughPointer_ && !hasFlexibleArray(*record))
    return indexThroughPointer(shape);
  const llvm::DIDerivedType *member = memberAt(*record, offset_, shape);
  if (!member)
    return false;
  if (!member->isBitField() && !hasFlexibleArray(*record) && shape.bytes > bytesOf(member))
    return false; // several members
  inUnion_ = inUnion_ || record->getTag() == llvm::dwarf::DW_TAG_union_type;
  if (member->isBitField()) {
    const auto [begin, end] = runOf(*record, *member);
    bitField_ = BitFieldUnit{size, begin, end, static_cast<std::uint64_t>(offset_), shape.bytes};
  }
  enter(*member);
  return !member->isBitField();
}

void Place::enter(const llvm::DIDerivedType &member) {
  if (!member.getName().empty()) {
    if (std::string record = recordNameOf(type_); !record.empty())
      variable_ = record + "." + member.getName().str();
    else if (!variable_.empty())
      variable_ += "." + member.getName().str();
    text_ = throughPointer_ ? inParentheses(text_) + "->" : text_ + ".";
    text_ += member.getName().str();
    throughPointer_ = false;
  }
  offset_ =
      member.isBitField() ? 0 : offset_ - static_cast<std::int64_t>(member.getOffsetInBits() / 8);
  type_ = member.getBaseType();
  dimension_ = 0;
}

void Place::field(llvm::StringRef recordName, std::uint64_t recordBytes, std::uint64_t offset,
                  std::uint64_t bytes) {
  // First to the record, then to the member that the code selects; a member that is not found by
  // name stays a byte offset, and the shape of the access decides later.
  Place there = *this;
  AccessShape whole;
  whole.bytes = recordBytes;
  there.descend(whole);
  const llvm::DICompositeType *record = recordOf(there.type_);
  moveBy(offset);
  if (!record || there.offset_ != 0 || record->getTag() == llvm::dwarf::DW_TAG_union_type ||
      bytesOf(record) != recordBytes || there.needsView(recordName))
    return;
  for (const llvm::MDOperand &element : elementsOf(*record)) {
    const llvm::DIDerivedType *member = asMember(element.get());
    if (!member || member->isBitField() || member->getOffsetInBits() != offset * 8 ||
        bytesOf(member) != bytes)
      continue;
    there.moveBy(offset);
    if (member->getName().empty())
      return; // an anonymous member: the shape of the access selects within it
    there.enter(*member);
    *this = std::move(there);
    return;
  }
}

void Place::firstElement(std::uint64_t stride) {
  if (!throughPointer_ || offset_ != 0 || bytesOf(type_) != stride)
    return;
  text_ = inParentheses(text_) + "[0]";
  throughPointer_ = false;
}

bool Place::enterElement(const AccessShape &shape) {
  const llvm::DICompositeType *array = arrayOf(type_);
  if (!array || offset_ < 0 || dimension_ >= dimensionsOf(*array))
    return false;
  const std::optional<std::uint64_t> stride = strideOf(*array, dimension_);
  if (!stride)
    return false;
  const std::optional<std::uint64_t> count = countOf(*array, dimension_);
  if (offset_ == 0 &&
      (shape.bytes > *stride || (count && *count > 1 && shape.bytes >= *stride * *count)))
    return false; // several elements
  if (throughPointer_) {
    text_ = "(*" + text_ + ")";
    throughPointer_ = false;
  }
  const std::uint64_t index = static_cast<std::uint64_t>(offset_) / *stride;
  text_ += "[" + std::to_string(index) + "]";
  offset_ -= static_cast<std::int64_t>(index * *stride);
  if (++dimension_ == dimensionsOf(*array)) {
    type_ = array->getBaseType();
    dimension_ = 0;
  }
  return true;
}

/// p[3], where p points to scalars or records and the offset is a multiple of their size.
bool Place::indexThroughPointer(const AccessShape &) {
  const auto size = static_cast<std::int64_t>(bytesOf(type_));
  if (!throughPointer_ || size == 0 || offset_ == 0)
    return false;
  std::int64_t index = offset_ / size;
  std::int64_t rest = offset_ % size;
  if (rest < 0) {
    --index;
    rest += size;
  }
  text_ = inParentheses(text_) + "[" + std::to_string(index) + "]";
  throughPointer_ = false;
  offset_ = rest;
  return true;
}

void Place::descend(const AccessShape &shape) {
  for (int depth = 0; depth < kDeepest; ++depth)
    if (!step(shape))
      return;
}

bool Place::step(const AccessShape &shape) {
  return recordOf(type_)  ? enterMember(shape)
         : arrayOf(type_) ? enterElement(shape)
                          : indexThroughPointer(shape);
}

void Place::subscript(const std::string &index, std::uint64_t stride) {
  if (throughPointer_ && (bytesOf(type_) == stride || !arrayOf(type_)) && offset_ == 0 &&
      !(recordOf(type_) && bytesOf(type_) != stride)) {
    text_ = inParentheses(text_) + "[" + index + "]";
    throughPointer_ = false;
    return;
  }
  // Descend to the array whose elements have that size, then one more step.
  for (int depth = 0; depth < kDeepest; ++depth) {
    if (const llvm::DICompositeType *array = arrayOf(type_)) {
      const std::optional<std::uint64_t> here = strideOf(*array, dimension_);
      if (here && *here == stride && offset_ >= 0 && static_cast<std::uint64_t>(offset_) < stride) {
        if (throughPointer_) {
          text_ = "(*" + text_ + ")";
          throughPointer_ = false;
        }
        text_ += "[" + index + "]";
        if (++dimension_ >= dimensionsOf(*array)) {
          type_ = array->getBaseType();
          dimension_ = 0;
        }
        return;
      }
    }
    AccessShape shape;
    shape.bytes = 1;
    if (!(recordOf(type_) ? enterMember(shape) : enterElement(shape)))
      break;
  }
  text_ = render() + "[" + index + "]";
  throughPointer_ = false;
  type_ = nullptr;
  offset_ = 0;
}

std::string Place::render() const {
  const auto magnitude =
      offset_ < 0 ? 0 - static_cast<std::uint64_t>(offset_) : static_cast<std::uint64_t>(offset_);
  std::string text = throughPointer_ ? "*" + inParentheses(text_) : text_;
  if (offset_ != 0 && !throughPointer_)
    text += "+" + std::to_string(offset_);
  else if (offset_ != 0)
    text = "*(" + text_ + (offset_ > 0 ? " + " : " - ") + std::to_string(magnitude) + " bytes)";
  return text;
}

Place::Names Place::namesFor(const AccessShape &shape) const {
  Place place = *this;
  if (shape.bytes != 0 || shape.bits) {
    place.descend(shape);
  } else if (shape.isText) {
    // The string at the beginning of a record, if there is one.
    AccessShape character;
    character.bytes = 1;
    Place text = place;
    while (recordOf(text.type_) && text.enterMember(character)) {
    }
    const llvm::DICompositeType *array = arrayOf(text.type_);
    if (array && text.offset_ == 0 && bytesOf(array->getBaseType()) == 1)
      place = std::move(text);
  }
  // The size of the access is unknown: descend no deeper than the address requires.
  for (int depth = 0; depth < kDeepest && place.offset_ != 0; ++depth)
    if (!place.step({}))
      break;
  return {place.render(), std::move(place.variable_)};
}

const llvm::DIType *Place::typeFor(const AccessShape &shape) const {
  Place place = *this;
  place.descend(shape);
  return place.dimension_ == 0 ? place.type_ : nullptr;
}

std::optional<BitFieldUnit> Place::bitFieldFor(const AccessShape &shape) const {
  Place place = *this;
  place.descend(shape);
  if (const std::optional<BitFieldUnit> &unit = place.bitField_) {
    const bool isWhole =
        unit->begin * 8 <= unit->runBegin && unit->runEnd <= (unit->begin + unit->bytes) * 8;
    return isWhole ? std::nullopt : unit;
  }
  const llvm::DIType *type = place.dimension_ == 0 ? strippedType(place.type_) : nullptr;
  const bool isNumber = type && bytesOf(type) == shape.bytes &&
                        (llvm::isa<llvm::DIBasicType>(type) ||
                         type->getTag() == llvm::dwarf::DW_TAG_enumeration_type);
  // A bit-field that fills its unit is accessed like any integer; only a declared type that is
  // not an integer reveals it.
  if (!shape.bits && !place.inUnion_ && (!type || isNumber))
    return std::nullopt;
  if (isNumber && !place.inUnion_)
    return std::nullopt;
  BitFieldUnit open;
  open.isOpen = true;
  return open;
}

} // namespace raceward
