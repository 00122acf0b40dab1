#include "SyncLife.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>

namespace raceward::models {

namespace {

/// A variable of a block gets a new lifetime with every execution of the block, at the same
/// address: the state of the previous one is irrelevant.
bool isFollowed(LibraryCall &call, std::uint64_t address) {
  const MemoryObject *object = call.machine.state().memory.objectAt(address);
  return object != nullptr && object->kind() != ObjectKind::Stack;
}

} // namespace

std::string named(const LibraryCall &call, std::size_t i, std::string_view what) {
  if (const auto *origin = llvm::dyn_cast<llvm::CallBase>(call.step.source->origin);
      origin != nullptr && i < origin->arg_size())
    if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(origin->getArgOperand(i)))
      return "the " + std::string(what) + " '" + global->getName().str() + "'";
  return "a " + std::string(what);
}

bool misuse(LibraryCall &call, std::string_view what, std::string_view isWhat, std::size_t i) {
  return call.machine.stopWithFault(FaultKind::Misuse,
                                    named(call, i, what) + " " + std::string(isWhat));
}

bool placeOf(LibraryCall &call, std::size_t i, std::string_view what, std::uint64_t &address) {
  constexpr std::uint64_t smallest = 4; // pthread_once_t, pthread_spinlock_t
  if (!call.number(i, "the address of a " + std::string(what), address))
    return false;
  const MemoryObject *object = call.machine.state().memory.objectAt(address);
  return (object != nullptr && address - object->base() + smallest <= object->size()) ||
         call.machine.stopWithFault(FaultKind::InvalidWrite,
                                    "a " + std::string(what) + " where no object is");
}

bool beginLife(LibraryCall &call, std::uint64_t object, std::string_view what) {
  if (!isFollowed(call, object))
    return true;
  const auto known = call.machine.state().sync().lives.find(object);
  if (known != call.machine.state().sync().lives.end() && known->second)
    return misuse(call, what, "is initialised again without having been destroyed");
  call.machine.state().ownSync().lives[object] = true;
  return true;
}

bool endLife(LibraryCall &call, std::uint64_t object, std::string_view what) {
  if (!isFollowed(call, object))
    return true;
  if (!isAlive(call, object, what))
    return false;
  call.machine.state().ownSync().lives[object] = false;
  return true;
}

bool isAlive(LibraryCall &call, std::uint64_t object, std::string_view what, std::size_t i) {
  const SyncObjects &sync = call.machine.state().sync();
  const auto known = sync.lives.find(object);
  return known == sync.lives.end() || known->second ||
         misuse(call, what, "is used after it was destroyed", i);
}

bool initialiseAttribute(LibraryCall &call) {
  return setAttribute(call, {0, {}});
}

bool setAttribute(LibraryCall &call, const Value &value) {
  return call.machine.store(call.argument(0), 32, value) && call.give(0);
}

bool rewriteAttribute(LibraryCall &call) {
  Value value;
  return call.machine.load(call.argument(0), 32, value) && setAttribute(call, value);
}

bool isAbove(LibraryCall &call, std::size_t i, std::uint64_t most, bool &above) {
  TermArena &arena = call.machine.arena();
  const unsigned width = call.width(i);
  return call.machine.decide(
      arena.ult(arena.constant(width, most), call.machine.toTerm(call.argument(i), width)), above);
}

bool setAttributeUpTo(LibraryCall &call, std::uint64_t most, Property property) {
  bool isRefused = false;
  if (!isAbove(call, 1, most, isRefused))
    return false;
  if (isRefused)
    return call.give(kInvalid);
  return property == Property::IsInt ? setAttribute(call, call.argument(1))
                                     : rewriteAttribute(call);
}

bool setFlag(LibraryCall &call) {
  return setAttributeUpTo(call, 1);
}

bool readAttribute(LibraryCall &call, Value &value) {
  std::uint64_t attribute = 0;
  return call.number(1, "the address of an attribute", attribute) &&
         (attribute == 0 || call.machine.load({attribute, {}}, 32, value));
}

bool getAttribute(LibraryCall &call) {
  Value value;
  return call.machine.load(call.argument(0), 32, value) &&
         call.machine.store(call.argument(1), 32, value) && call.give(0);
}

bool lateOrInvalid(LibraryCall &call, std::size_t i, std::uint64_t late, std::uint64_t invalid,
                   unsigned width, Value &out) {
  TermArena &arena = call.machine.arena();
  Term isInvalid;
  if (i >= call.count() || !call.machine.invalidTime(call.argument(i), isInvalid))
    return i >= call.count() &&
           call.machine.stopWithGap(GapKind::UnmodelledCall, "a call without the time to wait for");
  out = call.machine.toValue(
      arena.ite(isInvalid, arena.constant(width, invalid), arena.constant(width, late)));
  return true;
}

bool requireTime(LibraryCall &call, std::size_t i) {
  Term isInvalid;
  bool isRefused = false;
  if (i >= call.count())
    return true;
  if (!call.machine.invalidTime(call.argument(i), isInvalid) ||
      !call.machine.decide(isInvalid, isRefused))
    return false;
  return !isRefused || call.machine.stopWithGap(GapKind::AmbiguousOrder,
                                                "an invalid time may be refused or ignored",
                                                "keep tv_nsec between 0 and 999999999");
}

bool nothing(LibraryCall &call) {
  return call.give(0);
}

} // namespace raceward::models
