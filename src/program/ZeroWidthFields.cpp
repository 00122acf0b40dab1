#include "ZeroWidthFields.h"

#include "DebugTypes.h"
#include "raceward/base/Text.h"
#include "raceward/program/DebugInfo.h"

#include <llvm/BinaryFormat/Dwarf.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace raceward {

namespace {

const llvm::DIDerivedType *asBitField(const llvm::Metadata *element) {
  const auto *member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element);
  return member && member->isBitField() ? member : nullptr;
}

/// A field of width zero may lie between the two: the second one starts at a byte boundary.
bool leaveRoom(const llvm::DIDerivedType &before, const llvm::DIDerivedType &after) {
  return after.getOffsetInBits() % 8 == 0 &&
         after.getOffsetInBits() >= before.getOffsetInBits() + before.getSizeInBits();
}

template <typename Use> void forEachRoom(const llvm::DICompositeType &record, Use use) {
  const llvm::DIDerivedType *before = nullptr;
  unsigned index = 0;
  for (const llvm::MDOperand &element : elementsOf(record)) {
    const llvm::DIDerivedType *field = asBitField(element.get());
    if (before && field && leaveRoom(*before, *field))
      use(*before, *field, index);
    before = field;
    ++index;
  }
}

/// Identifies a record: its size, and its bit-fields with names and offsets.
std::string signatureOf(std::uint64_t bytes,
                        const std::vector<std::pair<std::string, std::uint64_t>> &fields) {
  std::string text = std::to_string(bytes);
  for (const auto &[name, bit] : fields)
    text += ";" + name + "@" + std::to_string(bit);
  return text;
}

std::string signatureOf(const llvm::DICompositeType &record) {
  std::vector<std::pair<std::string, std::uint64_t>> fields;
  for (const llvm::MDOperand &element : elementsOf(record))
    if (const llvm::DIDerivedType *field = asBitField(element.get()))
      fields.emplace_back(field->getName().str(), field->getOffsetInBits());
  return signatureOf(record.getSizeInBits() / 8, fields);
}

std::optional<std::uint64_t> numberIn(llvm::StringRef text) {
  std::uint64_t number = 0;
  return text.getAsInteger(10, number) ? std::nullopt : std::optional(number);
}

/// Offsets in bytes of the fields of width zero, by signature. A signature that is missing, or that
/// records with different fields share, has none.
using ZeroWidthFields = std::map<std::string, std::vector<std::uint64_t>>;

/// Parses the lines of a record:
///
///          0 | struct flags
///      0:0-0 |   unsigned int dirty
///        4:- |   unsigned int
///      4:0-0 |   unsigned int locked
///            | [sizeof=8, align=4]
ZeroWidthFields readLayouts(std::string_view layouts) {
  ZeroWidthFields found;
  std::vector<std::pair<std::string, std::uint64_t>> fields;
  std::vector<std::uint64_t> zeros;
  for (const std::string_view line : split(layouts, '\n')) {
    const std::size_t bar = line.find('|');
    if (bar == std::string_view::npos || bar + 2 > line.size())
      continue;
    const std::string_view place = trim(line.substr(0, bar));
    const std::string_view words = line.substr(bar + 1);
    const std::size_t depth = words.find_first_not_of(' ');
    constexpr std::string_view kSize = "[sizeof=";
    if (place.empty() && trim(words).starts_with(kSize)) {
      const std::string_view rest = trim(words).substr(kSize.size());
      if (const auto bytes = numberIn(rest.substr(0, rest.find_first_of(",]")))) {
        const auto [known, isNew] = found.try_emplace(signatureOf(*bytes, fields), zeros);
        if (!isNew && known->second != zeros)
          known->second.clear();
      }
    } else if (depth == 1) {
      fields.clear();
      zeros.clear();
    } else if (const std::size_t colon = place.find(':');
               depth == 3 && colon != std::string_view::npos) {
      const auto byte = numberIn(place.substr(0, colon));
      const std::string_view bits = place.substr(colon + 1);
      if (!byte)
        continue;
      if (bits == "-")
        zeros.push_back(*byte);
      else if (const auto first = numberIn(bits.substr(0, bits.find('-'))))
        // An unnamed member ends with its type and a space.
        if (const std::string_view name = words.substr(words.rfind(' ') + 1); !name.empty())
          fields.emplace_back(std::string(name), *byte * 8 + *first);
    }
  }
  return found;
}

} // namespace

bool mayHaveZeroWidthFields(const llvm::Module &module) {
  bool found = false;
  for (const llvm::DIType *type : debugTypesOf(module))
    if (const auto *record = llvm::dyn_cast<llvm::DICompositeType>(type))
      forEachRoom(*record, [&](const auto &, const auto &, unsigned) { found = true; });
  return found;
}

void showZeroWidthFields(llvm::Module &module, std::string_view layouts) {
  const ZeroWidthFields known = readLayouts(layouts);
  std::vector<const llvm::DICompositeType *> records;
  for (const llvm::DIType *type : debugTypesOf(module))
    if (const auto *record = llvm::dyn_cast<llvm::DICompositeType>(type))
      records.push_back(record);
  for (const llvm::DICompositeType *record : records) {
    const auto at = known.find(signatureOf(*record));
    if (at == known.end())
      continue;
    const auto operands = elementsOf(*record);
    std::vector<llvm::Metadata *> elements(operands.begin(), operands.end());
    std::size_t added = 0;
    forEachRoom(*record, [&](const llvm::DIDerivedType &before, const llvm::DIDerivedType &after,
                             unsigned index) {
      const std::uint64_t end = before.getOffsetInBits() + before.getSizeInBits();
      const auto zero = std::ranges::find_if(at->second, [&](std::uint64_t byte) {
        return byte * 8 >= end && byte * 8 <= after.getOffsetInBits();
      });
      if (zero == at->second.end())
        return;
      llvm::Metadata *member = llvm::DIDerivedType::get(
          module.getContext(), llvm::dwarf::DW_TAG_member, "", after.getFile(), after.getLine(),
          after.getScope(), after.getBaseType(), 0, 0, *zero * 8, std::nullopt, std::nullopt,
          llvm::DINode::FlagZero);
      elements.insert(elements.begin() + static_cast<std::ptrdiff_t>(index + added), member);
      ++added;
    });
    if (added > 0)
      const_cast<llvm::DICompositeType *>(record)->replaceElements(
          llvm::MDTuple::get(module.getContext(), elements));
  }
}

} // namespace raceward
