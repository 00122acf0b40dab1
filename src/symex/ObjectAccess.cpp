// Reading and writing memory, beyond the fast path of the loop.
#include "ObjectAccess.h"

#include "StoredAddresses.h"
#include "raceward/base/Check.h"
#include "raceward/base/Text.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace raceward {

namespace {

/// An access at a symbolic offset with at most this many possible places becomes a choice between
/// them, which is easier for solvers than arrays.
constexpr std::uint64_t kMostPlacesToRead = 2048;
constexpr std::uint64_t kMostPlacesToWrite = 128;
/// Maximum number of objects that one pointer may point to.
constexpr std::size_t kMostObjects = 64;
constexpr std::uint32_t kIndexBits = 32;

} // namespace

// -- objects -------------------------------------------------------------------------------

void ObjectAccess::bind(State &state, unsigned thread) {
  bindThread(state, thread);
  cache_.setPointerBits(pointerBits());
  cache_.clear(); // it belongs to another state, or another thread may have changed the objects
}

MemoryObject &ObjectAccess::ownObject(std::uint64_t base) {
  const MemoryObject *before = state_->memory.objectAt(base);
  MemoryObject &object = state_->memory.own(base);
  ++writes_;
  if (&object != before) // copied on write: the cache refers to the old object
    cache_.forget(object);
  object.dropSnapshot();
  return object;
}

std::optional<std::uint64_t> ObjectAccess::allocate(ObjectKind kind, std::uint64_t size,
                                                    MemoryObject::Fill fill) {
  const Instruction *source = currentInstruction();
  ++writes_;
  return state_->memory.allocate(threadNumber_, kind, size, fill,
                                 source != nullptr ? source->origin : nullptr);
}

bool ObjectAccess::badAccess(std::uint64_t address, std::uint64_t bytes, bool isWrite) {
  const FaultKind kind = isWrite ? FaultKind::InvalidWrite : FaultKind::InvalidRead;
  const std::string what = (isWrite ? "write of " : "read of ") + counted(bytes, "byte") + " ";
  switch (state_->memory.whyBad(address)) {
  case BadAddress::Null:
    return stopWithFault(kind, what + "through a null pointer");
  case BadAddress::Ended:
    return stopWithFault(kind, what + "in memory whose life has ended");
  case BadAddress::Wild:
    return stopWithFault(kind, what + "at an address where nothing is");
  case BadAddress::Outside: {
    const MemoryObject *object = state_->memory.objectAt(address);
    if (object->isAsleep())
      return stopWithFault(kind, what + "in a local variable outside of its scope");
    if (isWrite && object->isReadOnly() && address - object->base() + bytes <= object->size())
      return stopWithFault(kind, what + "in constant memory");
    return stopWithFault(kind, what + "at offset " + std::to_string(address - object->base()) +
                                   " of an object of " + counted(object->size(), "byte"));
  }
  }
  return false;
}

bool ObjectAccess::resolve(const Value &address, std::uint64_t bytes, bool isWrite, Place &out) {
  if (!find(address, bytes, isWrite, out))
    return false;
  if (touches_ != nullptr)
    return record(bytes, isWrite, out);
  // Other threads must not see half of what a library function does (StatefulModels.h).
  if (out.object->kind() == ObjectKind::ModelState && !out.object->isReadOnly() &&
      frame_->code->program != images.front().program && state_->threads.size() > 1)
    return stopWithGap(GapKind::UnmodelledCall,
                       "state of the library is used in a way that is not followed");
  return true;
}

void ObjectAccess::holdOthers(std::uint32_t depth, std::vector<Touch> &touches) {
  pauseDepth_ = depth;
  touches_ = &touches;
}

void ObjectAccess::resume() {
  touches_ = nullptr;
}

bool ObjectAccess::record(std::uint64_t bytes, bool isWrite, Place &place) {
  if (place.object->kind() == ObjectKind::ModelState) {
    recordModelState(*place.object, isWrite);
    return true;
  }
  std::uint64_t offset = 0;
  if (!numberOf(place.offset, pointerBits(), "the place of an access in an atomic step", offset))
    return false;
  place.offset = {offset, {}};
  touches_->push_back({place.object->base(), offset, bytes, isWrite, false, programInstruction()});
  return true;
}

