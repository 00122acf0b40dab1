// What may change a handle, or the array, bound or count by which a join finds it.
#include "HandleFinder.h"

#include "PrivateMemory.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace raceward {

namespace {

/// Whether byte ranges overlap; the size of the second may be unknown.
bool overlap(std::int64_t at, std::uint64_t bytes, std::int64_t other,
             std::optional<std::uint64_t> otherBytes) {
  // Unsigned: addresses wrap around.
  const std::uint64_t distance = static_cast<std::uint64_t>(at) - static_cast<std::uint64_t>(other);
  return distance < otherBytes.value_or(UINT64_MAX) || 0 - distance < bytes;
}

std::uint64_t remainder(std::int64_t value, std::uint64_t by) {
  const auto divisor = static_cast<std::int64_t>(by);
  return static_cast<std::uint64_t>(((value % divisor) + divisor) % divisor);
}

} // namespace

void HandleFinder::watchMemory() {
  for (CreationIndex c = 0; c < places_.size(); ++c) {
    if (places_[c].counted && places_[c].counted->count)
      watchCount(c);
    if (isTracked(c))
      watchHandles(c);
  }
}

void HandleFinder::watchHandles(CreationIndex c) {
  const HandlePlace place = places_[c];
  Watched handle;
  handle.creation = c;
  handle.isHandle = true;
  handle.bytes = handleBytes_;
  handle.accessed = out_.creations_[c].call->getArgOperand(0);
  if (place.fixed) {
    handle.fixed = place.fixed;
    handle.pointer = place.fixed->object;
    handle.isPrivate = isPrivateMemory(program_, *place.fixed->object);
    watch(handle);
    watchComputed(c, place.fixed->object);
    watchLifetime(c, place.fixed->object);
    return;
  }
  const StableValue &array = place.elements()->array;
  handle.offset = place.elements()->offset;
  handle.stride = static_cast<std::uint64_t>(std::abs(place.elements()->stride));
  // Indices begin at zero or above, and are taken not to wrap around.
  handle.isAbove =
      place.elements()->stride > 0 && (place.slots ? place.slots->loop.start.isNonNegative() &&
                                                         place.slots->loop.step.isStrictlyPositive()
                                                   : place.counted->count.has_value());
  if (array.kind == StableValue::Kind::Variable) {
    handle.pointer = array.reads.front();
    watchVariable(c, array);
  } else {
    handle.pointer = array.value;
    handle.isPrivate = isPrivateMemory(program_, *array.value);
    if (place.slots && fixedPlaceOf(program_, *array.value) == FixedPlace{array.value, 0})
      handle.elements = fixedElements(*place.slots);
    watchComputed(c, array.value);
    watchLifetime(c, array.value);
  }
  watch(handle);
  if (!place.slots)
    return;
  const StableValue &bound = place.slots->loop.bound;
  if (bound.kind == StableValue::Kind::Variable)
    watchVariable(c, bound);
  else
    watchComputed(c, bound.value);
}

void HandleFinder::watchVariable(CreationIndex c, const StableValue &value) {
  Watched watched;
  watched.creation = c;
  watched.fixed = value.variable;
  watched.pointer = value.variable.object;
  watched.accessed = llvm::getLoadStorePointerOperand(value.reads.front());
  watched.bytes = value.variableBytes;
  watched.isPrivate = isPrivateMemory(program_, *value.variable.object);
  watch(watched);
  watchLifetime(c, value.variable.object);
  watchComputed(c, value.variable.object);
}

/// Besides steps, a count is only set to a number, and while no thread is running.
void HandleFinder::watchCount(CreationIndex c) {
  const CountedHandles &counted = *places_[c].counted;
  const llvm::Value *object = counted.count->object;
  Watched watched;
  watched.creation = c;
  watched.isCount = true;
  watched.fixed = counted.count;
  watched.pointer = object;
  watched.accessed = counted.countPointer;
  watched.bytes = counted.countBytes;
  watched.isPrivate = isPrivateMemory(program_, *object);
  const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(object);
  if (global && !holdsNumber(*global, counted.count->offset, counted.countBytes)) {
    places_[c].counted->count.reset();
    return;
  }
  watch(watched);
  watchLifetime(c, object);
  watchComputed(c, object);
}

