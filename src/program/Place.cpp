#include "Place.h"

#include "DebugTypes.h"
#include "raceward/program/DebugInfo.h"

#include <llvm/BinaryFormat/Dwarf.h>

namespace raceward {

namespace {

bool isSimple(const std::string &text) {
  return text.find_first_of(" +-*/&|?:<>=%") == std::string::npos ||
         (text.find("->") != std::string::npos &&
          text.find_first_of(" +*/&|?:<=%") == std::string::npos);
}

std::string inParentheses(const std::string &text) {
  return isSimple(text) ? text : "(" + text + ")";
}

/// How well a union member fits an access; members of a union all start at 0, so the
/// shape of the access is all there is to tell them apart.
int fitOf(const llvm::DIType *member, const AccessShape &shape) {
  const llvm::DIType *type = strippedType(member);
  if (!type || bytesOf(type) < shape.bytes)
    return -1;
  int fit = bytesOf(type) == shape.bytes ? 2 : 0;
  const bool isPointer =
      pointeeOf(type) != nullptr || type->getTag() == llvm::dwarf::DW_TAG_pointer_type;
  const auto *basic = llvm::dyn_cast<llvm::DIBasicType>(type);
  const bool isFloat = basic && basic->getEncoding() == llvm::dwarf::DW_ATE_float;
  if (isPointer == shape.isPointer && isFloat == shape.isFloat)
    fit += 1;
  return fit;
}

const llvm::DIDerivedType *asMember(const llvm::Metadata *element) {
  const auto *member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element);
  return member && member->getTag() == llvm::dwarf::DW_TAG_member && !member->isStaticMember()
             ? member
             : nullptr;
}

/// The bit-field that an access of these bits at byte `offset` of the record means.
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

const llvm::DIDerivedType *memberAt(const llvm::DICompositeType &record, std::int64_t offset,
                                    const AccessShape &shape) {
  if (record.getTag() == llvm::dwarf::DW_TAG_union_type) {
    const llvm::DIDerivedType *best = nullptr;
    int bestFit = -1;
    for (const llvm::MDOperand &element : elementsOf(record)) {
      const llvm::DIDerivedType *member = asMember(element.get());
      if (!member ||
          static_cast<std::uint64_t>(offset) >= std::max<std::uint64_t>(1, bytesOf(member)))
        continue;
      const int fit = offset == 0 ? fitOf(member->getBaseType(), shape) : 0;
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
    // A flexible array member has no size and takes the rest.
    if (offset >= start && (offset < start + size || (size == 0 && arrayOf(member))))
      return member;
  }
  return nullptr;
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

void Place::viewAs(const llvm::DICompositeType *record) {
  type_ = record;
  dimension_ = 0;
}

bool Place::needsView(llvm::StringRef recordName) const {
  // Only where the memory begins: further inside, the outer type knows better.
  if (offset_ != 0 || dimension_ != 0)
    return false;
  const llvm::DIType *type = type_;
  // Look through arrays and leading members: &array[0].first is where array is.
  for (int depth = 0; depth < 16 && type; ++depth) {
    if (const llvm::DICompositeType *record = recordOf(type)) {
      if (record->getName() == recordName || (type->getName() == recordName))
        return false;
      // An unnamed record is called by its typedef.
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
  if (size == 0 || (offset_ == 0 && shape.bytes >= size && !shape.bits))
    return false; // all of it
  if (static_cast<std::uint64_t>(offset_) >= size && throughPointer_)
    return indexThroughPointer(shape);
  const llvm::DIDerivedType *member = memberAt(*record, offset_, shape);
  if (!member)
    return false;
  if (!member->getName().empty()) {
    text_ = throughPointer_ ? inParentheses(text_) + "->" : text_ + ".";
    text_ += member->getName().str();
    throughPointer_ = false;
  }
  offset_ =
      member->isBitField() ? 0 : offset_ - static_cast<std::int64_t>(member->getOffsetInBits() / 8);
  type_ = member->getBaseType();
  dimension_ = 0;
  return !member->isBitField();
}

bool Place::enterElement(const AccessShape &shape) {
  const llvm::DICompositeType *array = arrayOf(type_);
  if (!array || offset_ < 0 || dimension_ >= dimensionsOf(*array))
    return false;
  const std::optional<std::uint64_t> stride = strideOf(*array, dimension_);
  if (!stride)
    return false;
  const std::optional<std::uint64_t> count = countOf(*array, dimension_);
  if (offset_ == 0 && count && shape.bytes >= *stride * *count && *count > 1)
    return false;
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

/// p[3], where p points to scalars or records and the offset is a whole number of them.
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
  constexpr int kDeepest = 32; // damaged debug information may be circular
  for (int depth = 0; depth < kDeepest; ++depth) {
    const bool further = recordOf(type_)  ? enterMember(shape)
                         : arrayOf(type_) ? enterElement(shape)
                                          : indexThroughPointer(shape);
    if (!further)
      return;
  }
}

void Place::subscript(const std::string &index, std::uint64_t stride) {
  if (throughPointer_ && (bytesOf(type_) == stride || !arrayOf(type_)) && offset_ == 0 &&
      !(recordOf(type_) && bytesOf(type_) != stride)) {
    text_ = inParentheses(text_) + "[" + index + "]";
    throughPointer_ = false;
    return;
  }
  // Down to the array whose elements have that size, then one more step.
  constexpr int kDeepest = 32;
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

std::string Place::nameFor(const AccessShape &shape) const {
  Place place = *this;
  if (shape.bytes != 0 || place.offset_ != 0)
    place.descend(shape);
  return place.render();
}

const llvm::DIType *Place::typeFor(const AccessShape &shape) const {
  Place place = *this;
  place.descend(shape);
  return place.dimension_ == 0 ? place.type_ : nullptr;
}

} // namespace raceward