/// The order of two calls that use it matters, whichever bytes they use.
void ObjectAccess::recordModelState(const MemoryObject &object, bool isWrite) {
  if (object.isReadOnly())
    return;
  const bool isKnown = std::ranges::any_of(*touches_, [&](const Touch &touch) {
    return touch.base == object.base() && touch.isWrite == isWrite;
  });
  if (isKnown)
    return;
  Touch touch{object.base(), 0, object.size(), isWrite, false, programInstruction()};
  touch.isModelState = true;
  touches_->push_back(touch);
}

bool ObjectAccess::find(const Value &address, std::uint64_t bytes, bool isWrite, Place &out) {
  if (address.isNumber()) {
    const MemoryObject *object = state_->memory.objectAt(address.bits);
    if (object == nullptr)
      return badAccess(address.bits, bytes, isWrite);
    const std::uint64_t offset = address.bits - object->base();
    if (offset > object->size() || object->size() - offset < bytes ||
        (isWrite && object->isReadOnly()) || object->kind() == ObjectKind::Function ||
        object->isAsleep())
      return badAccess(address.bits, bytes, isWrite);
    out = {object, {offset, {}}};
    return true;
  }
  // In C a pointer moves only within its object. If the address is that of an object plus an
  // offset, it is this object or an error.
  const TermNode node = arena_.node(address.term); // a copy: new terms move the others
  if (node.kind == TermKind::Add)
    for (const auto &[part, rest] : {std::pair(node.a, node.b), std::pair(node.b, node.a)})
      if (arena_.isConstant(part)) {
        const MemoryObject *object = state_->memory.nearest(arena_.value(part).low64());
        if (object == nullptr || object->kind() == ObjectKind::Function)
          continue;
        const Term offset =
            arena_.sub(address.term, arena_.constant(pointerBits(), object->base()));
        bool inside = object->size() >= bytes && !object->isAsleep();
        if (inside &&
            !decide(arena_.ule(offset, arena_.constant(pointerBits(), object->size() - bytes)),
                    inside))
          return false;
        if (!inside || (isWrite && object->isReadOnly())) {
          // Or the constant is a distance that looks like an address, and the rest is the pointer.
          const std::uint64_t example = witnessValue(address.term).low64();
          const std::uint64_t pointer = witnessValue(rest).low64();
          if (!inside && state_->memory.isInside(example) && state_->memory.isInside(pointer))
            continue;
          if (object->isAsleep())
            return badAccess(object->base(), bytes, isWrite);
          const auto far = static_cast<std::int64_t>(example - object->base());
          return stopWithFault(isWrite ? FaultKind::InvalidWrite : FaultKind::InvalidRead,
                               (isWrite ? "write of " : "read of ") + counted(bytes, "byte") +
                                   " outside of an object of " + counted(object->size(), "byte") +
                                   ", for instance at offset " + std::to_string(far));
        }
        out = {object, toValue(offset)};
        return true;
      }
  return resolveAmongObjects(address.term, bytes, isWrite, out);
}