void HandleFinder::watchComputed(CreationIndex c, const llvm::Value *value) {
  const auto *instruction = llvm::dyn_cast_or_null<llvm::Instruction>(value);
  if (!instruction || mutated(ProverMutation::HandlesComputed))
    return;
  if (const std::optional<InstructionRef> at = whereComputed(*instruction))
    addLost(*at, c);
  else
    forget(c);
}

void HandleFinder::watchLifetime(CreationIndex c, const llvm::Value *object) {
  for (const llvm::User *user : object->users())
    if (const auto *marker = llvm::dyn_cast<llvm::LifetimeIntrinsic>(user))
      watchComputed(c, marker);
}

/// Writers that name the object, and those that name none.
const std::vector<std::uint32_t> &HandleFinder::writersOf(const llvm::Value *object) {
  std::vector<std::uint32_t> &list = writersOf_[object];
  if (list.empty())
    for (const std::uint32_t i : allWriters_)
      if (!writers_[i].fixed || writers_[i].fixed->object == object)
        list.push_back(i);
  return list;
}

/// Records every write to the memory; gives up if another thread may write there.
void HandleFinder::watch(const Watched &watched) {
  const CreationIndex c = watched.creation;
  if (!isTracked(c))
    return;
  const auto giveUp = [&] {
    if (watched.isCount)
      places_[c].counted->count.reset();
    else
      forget(c);
  };
  const std::optional<std::size_t> owner = onlyThreadOf(out_.creations_[c].at.function);
  const std::vector<std::uint32_t> &candidates =
      watched.fixed ? writersOf(watched.fixed->object) : allWriters_;
  for (const std::uint32_t candidate : candidates) {
    const HandleWriter &writer = writers_[candidate];
    const InstructionRef at{writer.place->function, writer.place->instruction};
    if (watched.isHandle && writer.isHandle && at == out_.creations_[c].at)
      continue;
    if (!mayTouch(writer, watched) || (watched.isHandle && writesAbove(writer, c)) ||
        (watched.isCount && liesBehind(writer, c)))
      continue;
    if (!watched.isPrivate && (!owner || onlyThreadOf(at.function) != owner) &&
        !mutated(ProverMutation::HandlesOthersWrite))
      return giveUp();
    if (watched.isCount &&
        (places_[c].counted->written.empty()
             ? countsIn(at.function).steppedBy(*writer.place->origin) == watched.fixed
             : places_[c].counted->written.contains(writer.place->origin))) {
      // Before the loop: threads of an earlier time may be there.
      if (places_[c].counted->isOnlyWritten && !mutated(ProverMutation::CountsOnlyWritten))
        addLost(at, c);
      continue;
    }
    if (watched.isCount && places_[c].counted->isOnlyWritten && !isFree(writer) &&
        !mutated(ProverMutation::CountsOnlyWritten))
      return giveUp();
    if (watched.isCount && !setsCount(writer, watched) && !mutated(ProverMutation::CountsSet))
      return giveUp();
    if (!mutated(ProverMutation::HandlesOverwritten))
      addLost(at, c);
  }
  // Several threads share one array, or one variable that holds its length.
  if (!watched.isPrivate && !owner && (watched.isHandle || watched.isCount))
    giveUp();
}

/// Another creation that goes on where this one has stopped counting.
bool HandleFinder::writesAbove(const HandleWriter &writer, CreationIndex c) {
  if (!writer.isHandle || !places_[c].counted)
    return false;
  const CreationIndex other = creationAt({writer.place->function, writer.place->instruction});
  return other < places_.size() && places_[other].counted &&
         countsIn(out_.creations_[c].at.function)
             .isContinuedBy(*places_[c].counted, *places_[other].counted);
}

/// The handles are behind the count in the same memory; indices are not negative.
bool HandleFinder::liesBehind(const HandleWriter &writer, CreationIndex c) const {
  const CountedHandles &counted = *places_[c].counted;
  return writer.isHandle && writer.place->origin == counted.creation &&
         counted.elements.array.kind != StableValue::Kind::Variable &&
         counted.elements.stride > 0 && counted.elements.array.value == counted.count->object &&
         !counted.written.empty() &&
         counted.count->offset + static_cast<std::int64_t>(counted.countBytes) <=
             counted.elements.offset;
}

