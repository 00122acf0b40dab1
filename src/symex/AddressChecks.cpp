#include "AddressChecks.h"

#include "AddressUses.h"
#include "Handles.h"
#include "World.h"

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

/// Objects begin at multiples of them (Memory.cpp), as they may on a system.
constexpr std::uint64_t kLowerBits = 0xFFF;

std::string_view numberUsedBy(AddressCheck::Kind kind) {
  switch (kind) {
  case AddressCheck::Kind::Number:
  case AddressCheck::Kind::NearZero:
    return "the number behind the handle of a thread, or behind a key, is used";
  case AddressCheck::Kind::Distance:
    return "the distance between two objects is used";
  default:
    return "the number behind an address is used";
  }
}

} // namespace

bool AddressChecks::mayBeAddress(const Value &value) const {
  const auto isAddress = [&](std::uint64_t bits) {
    const BadAddress why = memory_.whyBad(bits);
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

std::vector<const MemoryObject *> AddressChecks::objectsOf(const Value &address) const {
  std::vector<const MemoryObject *> objects;
  const auto add = [&](std::uint64_t part) {
    if (const MemoryObject *object = memory_.nearest(part)) // otherwise an index
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
template <typename IsMeant>
bool AddressChecks::mayBeHandle(const Value &value, IsMeant &&isMeant) const {
  const auto isOne = [&](std::uint64_t bits) {
    if (const std::optional<unsigned> thread = threadOfHandle(bits, pointerBits()))
      return *thread < machine_.state().threads.size() &&
             machine_.state().threads[*thread].exists &&
             isMeant(machine_.state().threads[*thread], *thread);
    const auto key = bits <= UINT32_MAX
                         ? machine_.state().sync().keys.find(static_cast<std::uint32_t>(bits))
                         : machine_.state().sync().keys.end();
    return key != machine_.state().sync().keys.end() && isMeant(key->second);
  };
  if (value.isNumber())
    return isOne(value.bits);
  bool found = false;
  const bool all = forEachPart(arena_, value.term, [&](const BitVector &part) {
    found = found || (part.width() >= 32 && isOne(part.low64()));
  });
  return found || !all;
}

bool AddressChecks::isOfTheSystem(const Value &value) const {
  return mayBeAddress(value) || isHandle(value);
}

bool AddressChecks::isHandle(const Value &value) const {
  const auto any = [](const auto &...) { return true; };
  return mayBeHandle(value, any);
}

/// Whether the system may give the number to another thread or key, or has done so.
bool AddressChecks::isStaleHandle(const Value &value) const {
  struct {
    unsigned self;
    bool operator()(const MachineThread &thread, unsigned number) const {
      return thread.joined || (thread.detached && number != self);
    }
    bool operator()(const KeyState &key) const { return key.isDeleted; }
  } const isStale{machine_.threadNumber()};
  return mayBeHandle(value, isStale);
}

bool AddressChecks::isKey(const Value &value) const {
  struct {
    bool operator()(const MachineThread &, unsigned) const { return false; }
    bool operator()(const KeyState &) const { return true; }
  } const isAnyKey;
  return mayBeHandle(value, isAnyKey);
}

bool AddressChecks::comparesStaleHandles(const Value &a, const Value &b) const {
  if (areNumbers(a, b) && a.bits == b.bits)
    return false;
  // The main thread exists from the start, so no other thread has ever had its handle.
  const std::uint64_t main = handleOfThread(0, pointerBits());
  if ((a.isNumber() && a.bits == main) || (b.isNumber() && b.bits == main))
    return false;
  return (isStaleHandle(a) && isHandle(b)) || (isStaleHandle(b) && isHandle(a));
}

/// Whether an integer that was read is a stored pointer: alone, or as one of several.
bool AddressChecks::isWholeAddress(const Value &value) const {
  if (value.isNumber())
    return addresses_.isAddress(value.bits);
  bool found = false;
  forEachPart(arena_, value.term, [&](const BitVector &part) {
    found = found || (part.width() >= pointerBits() && addresses_.isAddress(part.low64()));
  });
  return found;
}

/// Whether one of two blocks of memory has an address at the first difference. `ended`: one of an
/// object that has ended, which may be that of another one elsewhere.
bool AddressChecks::differsByAddress(const Value &a, const Value &b, std::uint64_t most,
                                     bool ended) const {
  if (!areNumbers(a, b))
    return false;
  const MemoryObject *first = memory_.objectAt(a.bits);
  const MemoryObject *second = memory_.objectAt(b.bits);
  if (first == nullptr || second == nullptr)
    return false;
  std::uint64_t left = a.bits - first->base();
  std::uint64_t right = b.bits - second->base();
  for (; most > 0 && left < first->size() && right < second->size(); --most, ++left, ++right) {
    if (!first->areNumbers(left, 1) || !second->areNumbers(right, 1))
      return false;
    if (first->bytes()[left] != second->bytes()[right])
      return ended ? addresses_.isEndedAround(*first, left) ||
                         addresses_.isEndedAround(*second, right)
                   : addresses_.overlap(*first, left, 1) || addresses_.overlap(*second, right, 1);
  }
  return false;
}

const MemoryObject *AddressChecks::objectBehind(const Value &address) const {
  if (address.isNumber())
    return memory_.objectAt(address.bits);
  const TermNode &node = arena_.node(address.term);
  if (node.kind == TermKind::Add)
    for (const Term part : {node.a, node.b})
      if (arena_.isConstant(part))
        return memory_.nearest(arena_.value(part).low64());
  return nullptr;
}

/// Whether a gap at this position says it already.
bool AddressChecks::isNoted() const {
  const SourcePosition here = machine_.positionHere();
  return std::ranges::any_of(machine_.gaps, [&](const Gap &gap) {
    return gap.kind == GapKind::AddressDependent && gap.at == here;
  });
}

void AddressChecks::noteHandle(std::string_view what) {
  if (machine_.inputs() == InputPolicy::Symbolic && !isNoted())
    machine_.noteGap(GapKind::AddressDependent, std::string(what));
}

/// Whether the bits of the mask are zero in the address on every system.
bool AddressChecks::isMultipleOf(const Value &address, std::uint64_t mask) const {
  const std::vector<const MemoryObject *> objects = objectsOf(address);
  return !objects.empty() && std::ranges::all_of(objects, [&](const MemoryObject *object) {
    return mask < alignmentOf(*object, pointerBits());
  });
}

/// Whether the difference of two values is one between addresses of different objects.
bool AddressChecks::isDistanceOfObjects(const Value &a, const Value &b) const {
  std::vector<const MemoryObject *> objects = objectsOf(a);
  const std::vector<const MemoryObject *> others = objectsOf(b);
  if (objects.empty() || others.empty())
    return mayBeAddress(a) || mayBeAddress(b);
  objects.insert(objects.end(), others.begin(), others.end());
  return !std::equal(objects.begin() + 1, objects.end(), objects.begin());
}

/// Whether the result of the next step may be another one where the system places objects
/// differently, or gives other handles and keys.
bool AddressChecks::dependsOnAddress(const Step &step) const {
  const Value &a = machine_.get(step.a);
  switch (static_cast<AddressCheck::Kind>(step.detail)) {
  case AddressCheck::Kind::Bits:
    return mayBeAddress(a) && !isMultipleOf(a, step.mask);
  case AddressCheck::Kind::Tagged: {
    const Value &tag = machine_.get(step.b);
    return mayBeAddress(a) &&
           !isMultipleOf(a, tag.isNumber() ? tag.bits : largestOf(arena_, tag.term));
  }
  case AddressCheck::Kind::Distance:
    return isDistanceOfObjects(a, machine_.get(step.b));
  case AddressCheck::Kind::Mixed:
    return mayBeAddress(a) && mayBeAddress(machine_.get(step.b));
  case AddressCheck::Kind::Constant:
    return true;
  case AddressCheck::Kind::Whole:
    return isWholeAddress(a);
  case AddressCheck::Kind::Order:
  case AddressCheck::Kind::Same:
    return differsByAddress(a, machine_.get(step.b), step.mask,
                            static_cast<AddressCheck::Kind>(step.detail) ==
                                AddressCheck::Kind::Same);
  case AddressCheck::Kind::Number:
    return isHandle(a);
  case AddressCheck::Kind::NearZero: // the handle of a thread never is
    return isKey(a);
  case AddressCheck::Kind::Ordered:
  case AddressCheck::Kind::Compared:
    return false; // noteComparedHandles()
  case AddressCheck::Kind::Part:
  case AddressCheck::Kind::Real:
  case AddressCheck::Kind::Cut:
  case AddressCheck::Kind::Changed:
    return false; // ObjectAccess::hideParts()
  }
  return false;
}

/// Other orders are possible, too, so that the run that goes on is one of them.
void AddressChecks::noteComparedHandles(const Step &step) {
  const Value &a = machine_.get(step.a);
  switch (static_cast<AddressCheck::Kind>(step.detail)) {
  case AddressCheck::Kind::Ordered:
    if (isHandle(a) || isHandle(machine_.get(step.b)))
      noteHandle("handles of threads, or keys, are compared by order");
    return;
  case AddressCheck::Kind::Compared:
    if (step.c != 0 ? comparesStaleHandles(a, machine_.get(step.b)) : isStaleHandle(a))
      noteHandle(kStaleHandle);
    return;
  default: // dependsOnAddress()
    return;
  }
}

/// Whether the number that the next step looks at could be one of a system, so that a run which
/// stands for itself only can go on with it. Handles and keys are such numbers (Handles.h), and so
/// are addresses of 32 bits. Those of 64 bits have bits that no process has; only the lower ones,
/// which say how an object is aligned, are possible.
bool AddressChecks::isPossibleNumber(const Step &step) const {
  switch (static_cast<AddressCheck::Kind>(step.detail)) {
  case AddressCheck::Kind::Number:
  case AddressCheck::Kind::NearZero:
    return !mayBeAddress(machine_.get(step.a)) || pointerBits() == 32;
  case AddressCheck::Kind::Bits:
    return pointerBits() == 32 || step.mask <= kLowerBits;
  case AddressCheck::Kind::Distance: // depends on more than where one object lies
  case AddressCheck::Kind::Order:
  case AddressCheck::Kind::Same:
  case AddressCheck::Kind::Constant:
    return false;
  default:
    return pointerBits() == 32;
  }
}

/// The machine's numbers are not those of any system: what a program does with them need not be
/// possible anywhere, and a race found there need not be one.
bool AddressChecks::perform(const Step &step) {
  noteComparedHandles(step);
  if (machine_.world().drawn && isPossibleNumber(step))
    return true;
  return !dependsOnAddress(step) ||
         machine_.stopWithGap(
             GapKind::AddressDependent,
             std::string(numberUsedBy(static_cast<AddressCheck::Kind>(step.detail))),
             std::string(kAddressAdvice));
}

} // namespace raceward