/// A pointer that may point to several objects: one choice for each.
bool ObjectAccess::resolveAmongObjects(Term address, std::uint64_t bytes, bool isWrite,
                                       Place &out) {
  const unsigned bits = pointerBits();
  const auto number = [&](std::uint64_t value) { return arena_.constant(bits, value); };
  std::vector<Alternative> choices;
  std::uint64_t example = witnessValue(address).low64();
  Ref<Witness> witness = state_->witness; // possibly set by witnessValue()
  Term elsewhere = arena_.boolean(true);
  bool complete = true;
  for (;;) {
    const Region region = state_->memory.regionOf(example);
    const Term inRegion =
        arena_.ule(arena_.sub(address, number(region.first)), number(region.last - region.first));
    Term here = inRegion;
    std::uint64_t name = region.first * 2 + 1; // outside of the object, or not an object
    const bool fits = region.object != nullptr && region.object->size() >= bytes &&
                      region.object->kind() != ObjectKind::Function && !region.object->isAsleep();
    if (fits) {
      const Term inside = arena_.ule(arena_.sub(address, number(region.first)),
                                     number(region.object->size() - bytes));
      const bool isInside = example - region.first <= region.object->size() - bytes;
      here = isInside ? inside : arena_.land(inRegion, arena_.lnot(inside));
      if (isInside)
        name = region.first * 2;
    }
    choices.push_back({name, here, witness});
    elsewhere = arena_.land(elsewhere, arena_.lnot(here));
    const May more = may(elsewhere);
    if (isBroken())
      return false;
    if (more.sat == Sat::No)
      break;
    if (choices.size() == 1 && isMadeUp(arena_, state_->memory, address))
      return stopWithFault(isWrite ? FaultKind::InvalidWrite : FaultKind::InvalidRead,
                           (isWrite ? "write of " : "read of ") + counted(bytes, "byte") +
                               " through a pointer that is made of inputs");
    if (more.sat == Sat::GaveUp || choices.size() == kMostObjects) {
      gaps.push_back({GapKind::TooManyChoices,
                      "a pointer may point to more objects than were followed",
                      positionHere(),
                      {}});
      complete = false;
      break;
    }
    witness = more.witness;
    example = witness->evaluator.evaluate(address).low64();
  }
  if (choices.size() > 1) {
    std::sort(choices.begin(), choices.end(),
              [](const Alternative &a, const Alternative &b) { return a.name < b.name; });
    stop_.choices = std::move(choices);
    return stop(Stop::Why::Choices);
  }
  if (!complete) // the others are omitted, so this one must be assumed
    addConstraint(choices.front().constraint);
  if (choices.front().name % 2 == 1)
    return badAccess(example, bytes, isWrite);
  const MemoryObject *object = state_->memory.objectAt(example);
  if (isWrite && object->isReadOnly())
    return badAccess(example, bytes, isWrite);
  out = {object, toValue(arena_.sub(address, number(object->base())))};
  return true;
}

// -- bytes ---------------------------------------------------------------------------------

/// Makes bytes that were never written inputs.
const MemoryObject &ObjectAccess::makeKnown(const MemoryObject &object, std::uint64_t offset,
                                            std::uint64_t count) {
  const MemoryObject *known = &object;
  for (std::uint64_t i = offset; i < offset + count; ++i) {
    if (known->stateOf(i) != ByteState::Unknown)
      continue;
    std::uint64_t end = i + 1;
    while (end < offset + count && known->stateOf(end) == ByteState::Unknown && end - i < 8)
      ++end;
    MemoryObject &own = ownObject(object.base());
    known = &own;
    const auto width = static_cast<unsigned>(8 * (end - i));
    const Value value = fresh(width, {});
    writeAt(own, i, width, value);
    i = end - 1;
  }
  return *known;
}

Term ObjectAccess::byteAt(const MemoryObject &object, std::uint64_t offset) {
  switch (object.stateOf(offset)) {
  case ByteState::Number:
    return arena_.constant(8, object.bytes()[offset]);
  case ByteState::Symbolic:
    return object.termAt(offset);
  case ByteState::InArray:
    return arena_.select(object.array(), arena_.constant(kIndexBits, offset));
  case ByteState::Unknown:
    break;
  }
  RW_CHECK(false);
  return {};
}

Value ObjectAccess::readAt(const MemoryObject &given, std::uint64_t offset, unsigned width) {
  const unsigned bytes = (width + 7) / 8;
  if (given.areNumbers(offset, bytes) && width <= 64) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, given.bytes() + offset, bytes);
    return {bits & maskOf(width), {}};
  }
  const MemoryObject &object = makeKnown(given, offset, bytes);
  if (bytes <= 8 && object.areNumbers(offset, bytes)) { // inputs that were drawn
    std::uint64_t bits = 0;
    std::memcpy(&bits, object.bytes() + offset, bytes);
    return {bits & maskOf(width), {}};
  }
  Term term = byteAt(object, offset);
  for (unsigned i = 1; i < bytes; ++i)
    term = arena_.concat(byteAt(object, offset + i), term);
  if (width == 1)
    return toValue(arena_.equal(arena_.extract(term, 0, 0), arena_.constant(1, 1)));
  return toValue(width == 8 * bytes ? term : arena_.extract(term, width - 1, 0));
}