bool HandleFinder::isFree(const HandleWriter &writer) const {
  const Instruction &code = codeAt({writer.place->function, writer.place->instruction});
  return code.op == Op::LibraryCall && code.library && code.library->frees;
}

bool HandleFinder::setsCount(const HandleWriter &writer, const Watched &count) const {
  return isFree(writer) || (writer.fixed && setsToNumber(*writer.place->origin, *writer.fixed,
                                                         *count.fixed, count.bytes));
}

bool HandleFinder::mayTouch(const HandleWriter &writer, const Watched &watched) const {
  if (watched.fixed || !watched.elements.empty()) {
    const llvm::Value *object = watched.fixed ? watched.fixed->object : watched.pointer;
    if (writer.fixed && writer.fixed->object != object)
      return false;
    // Elements of one variable, compared from both sides.
    const std::vector<std::int64_t> others =
        writer.fixed ? std::vector{writer.fixed->offset} : elementsOf(writer, object);
    const auto isTouched = [&](std::int64_t at) {
      return std::any_of(others.begin(), others.end(), [&](std::int64_t other) {
        return overlap(at, watched.bytes, other, writer.bytes);
      });
    };
    if (!others.empty())
      return watched.fixed
                 ? isTouched(watched.fixed->offset)
                 : std::any_of(watched.elements.begin(), watched.elements.end(), isTouched);
  }
  if (watched.isAbove && writer.fixed && writer.bytes && writer.fixed->object == watched.pointer &&
      (writer.fixed->offset + static_cast<std::int64_t>(*writer.bytes) <= watched.offset ||
       mutated(ProverMutation::HandlesBehind)))
    return false;
  if (watched.isPrivate && writer.linear) {
    if (writer.linear->base != watched.pointer)
      return false;
  } else if (!mayMeet(*writer.place->pointer, *watched.pointer)) {
    return false;
  }
  if (!pointsTo_.mayOverlap(*writer.place->pointer, writer.bytes, *watched.accessed, watched.bytes))
    return false;
  return !inOtherField(writer, watched);
}

/// Offsets in a variable that a creation writes in a loop, if they are few.
std::vector<std::int64_t> HandleFinder::elementsOf(const HandleWriter &writer,
                                                   const llvm::Value *object) const {
  for (CreationIndex c = 0; writer.isHandle && c < places_.size(); ++c)
    if (places_[c].slots && places_[c].slots->array.value == object &&
        out_.creations_[c].at == InstructionRef{writer.place->function, writer.place->instruction})
      return fixedElements(*places_[c].slots);
  return {};
}

/// Both are elements of one array of structs, but different members of it.
bool HandleFinder::inOtherField(const HandleWriter &writer, const Watched &watched) const {
  if (watched.stride == 0 || !writer.linear || !writer.bytes)
    return false;
  if (writer.linear->base != watched.pointer) {
    // The array is found through a variable that is read repeatedly.
    const auto *mine = llvm::dyn_cast<llvm::LoadInst>(watched.pointer);
    const auto *other = llvm::dyn_cast<llvm::LoadInst>(writer.linear->base);
    if (!mine || !other || other->getParent() != writer.place->origin->getParent())
      return false;
    const std::optional<FixedPlace> here = fixedPlaceOf(program_, *mine->getPointerOperand());
    if (!here || here != fixedPlaceOf(program_, *other->getPointerOperand()))
      return false;
    for (const llvm::Instruction *at = other; at && at != writer.place->origin;
         at = at->getNextNode())
      if (at->mayWriteToMemory())
        return false;
  }
  if (mutated(ProverMutation::HandlesOtherField))
    return true;
  for (const auto &[value, factor] : writer.linear->terms)
    if (remainder(factor, watched.stride) != 0)
      return false;
  const auto apart = static_cast<std::int64_t>(static_cast<std::uint64_t>(writer.linear->offset) -
                                               static_cast<std::uint64_t>(watched.offset));
  const std::uint64_t distance = remainder(apart, watched.stride);
  return distance >= watched.bytes && *writer.bytes <= watched.stride - distance;
}

} // namespace raceward
