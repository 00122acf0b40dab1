// Reads and writes of flags, and the phases that follow from them.
#include "RisingFlags.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <iterator>

namespace raceward {

namespace {

constexpr std::size_t kMostFlags = 8; ///< number of flags that a thread keeps track of

std::size_t countOf(const std::vector<ReadFlag> &read, bool departing) {
  return static_cast<std::size_t>(std::ranges::count(read, departing, &ReadFlag::departs));
}

} // namespace

/// Whether the expression is the address of a variable, or of a part of one.
bool RisingFlags::canBeFlag(ExpressionId address) const {
  const SymbolId symbol = expressions_.soleSymbolPlus(address);
  return symbol.valid() && expressions_.at(symbol).kind == Symbol::Kind::Object &&
         llvm::isa<llvm::GlobalVariable>(expressions_.at(symbol).value);
}

void RisingFlags::readFlag(Knowledge &knowledge, const llvm::Instruction &load,
                           ExpressionId address, const llvm::Value &pointer) {
  if (knowledge.alone)
    return;
  if (!knowledge.locks.empty())
    readDeparting(knowledge, load, pointer);
  if (!canBeFlag(address))
    return;
  const SymbolId value = expressions_.symbolOf(load);
  for (const KnownLock &lock : knowledge.locks) {
    if ((!lock.exclusive && !mutated(ProverMutation::FlagsReaders)) ||
        expressions_.scopeOf(lock.address) != Scope::Program ||
        countOf(knowledge.read, false) >= kMostFlags)
      continue;
    addPhaseLock(lock);
    const FlagPlace flag{address, values_.bytesOf(load)};
    knowledge.addRead({value, flag, lock.address, lock.kind, true, false});
    addFlag(flag, pointer);
  }
}

void RisingFlags::readDeparting(Knowledge &knowledge, const llvm::Instruction &load,
                                const llvm::Value &pointer) {
  const std::optional<FlagPlace> flag = departures_.placeOf(load, pointer);
  if (!flag)
    return;
  const std::vector<KnownLock> held = knowledge.locks;
  for (KnownLock lock : held) {
    const ExpressionId place = departures_.placeOf(lock);
    if (!lock.exclusive || !place.valid() || countOf(knowledge.read, true) >= kMostFlags)
      continue;
    lock.address = place;
    addPhaseLock(lock);
    knowledge.addRead({expressions_.symbolOf(load), *flag, place, lock.kind, false, true});
  }
}

/// Writers are found by the variable and by the pointer through which it is read.
void RisingFlags::addFlag(const FlagPlace &flag, const llvm::Value &pointer) {
  if (!flags_.insert(flag).second)
    return;
  const SymbolId variable = expressions_.soleSymbolPlus(flag.address);
  Reached memory = memory_.reachedBy(*expressions_.at(variable).value);
  memory.add(memory_.reachedBy(pointer));
  for (const unsigned object : memory.objects)
    flagsIn_[object].push_back(flag);
}

/// A lock under which a flag is observed: its possible locations are joined over all observers.
void RisingFlags::addPhaseLock(const KnownLock &lock) {
  const auto [at, isNew] = phaseLocks_.try_emplace({lock.address, lock.kind}, lock);
  if (isNew || at->second.memory == lock.memory || mutated(ProverMutation::FlagsLockTrust))
    return;
  std::vector<std::uint32_t> both;
  std::set_union(at->second.memory.begin(), at->second.memory.end(), lock.memory.begin(),
                 lock.memory.end(), std::back_inserter(both));
  at->second.memory = std::move(both);
}

/// pthread_once(): its control is a flag that rises when the function has returned, and a lock that
/// is held until then. Empty if the control is unknown.
std::optional<KnownLock> RisingFlags::onceAt(Here here, const Knowledge &knowledge) {
  const auto &call = llvm::cast<llvm::CallBase>(*here.instruction().origin);
  if (here.instruction().library->sync != SyncEffect::Once || call.arg_size() < 2 ||
      knowledge.phases.size() >= 2 * kMostFlags)
    return std::nullopt;
  const llvm::Value &control = *call.getArgOperand(0);
  const ExpressionId address = values_.valueOf(knowledge, control);
  if (!address.valid() || !canBeFlag(address))
    return std::nullopt;
  const KnownLock lock = memory_.lockAt(address, KnownLock::Kind::Mutex, true, 0, control);
  addPhaseLock(lock);
  addFlag({address, kOnceBytes}, control);
  return lock;
}

/// After a branch: derives phases from the values that were read.
void RisingFlags::noteFlags(Knowledge &knowledge) {
  for (const ReadFlag &flag : knowledge.read) {
    const ValueRange range = values_.rangeOf(knowledge, flag.value);
    if (flag.departs) {
      for (const bool value : {false, true})
        if ((value ? range.low > 1 || range.high < 1 : range.excludesZero()) &&
            knowledge.phases.size() < 4 * kMostFlags)
          knowledge.addPhase({flag.flag, flag.lock, flag.kind, true, value});
      continue;
    }
    if (knowledge.phases.size() >= 2 * kMostFlags)
      return;
    if (range.excludesZero())
      knowledge.addPhase({flag.flag, flag.lock, flag.kind, true});
    else if (range.only() == 0 && flag.stillHeld)
      knowledge.addPhase({flag.flag, flag.lock, flag.kind, false});
  }
}

/// The effect of a write on flags. `value` is invalid if it is unknown.
void RisingFlags::writeFlags(Knowledge &knowledge, const llvm::Value &pointer, ExpressionId address,
                             std::optional<std::uint64_t> bytes, ExpressionId value) {
  const bool rises = value.valid() && values_.rangeOf(knowledge, value).excludesZero();
  if (address.valid() && bytes && rises && canBeFlag(address) && !knowledge.alone) {
    // A thread that saw zero under the lock did so earlier.
    for (const KnownLock &lock : knowledge.locks)
      if (lock.exclusive && expressions_.scopeOf(lock.address) == Scope::Program &&
          knowledge.phases.size() < 2 * kMostFlags) {
        addPhaseLock(lock);
        knowledge.addPhase({{address, *bytes}, lock.address, lock.kind, true});
      }
  }
  if (!recording_ || knowledge.alone)
    return;
  const Reached &memory = memory_.reachedBy(pointer);
  const auto check = [&](const FlagPlace &flag) {
    if (address == flag.address && rises &&
        (bytes == flag.bytes || mutated(ProverMutation::FlagsSizes)))
      return;
    const std::optional<std::int64_t> distance =
        address.valid() ? expressions_.constantOf(expressions_.subtract(address, flag.address))
                        : std::nullopt;
    const bool apart = distance && bytes && *distance != INT64_MIN &&
                       (*distance >= static_cast<std::int64_t>(flag.bytes) ||
                        -*distance >= static_cast<std::int64_t>(*bytes));
    if (!apart && !mutated(ProverMutation::FlagsFall))
      fallingFlags_.insert(flag);
  };
  if (memory.anything) {
    for (const FlagPlace &flag : flags_)
      check(flag);
    return;
  }
  for (const unsigned object : memory.objects)
    if (const auto at = flagsIn_.find(object); at != flagsIn_.end())
      for (const FlagPlace &flag : at->second)
        check(flag);
}

FlagKeyId RisingFlags::flagKeyOf(const FlagPhase &phase) {
  FlagPhase risen = phase;
  risen.risen = true;
  return flagKeys_.try_emplace(risen, FlagKeyId(flagKeys_.size())).first->second;
}

} // namespace raceward