void ObjectAccess::writeAt(MemoryObject &object, std::uint64_t offset, unsigned width,
                           const Value &value) {
  const unsigned bytes = (width + 7) / 8;
  if (value.isNumber() && bytes <= 8) {
    std::memcpy(object.bytes() + offset, &value.bits, bytes);
    object.markNumbers(offset, bytes);
    return;
  }
  Term term = toTerm(value, width);
  if (width == 1)
    term = arena_.ite(term, arena_.constant(8, 1), arena_.constant(8, 0));
  else
    term = arena_.zext(term, 8 * bytes);
  for (unsigned i = 0; i < bytes; ++i) {
    const Value byte = toValue(arena_.extract(term, 8 * i + 7, 8 * i));
    if (byte.isNumber()) {
      object.bytes()[offset + i] = static_cast<std::uint8_t>(byte.bits);
      object.markNumbers(offset + i, 1);
    } else {
      object.setTerm(offset + i, byte.term);
      restoreAddress(object, offset + i);
    }
  }
}

Term ObjectAccess::arrayOf(const MemoryObject &given) {
  if (given.snapshot().valid())
    return given.snapshot();
  const MemoryObject &object = makeKnown(given, 0, given.size());
  Term array = object.array().valid() ? object.array()
                                      : arena_.constArray(kIndexBits, arena_.constant(8, 0));
  for (std::uint64_t i = 0; i < object.size(); ++i) {
    const ByteState state = object.stateOf(i);
    if (state == ByteState::InArray ||
        (state == ByteState::Number && object.bytes()[i] == 0 && !object.array().valid()))
      continue;
    array = arena_.store(array, arena_.constant(kIndexBits, i), byteAt(object, i));
  }
  // The fast path for writes would not notice that the snapshot is outdated.
  cache_.forget(object);
  object.setSnapshot(array);
  return array;
}

Value ObjectAccess::readSymbolic(const MemoryObject &given, Term offset, unsigned width) {
  const unsigned bytes = (width + 7) / 8;
  const std::uint64_t stride = std::uint64_t{1} << std::min(20U, zeroBits(arena_, offset));
  const std::uint64_t places = (given.size() - bytes) / stride + 1;
  if (places <= kMostPlacesToRead && !given.array().valid()) {
    const MemoryObject &object = makeKnown(given, 0, given.size());
    std::vector<Term> values;
    for (std::uint64_t i = 0; i < places; ++i)
      values.push_back(toTerm(readAt(object, i * stride, width), width));
    // A balanced tree; equal neighbours are merged.
    for (std::uint64_t size = 1; size < places; size *= 2)
      for (std::uint64_t i = 0; i + size < places; i += 2 * size)
        values[i] =
            arena_.ite(arena_.ult(offset, arena_.constant(pointerBits(), (i + size) * stride)),
                       values[i], values[i + size]);
    return toValue(values.front());
  }
  const Term array = arrayOf(given);
  const Term index =
      pointerBits() == kIndexBits ? offset : arena_.extract(offset, kIndexBits - 1, 0);
  Term result = arena_.select(array, index);
  for (unsigned i = 1; i < bytes; ++i)
    result = arena_.concat(arena_.select(array, arena_.add(index, arena_.constant(kIndexBits, i))),
                           result);
  if (width == 1)
    return toValue(arena_.equal(arena_.extract(result, 0, 0), arena_.constant(1, 1)));
  return toValue(width == 8 * bytes ? result : arena_.extract(result, width - 1, 0));
}

