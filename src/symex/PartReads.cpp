// Reading and copying parts of addresses (AddressParts.h).
#include "AddressChecks.h"
#include "AddressUses.h"
#include "ObjectAccess.h"
#include "World.h"

#include <algorithm>
#include <cstring>

namespace raceward {

namespace {

using Kind = AddressCheck::Kind;

Kind kindOf(const Step &step) {
  return static_cast<Kind>(step.detail);
}

bool hidesWhole(const Step &step) {
  return kindOf(step) == Kind::Real;
}

unsigned widthOf(const Step &step) {
  return static_cast<unsigned>(step.mask);
}

} // namespace

/// Only addresses that are terms take long. Those of 32 bits may be what they are in a run that
/// stands for itself only.
bool ObjectAccess::mayHaveParts(const Step &step) {
  const Value &address = get(step.a);
  if (world_.drawn && pointerBits() == 32)
    return false;
  if (!address.isNumber())
    return true;
  const MemoryObject *object = cache_.objectAt(address.bits);
  if (object == nullptr)
    object = state_->memory.objectAt(address.bits);
  if (object == nullptr)
    return false;
  const StoredAddresses addresses(*state_);
  const std::uint64_t offset = address.bits - object->base();
  const unsigned bytes = (widthOf(step) + 7) / 8;
  return hidesWhole(step) ? addresses.overlap(*object, offset, bytes)
                          : addresses.areCutBy(*object, offset, bytes);
}

/// At an address that is a term nothing is hidden: what may be one is a gap.
bool ObjectAccess::hideParts(const Step &step) {
  const Value address = get(step.a);
  const unsigned width = widthOf(step);
  const std::uint64_t bytes = (width + 7) / 8;
  const StoredAddresses addresses(*state_);
  if (!address.isNumber()) {
    const std::vector<const MemoryObject *> objects = AddressChecks(*this).objectsOf(address);
    if (!objects.empty() && std::ranges::none_of(objects, [&](const MemoryObject *object) {
          return addresses.areIn(*object);
        }))
      return true;
  }
  Place place;
  if (!find(address, bytes, kindOf(step) == Kind::Cut, place))
    return false;
  // Of several objects one was chosen before, which may leave one offset.
  if (!place.offset.isNumber() && addresses.areIn(*place.object)) {
    const Term offset = place.offset.term;
    const BitVector example = witnessValue(offset);
    const May other = may(arena_.distinct(offset, arena_.constant(example)));
    if (isBroken())
      return false;
    if (other.sat == Sat::No)
      place.offset = {example.low64(), {}};
  }
  const bool isNumber = place.offset.isNumber();
  if (isNumber && kindOf(step) != Kind::Cut &&
      addresses.mayOverlap(*place.object, place.offset.bits, bytes, hidesWhole(step)))
    return stopWithPart();
  if (isNumber && kindOf(step) == Kind::Cut) {
    hideAround(place.object->base(), place.offset.bits, bytes);
    return true;
  }
  if (isNumber && kindOf(step) != Kind::Changed) {
    reg(step.b) = readHiding(*place.object, place.offset.bits, width, hidesWhole(step));
    return true;
  }
  const OffsetRow offsets =
      isNumber ? OffsetRow{place.offset.bits, 0} : rowOf(arena_, place.offset.term);
  return !addresses.mayBeCutBy(*place.object, offsets, bytes, hidesWhole(step)) || stopWithPart();
}

/// Whether a pointer-sized value that is written may be an address.
bool ObjectAccess::mayHoldAddress(unsigned width, const Value &value, bool isPointer) {
  if (width != pointerBits() || isPointer)
    return isPointer;
  return value.isNumber() ? StoredAddresses(*state_).isAddress(value.bits)
                          : isSumOrChoice(arena_, state_->memory, value.term);
}

std::vector<ObjectAccess::HiddenByte> ObjectAccess::hiddenBytes(const MemoryObject &object,
                                                                std::uint64_t offset,
                                                                std::uint64_t bytes, bool orWhole) {
  const StoredAddresses addresses(*state_);
  const std::uint64_t width = pointerBits() / 8;
  std::vector<HiddenByte> hidden;
  if (object.size() < width)
    return hidden;
  const std::uint64_t last = std::min(offset + bytes, object.size() - width + 1);
  for (std::uint64_t place = offset - std::min(offset, width - 1); place < last; ++place) {
    const std::optional<std::uint64_t> address = addresses.at(object, place);
    if (!address || (!orWhole && place >= offset && place + width <= offset + bytes))
      continue;
    for (unsigned i = 0; i < width; ++i)
      if (place + i >= offset && place + i < offset + bytes)
        hidden.push_back({place + i - offset, parts_.termOf(arena_, {*address, i})});
  }
  return hidden;
}

void ObjectAccess::hideAround(std::uint64_t base, std::uint64_t offset, std::uint64_t bytes) {
  const StoredAddresses addresses(*state_);
  const MemoryObject &object = *state_->memory.objectAt(base);
  if (inputs_ != InputPolicy::Symbolic || !addresses.areCutBy(object, offset, bytes))
    return;
  const std::uint64_t width = pointerBits() / 8;
  const std::uint64_t first = offset - std::min(offset, width - 1);
  const std::uint64_t end = std::min(offset + bytes + width - 1, object.size());
  std::vector<HiddenByte> around = hiddenBytes(object, first, end - first, true);
  // Only what the write leaves of addresses that it reaches.
  std::erase_if(around, [&](const HiddenByte &byte) {
    const std::uint64_t place = first + byte.number;
    const std::uint64_t begin = place - parts_.find(byte.term)->byte;
    return (place >= offset && place < offset + bytes) || begin + width <= offset ||
           begin >= offset + bytes;
  });
  hide(ownObject(base), first, around);
}

void ObjectAccess::hide(MemoryObject &object, std::uint64_t offset,
                        const std::vector<HiddenByte> &hidden) {
  for (const HiddenByte &byte : hidden) {
    object.setTerm(offset + byte.number, byte.term);
    restoreAddress(object, offset + byte.number);
  }
}

void ObjectAccess::restoreAddress(MemoryObject &object, std::uint64_t offset) {
  const auto partAt = [&](std::uint64_t place) {
    return object.stateOf(place) == ByteState::Symbolic ? parts_.find(object.termAt(place))
                                                        : nullptr;
  };
  const AddressParts::Part *part = partAt(offset);
  const std::uint64_t width = pointerBits() / 8;
  if (part == nullptr || part->byte > offset || object.size() - (offset - part->byte) < width)
    return;
  const std::uint64_t address = part->address;
  const std::uint64_t first = offset - part->byte;
  for (unsigned i = 0; i < width; ++i)
    if (const AddressParts::Part *each = partAt(first + i);
        each == nullptr || *each != AddressParts::Part{address, i})
      return;
  std::memcpy(object.bytes() + first, &address, width);
  object.markNumbers(first, width);
}

/// What readAt() gives, with parts of addresses as terms.
Value ObjectAccess::readHiding(const MemoryObject &object, std::uint64_t offset, unsigned width,
                               bool orWhole) {
  const std::uint64_t bytes = (width + 7) / 8;
  const std::vector<HiddenByte> hidden = hiddenBytes(object, offset, bytes, orWhole);
  if (hidden.empty())
    return readAt(object, offset, width);
  Term whole;
  for (std::uint64_t i = 0; i < bytes; ++i) {
    const auto part = std::ranges::find(hidden, i, &HiddenByte::number);
    const Term byte = part != hidden.end() ? part->term : byteAt(object, offset + i);
    whole = i == 0 ? byte : arena_.concat(byte, whole);
  }
  return toValue(width == 8 * bytes ? whole : arena_.extract(whole, width - 1, 0));
}

} // namespace raceward
