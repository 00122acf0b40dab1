// Checks at run time whether an instruction that depends on the number of an address
// (AddressUses.h) really does, and whether other addresses could have given a different answer.
#include "AddressUses.h"
#include "Handles.h"
#include "Interpreter.h"

#include <llvm/IR/GlobalVariable.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <unordered_set>

namespace raceward {

namespace {

/// The alignment that the type requires or the program states, not what compilers add to large
/// arrays.
std::uint64_t alignmentOf(const llvm::DataLayout &layout, llvm::Type *type, std::uint64_t stated) {
  constexpr std::uint64_t mostAdded = 16;
  return stated > mostAdded ? stated : std::min(stated, layout.getABITypeAlign(type).value());
}

/// The alignment of the object's address on every system.
std::uint64_t alignmentOf(const MemoryObject &object, unsigned pointerBits) {
  switch (object.kind()) {
  case ObjectKind::Global: {
    const llvm::GlobalVariable *global = static_cast<const Global *>(object.origin)->origin;
    return alignmentOf(global->getDataLayout(), global->getValueType(),
                       global->getAlign().valueOrOne().value());
  }
  case ObjectKind::Stack:
    if (const auto *local = llvm::dyn_cast_or_null<llvm::AllocaInst>(
            static_cast<const llvm::Instruction *>(object.origin)))
      return alignmentOf(local->getDataLayout(), local->getAllocatedType(),
                         local->getAlign().value());
    return 1;
  case ObjectKind::Heap: // suitable for every type that fits
    return std::bit_floor(std::clamp<std::uint64_t>(object.size(), 1, pointerBits / 4));
  case ObjectKind::Arguments: // given by the calling convention
    return 16;
  case ObjectKind::ThreadLocal:
  case ObjectKind::Function:
  case ObjectKind::Library:
  case ObjectKind::ModelState:
    return 1;
  }
  return 1;
}

/// Calls `use` for each constant that the term may be the value of, alone or in a sum. Returns
/// false where values come from an array, or are too many.
template <typename Use> bool forEachPart(const TermArena &arena, Term whole, Use &&use) {
  constexpr std::size_t most = 4096;
  std::vector<Term> work{whole};
  std::unordered_set<std::uint32_t> seen;
  while (!work.empty()) {
    const Term term = work.back();
    work.pop_back();
    if (!seen.insert(term.index()).second)
      continue;
    const TermNode &node = arena.node(term);
    if (seen.size() > most || node.kind == TermKind::Select)
      return false;
    if (node.kind == TermKind::Constant)
      use(arena.value(term));
    if (node.sort.isBoolean()) // a condition only selects, and is not a part itself
      continue;
    for (const Term part : {node.a, node.b, node.c})
      if (part.valid())
        work.push_back(part);
  }
  return true;
}

/// A mask of the bits that a value of the term may have.
std::uint64_t largestOf(const TermArena &arena, Term term) {
  const TermNode &node = arena.node(term);
  switch (node.kind) {
  case TermKind::Constant:
    return arena.value(term).low64();
  case TermKind::Ite:
    return largestOf(arena, node.b) | largestOf(arena, node.c);
  case TermKind::ZExt:
    return largestOf(arena, node.a);
  default:
    return maskOf(arena.width(term));
  }
}

constexpr std::string_view kHandleAsNumber =
    "the number behind the handle of a thread, or behind a key, is used";

} // namespace

bool Interpreter::mayBeAddress(const Value &value) const {
  const auto isAddress = [&](std::uint64_t bits) {
    const BadAddress why = state_->memory.whyBad(bits);
    return why == BadAddress::Outside || why == BadAddress::Ended;
  };
  if (value.isNumber())
    return isAddress(value.bits);
  bool found = false;
  const bool all = forEachPart(arena_, value.term, [&](const BitVector &part) {
    found = found || (part.width() >= pointerBits() && isAddress(part.low64()));
  });
  return found || !all;
}

/// The objects that the address may belong to; empty if unknown.
std::vector<const MemoryObject *> Interpreter::objectsOf(const Value &address) const {
  std::vector<const MemoryObject *> objects;
  const auto add = [&](std::uint64_t part) {
    if (const MemoryObject *object = state_->memory.nearest(part)) // otherwise an index
      objects.push_back(object);
  };
  if (address.isNumber())
    add(address.bits);
  else if (!forEachPart(arena_, address.term, [&](const BitVector &part) {
             if (part.width() >= pointerBits())
               add(part.low64());
           }))
    objects.clear();
  return objects;
}

/// Whether the value may be one of the handles and keys that `isMeant` accepts.
template <typename IsMeant> bool Interpreter::mayBeHandle(const Value &value, IsMeant &&isMeant) {
  const auto isOne = [&](std::uint64_t bits) {
    if (const std::optional<unsigned> thread = threadOfHandle(bits, pointerBits()))
      return *thread < state_->threads.size() && state_->threads[*thread].exists &&
             isMeant(state_->threads[*thread], *thread);
    const auto key = bits <= UINT32_MAX ? state_->sync().keys.find(static_cast<std::uint32_t>(bits))
                                        : state_->sync().keys.end();
    return key != state_->sync().keys.end() && isMeant(key->second);
  };
  if (value.isNumber())
    return isOne(value.bits);
  bool found = false;
  const bool all = forEachPart(arena_, value.term, [&](const BitVector &part) {
    found = found || (part.width() >= 32 && isOne(part.low64()));
  });
  return found || !all;
}

bool Interpreter::isOfTheSystem(const Value &value) {
  return mayBeAddress(value) || isHandle(value);
}

bool Interpreter::isHandle(const Value &value) {
  const auto any = [](const auto &...) { return true; };
  return mayBeHandle(value, any);
}

/// Whether the system may give the number to another thread or key, or has done so.
bool Interpreter::isStaleHandle(const Value &value) {
  struct {
    unsigned self;
    bool operator()(const MachineThread &thread, unsigned number) const {
      return thread.joined || (thread.detached && number != self);
    }
    bool operator()(const KeyState &key) const { return key.isDeleted; }
  } const isStale{threadNumber_};
  return mayBeHandle(value, isStale);
}

bool Interpreter::isKey(const Value &value) {
  struct {
    bool operator()(const MachineThread &, unsigned) const { return false; }
    bool operator()(const KeyState &) const { return true; }
  } const isAnyKey;
  return mayBeHandle(value, isAnyKey);
}

bool Interpreter::comparesStaleHandles(const Value &a, const Value &b) {
  if (areNumbers(a, b) && a.bits == b.bits)
    return false;
  // The main thread exists from the start, so no other thread has ever had its handle.
  const std::uint64_t main = handleOfThread(0, pointerBits());
  if ((a.isNumber() && a.bits == main) || (b.isNumber() && b.bits == main))
    return false;
  return (isStaleHandle(a) && isHandle(b)) || (isStaleHandle(b) && isHandle(a));
}

/// Whether the number is an address in an object of the program.
bool Interpreter::isAddressOfObject(std::uint64_t bits) const {
  if (state_->memory.whyBad(bits) != BadAddress::Outside)
    return false;
  const MemoryObject *object = state_->memory.objectAt(bits);
  return bits - object->base() <= object->size() && object->kind() != ObjectKind::ModelState;
}

/// Whether an integer that was read is a stored pointer: alone, or as one of several.
bool Interpreter::isWholeAddress(const Value &value) const {
  if (value.isNumber())
    return isAddressOfObject(value.bits);
  bool found = false;
  forEachPart(arena_, value.term, [&](const BitVector &part) {
    found = found || (part.width() >= pointerBits() && isAddressOfObject(part.low64()));
  });
  return found;
}

/// Whether the pointer-sized bytes there are an address, or a handle.
bool Interpreter::holdsAddress(const MemoryObject &object, std::uint64_t offset) const {
  const std::uint64_t bytes = pointerBits() / 8;
  if (offset > object.size() || object.size() - offset < bytes || !object.areNumbers(offset, bytes))
    return false;
  std::uint64_t word = 0;
  std::memcpy(&word, object.bytes() + offset, bytes);
  if (const std::optional<unsigned> thread = threadOfHandle(word, pointerBits()))
    return *thread < state_->threads.size() && state_->threads[*thread].exists;
  return isAddressOfObject(word);
}

/// Whether some of these bytes belong to an address, which need not be aligned.
bool Interpreter::overlapsAddress(const MemoryObject &object, std::uint64_t offset,
                                  std::uint64_t bytes) const {
  const std::uint64_t before = std::min<std::uint64_t>(offset, pointerBits() / 8 - 1);
  for (std::uint64_t at = offset - before; at < offset + bytes; ++at)
    if (holdsAddress(object, at))
      return true;
  return false;
}

bool Interpreter::readsPartOfAddress(const Value &address, std::uint64_t bytes) const {
  constexpr std::uint64_t mostBytes = 4096; // each of which may be accessed
  if (address.isNumber()) {
    const MemoryObject *object = state_->memory.objectAt(address.bits);
    return object != nullptr && overlapsAddress(*object, address.bits - object->base(), bytes);
  }
  const MemoryObject *object = objectBehind(address);
  return object != nullptr && object->size() <= mostBytes &&
         overlapsAddress(*object, 0, object->size());
}

/// Whether one of two blocks of memory has an address at the first difference.
bool Interpreter::differsByAddress(const Value &a, const Value &b, std::uint64_t most) const {
  if (!areNumbers(a, b))
    return false;
  const MemoryObject *first = state_->memory.objectAt(a.bits);
  const MemoryObject *second = state_->memory.objectAt(b.bits);
  if (first == nullptr || second == nullptr)
    return false;
  std::uint64_t left = a.bits - first->base();
  std::uint64_t right = b.bits - second->base();
  for (; most > 0 && left < first->size() && right < second->size(); --most, ++left, ++right) {
    if (!first->areNumbers(left, 1) || !second->areNumbers(right, 1))
      return false;
    if (first->bytes()[left] != second->bytes()[right])
      return overlapsAddress(*first, left, 1) || overlapsAddress(*second, right, 1);
  }
  return false;
}

void Interpreter::noteHandle(std::string_view what) {
  const SourcePosition here = positionHere();
  const auto known = [&](const Gap &gap) {
    return gap.kind == GapKind::AddressDependent && gap.at == here;
  };
  if (inputs_ == InputPolicy::Symbolic && std::none_of(gaps.begin(), gaps.end(), known))
    noteGap(GapKind::AddressDependent, std::string(what));
}

void Interpreter::noteAddress(const Step &step) {
  const auto kind = static_cast<AddressCheck::Kind>(step.detail);
  const Value &a = get(step.a);
  const auto areGiven = [&](std::uint64_t bits) {
    const std::vector<const MemoryObject *> objects = objectsOf(a);
    return !objects.empty() &&
           std::all_of(objects.begin(), objects.end(), [&](const MemoryObject *object) {
             return bits < alignmentOf(*object, pointerBits());
           });
  };
  bool isSame = true; // wherever the system places the objects
  switch (kind) {
  case AddressCheck::Kind::Bits:
    isSame = !mayBeAddress(a) || areGiven(step.mask);
    break;
  case AddressCheck::Kind::Tagged: {
    const Value &tag = get(step.b);
    isSame = !mayBeAddress(a) || areGiven(tag.isNumber() ? tag.bits : largestOf(arena_, tag.term));
    break;
  }
  case AddressCheck::Kind::Distance: {
    const Value &b = get(step.b);
    std::vector<const MemoryObject *> objects = objectsOf(a);
    const std::vector<const MemoryObject *> others = objectsOf(b);
    const bool areAddresses = !objects.empty() && !others.empty();
    objects.insert(objects.end(), others.begin(), others.end());
    isSame = areAddresses ? std::equal(objects.begin() + 1, objects.end(), objects.begin())
                          : !mayBeAddress(a) && !mayBeAddress(b);
    break;
  }
  case AddressCheck::Kind::Mixed:
    isSame = !mayBeAddress(a) || !mayBeAddress(get(step.b));
    break;
  case AddressCheck::Kind::Constant:
    isSame = false;
    break;
  case AddressCheck::Kind::Part:
    isSame = !readsPartOfAddress(a, step.mask);
    break;
  case AddressCheck::Kind::Whole:
    isSame = !isWholeAddress(a);
    break;
  case AddressCheck::Kind::Order:
    isSame = !differsByAddress(a, get(step.b), step.mask);
    break;
  case AddressCheck::Kind::Number:
    if (isHandle(a))
      noteHandle(kHandleAsNumber);
    return;
  case AddressCheck::Kind::NearZero: // a thread handle never is
    if (isKey(a))
      noteHandle(kHandleAsNumber);
    return;
  case AddressCheck::Kind::Ordered:
    if (isHandle(a) || isHandle(get(step.b)))
      noteHandle("handles of threads, or keys, are compared by order");
    return;
  case AddressCheck::Kind::Compared:
    if (step.c != 0 ? comparesStaleHandles(a, get(step.b)) : isStaleHandle(a))
      noteHandle(kStaleHandle);
    return;
  }
  if (isSame)
    return;
  const SourcePosition here = positionHere();
  const auto known = [&](const Gap &gap) {
    return gap.kind == GapKind::AddressDependent && gap.at == here;
  };
  if (std::none_of(gaps.begin(), gaps.end(), known))
    noteGap(GapKind::AddressDependent, kind == AddressCheck::Kind::Distance
                                           ? "the distance between two objects is used"
                                           : "the number behind an address is used");
}

} // namespace raceward