void ObjectAccess::writeSymbolic(MemoryObject &object, Term offset, unsigned width,
                                 const Value &value, bool mayHoldAddress) {
  const unsigned bytes = (width + 7) / 8;
  const std::uint64_t stride = std::uint64_t{1} << std::min(20U, zeroBits(arena_, offset));
  const std::uint64_t places = (object.size() - bytes) / stride + 1;
  // Where it is written, and what it is mixed with elsewhere, depends on the input from now on.
  StoredAddresses(*state_).note(object);
  if (const OffsetRow offsets = rowOf(arena_, offset); mayHoldAddress)
    for (std::uint64_t i = 0; i + bytes <= object.size(); ++i)
      if (offsets.has(i))
        object.noteAddress(i);
  if (places <= kMostPlacesToWrite && stride >= bytes && !object.array().valid()) {
    makeKnown(object, 0, object.size());
    for (std::uint64_t i = 0; i < places; ++i) {
      const Term here = arena_.equal(offset, arena_.constant(pointerBits(), i * stride));
      const Term old = toTerm(readAt(object, i * stride, width), width);
      writeAt(object, i * stride, width, toValue(arena_.ite(here, toTerm(value, width), old)));
    }
    return;
  }
  Term array = arrayOf(object);
  const Term index =
      pointerBits() == kIndexBits ? offset : arena_.extract(offset, kIndexBits - 1, 0);
  Term term = toTerm(value, width);
  if (width == 1)
    term = arena_.ite(term, arena_.constant(8, 1), arena_.constant(8, 0));
  else
    term = arena_.zext(term, 8 * bytes);
  for (unsigned i = 0; i < bytes; ++i)
    array = arena_.store(array, arena_.add(index, arena_.constant(kIndexBits, i)),
                         arena_.extract(term, 8 * i + 7, 8 * i));
  object.moveIntoArray(array);
}

// -- accesses ------------------------------------------------------------------------------

bool ObjectAccess::load(const Value &address, unsigned width, Value &out) {
  const Value at = address; // may alias `out`
  Place place;
  if (!resolve(at, (width + 7) / 8, false, place))
    return false;
  if (!place.offset.isNumber()) {
    out = readSymbolic(*place.object, place.offset.term, width);
    return true;
  }
  out = readAt(*place.object, place.offset.bits, width);
  if (touches_ != nullptr) // the fast path does not record
    return true;
  const std::uint64_t base = place.object->base();
  const std::uint64_t accessed = base + place.offset.bits;
  if (!cache_.has(base, accessed))
    cache_.addForReading(*state_->memory.objectAt(base), accessed);
  return true;
}

bool ObjectAccess::store(const Value &address, unsigned width, const Value &value, bool isPointer) {
  Place place;
  if (!resolve(address, (width + 7) / 8, true, place))
    return false;
  MemoryObject &object = ownObject(place.object->base());
  if (!place.offset.isNumber()) {
    writeSymbolic(object, place.offset.term, width, value, mayHoldAddress(width, value, isPointer));
    return true;
  }
  writeAt(object, place.offset.bits, width, value);
  if (!value.isNumber() && mayHoldAddress(width, value, isPointer))
    object.noteAddress(place.offset.bits);
  if (touches_ == nullptr)
    cache_.addForWriting(object, object.base() + place.offset.bits);
  return true;
}

bool ObjectAccess::loadParts(const Step &step) {
  const Part *parts = frame_->code->parts.data() + step.extra;
  const Value base = get(step.a);
  // All of them or none: a choice executes this again.
  std::vector<Value> values(step.c);
  for (std::uint32_t i = 0; i < step.c; ++i) {
    Value at = base;
    if (base.isNumber())
      at.bits = (base.bits + parts[i].offset) & pointerMask_;
    else
      at = toValue(arena_.add(base.term, arena_.constant(pointerBits(), parts[i].offset)));
    if (!load(at, parts[i].width, values[i]))
      return false;
  }
  for (std::uint32_t i = 0; i < step.c; ++i)
    reg(parts[i].slot) = values[i];
  return true;
}

bool ObjectAccess::storeParts(const Step &step) {
  const Part *parts = frame_->code->parts.data() + step.extra;
  const Value base = get(step.a);
  for (std::uint32_t i = 0; i < step.c; ++i) {
    Value at = base;
    if (base.isNumber())
      at.bits = (base.bits + parts[i].offset) & pointerMask_;
    else
      at = toValue(arena_.add(base.term, arena_.constant(pointerBits(), parts[i].offset)));
    // Repeated after a choice, earlier parts are written again with the same values.
    if (!store(at, parts[i].width, get(parts[i].slot)))
      return false;
  }
  return true;
}

bool ObjectAccess::exchange(const Step &step) {
  using R = llvm::AtomicRMWInst;
  const Value address = get(step.a);
  const Value operand = get(step.b);
  Value old;
  if (!load(address, step.width, old))
    return false;
  const Term a = toTerm(old, step.width);
  const Term b = toTerm(operand, step.width);
  if (step.width == 1)
    return stopWithGap(GapKind::UnsupportedInstruction, "an atomic update of a single bit");
  const Term one = arena_.constant(step.width, 1);
  const Term zero = arena_.constant(step.width, 0);
  Term result;
  switch (static_cast<R::BinOp>(step.detail)) {
  case R::Xchg:
    result = b;
    break;
  case R::Add:
    result = arena_.add(a, b);
    break;
  case R::Sub:
    result = arena_.sub(a, b);
    break;
  case R::And:
    result = arena_.bvAnd(a, b);
    break;
  case R::Nand:
    result = arena_.bvNot(arena_.bvAnd(a, b));
    break;
  case R::Or:
    result = arena_.bvOr(a, b);
    break;
  case R::Xor:
    result = arena_.bvXor(a, b);
    break;
  case R::Max:
    result = arena_.ite(arena_.slt(a, b), b, a);
    break;
  case R::Min:
    result = arena_.ite(arena_.slt(a, b), a, b);
    break;
  case R::UMax:
    result = arena_.ite(arena_.ult(a, b), b, a);
    break;
  case R::UMin:
    result = arena_.ite(arena_.ult(a, b), a, b);
    break;
  case R::UIncWrap:
    result = arena_.ite(arena_.ule(b, a), zero, arena_.add(a, one));
    break;
  case R::UDecWrap:
    result = arena_.ite(arena_.lor(arena_.equal(a, zero), arena_.ult(b, a)), b, arena_.sub(a, one));
    break;
  default:
    return stopWithGap(GapKind::UnsupportedInstruction, "an atomic update cannot be executed");
  }
  const std::uint64_t before = writes_;
  const Value after = toValue(result);
  if (!store(address, step.width, after))
    return false;
  if (areNumbers(old, after) && old.bits == after.bits)
    writes_ = before; // no change: the exchange of a spinning loop
  reg(step.result) = old;
  return true;
}

bool ObjectAccess::compareExchange(const Step &step) {
  const Value address = get(step.a);
  const Value wanted = get(step.b);
  const Value replacement = get(step.c);
  Value old;
  if (!load(address, step.width, old))
    return false;
  if (areNumbers(old, wanted)) {
    const bool isSame = old.bits == wanted.bits;
    if (isSame && !store(address, step.width, replacement))
      return false;
    reg(step.result) = old;
    reg(step.result + 1) = {isSame ? 1U : 0U, {}};
    return true;
  }
  const Term same = arena_.equal(toTerm(old, step.width), toTerm(wanted, step.width));
  Value isSame = toValue(same);
  if (touches_ != nullptr && !isSame.isNumber()) { // only a success writes
    bool decided = false;
    if (!decide(same, decided))
      return false;
    isSame = {decided ? 1U : 0U, {}};
  }
  const Value after =
      toValue(arena_.ite(same, toTerm(replacement, step.width), toTerm(old, step.width)));
  if (!(isSame.isNumber() && isSame.bits == 0) && !store(address, step.width, after))
    return false;
  reg(step.result) = old;
  reg(step.result + 1) = isSame;
  return true;
}

bool ObjectAccess::copy(const Value &to, const Value &from, const Value &count,
                        unsigned countWidth) {
  std::uint64_t bytes = 0;
  if (!numberOf(count, countWidth, "the size of a copy", bytes))
    return false;
  if (bytes == 0)
    return true;
  Place source;
  Place target;
  if (!resolve(from, bytes, false, source) || !resolve(to, bytes, true, target))
    return false;
  if (!source.offset.isNumber() || !target.offset.isNumber()) {
    std::uint64_t offset = 0;
    if (!numberOf(source.offset, pointerBits(), "the place that is copied from", offset))
      return false;
    source.offset = {offset, {}};
    if (!numberOf(target.offset, pointerBits(), "the place that is copied to", offset))
      return false;
    target.offset = {offset, {}};
  }
  const std::uint64_t sourceBase = source.object->base();
  MemoryObject &object = ownObject(target.object->base());
  const MemoryObject &origin = *state_->memory.objectAt(sourceBase);
  const std::uint64_t first = source.offset.bits;
  const std::uint64_t into = target.offset.bits;
  std::vector<HiddenByte> hidden;
  if (inputs_ == InputPolicy::Symbolic && StoredAddresses(*state_).areCutBy(origin, first, bytes))
    hidden = hiddenBytes(origin, first, bytes, false);
  if (StoredAddresses(*state_).mayOverlap(origin, first, bytes, false))
    return stopWithPart();
  hideAround(object.base(), into, bytes);
  if (origin.areNumbers(first, bytes)) {
    std::memmove(object.bytes() + into, origin.bytes() + first, bytes);
    object.markNumbers(into, bytes);
    hide(object, into, hidden);
    return true;
  }
  if (origin.areUnknown(first, bytes)) {
    object.setUnknown(into, bytes);
    return true;
  }
  const MemoryObject before(origin); // they may overlap
  object.copyNotes(into, before, first, bytes);
  for (std::uint64_t i = 0; i < bytes; ++i) {
    Term inArray;
    if (before.stateOf(first + i) == ByteState::InArray)
      inArray = byteAt(before, first + i);
    object.copyByte(into + i, before, first + i, inArray);
    restoreAddress(object, into + i);
  }
  hide(object, into, hidden);
  return true;
}

bool ObjectAccess::fill(const Value &to, const Value &byte, const Value &count,
                        unsigned countWidth) {
  std::uint64_t bytes = 0;
  if (!numberOf(count, countWidth, "the size of a fill", bytes))
    return false;
  if (bytes == 0)
    return true;
  Place target;
  if (!resolve(to, bytes, true, target))
    return false;
  std::uint64_t into = 0;
  if (!numberOf(target.offset, pointerBits(), "the place that is filled", into))
    return false;
  MemoryObject &object = ownObject(target.object->base());
  hideAround(object.base(), into, bytes);
  if (byte.isNumber()) {
    std::memset(object.bytes() + into, static_cast<int>(byte.bits & 0xFF), bytes);
    object.markNumbers(into, bytes);
    return true;
  }
  for (std::uint64_t i = 0; i < bytes; ++i)
    writeAt(object, into + i, 8, byte);
  return true;
}

bool ObjectAccess::lookAt(const Value &address, std::uint64_t bytes) {
  Place place;
  return bytes == 0 || resolve(address, bytes, false, place);
}

/// Bytes become inputs when they are read, so that large buffers cost nothing.
bool ObjectAccess::overwrite(const Value &address, std::uint64_t bytes) {
  if (bytes == 0)
    return true;
  Place place;
  std::uint64_t offset = 0;
  if (!resolve(address, bytes, true, place) ||
      !numberOf(place.offset, pointerBits(), "the place that a library writes", offset))
    return false;
  MemoryObject &object = ownObject(place.object->base());
  cache_.forget(object); // its bytes are not numbers any more
  if (offset == 0 && bytes == object.size()) {
    object.forgetContent();
    return true;
  }
  hideAround(object.base(), offset, bytes);
  object.setUnknown(offset, bytes);
  return true;
}

bool ObjectAccess::release(const Value &address) {
  std::uint64_t base = 0;
  if (!numberOf(address, pointerBits(), "the address that is freed", base))
    return false;
  if (base == 0)
    return true;
  const MemoryObject *object = state_->memory.objectAt(base);
  if (object == nullptr)
    return stopWithFault(FaultKind::InvalidFree,
                         state_->memory.whyBad(base) == BadAddress::Ended
                             ? "memory is freed whose life has ended already"
                             : "an address is freed where nothing is");
  if (object->base() != base || object->kind() != ObjectKind::Heap)
    return stopWithFault(FaultKind::InvalidFree,
                         object->kind() == ObjectKind::Heap
                             ? "an address inside of an object is freed"
                             : "memory is freed that did not come from malloc");
  if (touches_ != nullptr)
    touches_->push_back({base, 0, object->size(), true, true, programInstruction()});
  ++writes_;
  cache_.forget(*object);
  state_->memory.release(base);
  return true;
}

/// The scope of a local variable begins (detail 1) or ends.
bool ObjectAccess::setAlive(const Step &step) {
  const Value &address = get(step.a);
  const MemoryObject *object = address.isNumber() ? state_->memory.objectAt(address.bits) : nullptr;
  if (object == nullptr || object->base() != address.bits || object->kind() != ObjectKind::Stack)
    return true;
  const std::vector<std::uint64_t> &shared = state_->sharedLocals;
  if (step.detail == 0 && touches_ == nullptr &&
      std::find(shared.begin(), shared.end(), address.bits) != shared.end() && !isGranted())
    return false;
  MemoryObject &own = ownObject(object->base());
  cache_.forget(own);
  own.setAsleep(step.detail == 0);
  if (step.detail != 0) // its value is indeterminate again
    own.forgetContent();
  return true;
}

bool ObjectAccess::invalidTime(const Value &address, Term &isInvalid) {
  constexpr std::uint64_t most = 999999999;
  const unsigned width = pointerBits(); // of tv_sec and of tv_nsec
  const Value at =
      address.isNumber()
          ? Value{address.bits + width / 8, {}}
          : toValue(arena_.add(address.term, arena_.constant(width, std::uint64_t{width} / 8)));
  Value parts;
  if (!load(at, width, parts))
    return false;
  isInvalid = arena_.lnot(arena_.ule(toTerm(parts, width), arena_.constant(width, most)));
  return true;
}

bool ObjectAccess::errorNumber(std::uint64_t &address) {
  if (thread_->errorNumber == 0) {
    const std::optional<std::uint64_t> base =
        allocate(ObjectKind::Library, 4, MemoryObject::Fill::Zero);
    if (!base)
      return stopWithGap(GapKind::MemoryLimit, "no room for errno");
    thread_->errorNumber = *base;
  }
  address = thread_->errorNumber;
  return true;
}

void ObjectAccess::endLife(std::uint64_t base) {
  cache_.forget(*state_->memory.objectAt(base));
  state_->memory.release(base);
}

bool ObjectAccess::threadLocalAddress(const Step &step) {
  std::uint32_t image = 0;
  while (images[image].program != frame_->code->program)
    ++image;
  const std::uint32_t key = image << 24 | step.extra;
  for (const auto &[known, base] : thread_->threadLocals)
    if (known == key) {
      reg(step.result) = {(base + step.mask) & pointerMask_, {}};
      return true;
    }
  const std::uint64_t first = images[image].globals[step.extra];
  const std::uint64_t size = state_->memory.objectAt(first)->size();
  const std::optional<std::uint64_t> base =
      allocate(ObjectKind::ThreadLocal, size, MemoryObject::Fill::Zero);
  if (!base)
    return stopWithGap(GapKind::MemoryLimit, "no room for a thread-local variable");
  if (size > 0 && !copy({*base, {}}, {first, {}}, {size, {}}, 64))
    return false;
  thread_->threadLocals.emplace_back(key, *base);
  reg(step.result) = {(*base + step.mask) & pointerMask_, {}};
  return true;
}

} // namespace raceward
