#include "Knowledge.h"
#include "raceward/prove/ProverMutation.h"

#include <algorithm>
#include <iterator>

namespace raceward {

namespace {

constexpr std::size_t kMostNotZero = 16;

bool before(const KnownLock &a, const KnownLock &b) {
  return std::pair(a.address, a.kind) < std::pair(b.address, b.kind);
}

template <typename Entries, typename Key> auto findKey(Entries &entries, const Key &key) {
  const auto at = std::lower_bound(entries.begin(), entries.end(), key,
                                   [](const auto &entry, const Key &k) { return entry.first < k; });
  return at != entries.end() && at->first == key ? at : entries.end();
}

template <typename Entries, typename Key, typename Value>
void setKey(Entries &entries, const Key &key, const Value &value) {
  const auto at = std::lower_bound(entries.begin(), entries.end(), key,
                                   [](const auto &entry, const Key &k) { return entry.first < k; });
  if (at != entries.end() && at->first == key)
    at->second = value;
  else
    entries.insert(at, {key, value});
}

} // namespace

ValueRange allOf(unsigned bits) {
  if (bits == 1)
    return {0, 1, false};
  if (bits == 0 || bits >= 64)
    return {};
  const std::int64_t half = std::int64_t{1} << (bits - 1);
  return {-half, half - 1, false};
}

ValueRange meet(const ValueRange &a, const ValueRange &b) {
  ValueRange both{std::max(a.low, b.low), std::min(a.high, b.high), a.nonZero || b.nonZero};
  if (both.nonZero && both.low == 0)
    ++both.low;
  if (both.nonZero && both.high == 0)
    --both.high;
  return both;
}

ValueRange hull(const ValueRange &a, const ValueRange &b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high), a.excludesZero() && b.excludesZero()};
}

const KnownLock *Knowledge::find(ExpressionId address, KnownLock::Kind kind) const {
  for (const KnownLock &lock : locks)
    if (lock.address == address && lock.kind == kind)
      return &lock;
  return nullptr;
}

void Knowledge::hold(const KnownLock &lock) {
  const auto at = std::lower_bound(locks.begin(), locks.end(), lock, before);
  if (at != locks.end() && at->address == lock.address && at->kind == lock.kind)
    // Held twice: the weaker of the two counts.
    at->exclusive = at->exclusive && (lock.exclusive || mutated(ProverMutation::LocksTwice));
  else
    locks.insert(at, lock);
}

void Knowledge::addPhase(const FlagPhase &phase) {
  const auto at = std::lower_bound(phases.begin(), phases.end(), phase);
  if (at == phases.end() || *at != phase)
    phases.insert(at, phase);
}

void Knowledge::addRead(const ReadFlag &flag) {
  const auto at = std::lower_bound(read.begin(), read.end(), flag);
  if (at == read.end() || *at != flag)
    read.insert(at, flag);
}

void Knowledge::endSection(ExpressionId lock, KnownLock::Kind kind) {
  if (mutated(ProverMutation::FlagsSectionEnds))
    return;
  for (ReadFlag &flag : read)
    if (flag.lock == lock && flag.kind == kind)
      flag.stillHeld = false;
  std::sort(read.begin(), read.end());
  std::erase_if(phases, [&](const FlagPhase &phase) {
    return !phase.risen && phase.lock == lock && phase.kind == kind;
  });
}

void Knowledge::endLostSections() {
  std::vector<std::pair<ExpressionId, KnownLock::Kind>> lost;
  for (const ReadFlag &flag : read)
    if (flag.stillHeld && !find(flag.lock, flag.kind))
      lost.emplace_back(flag.lock, flag.kind);
  for (const FlagPhase &phase : phases)
    if (!phase.risen && !find(phase.lock, phase.kind))
      lost.emplace_back(phase.lock, phase.kind);
  for (const auto &[lock, kind] : lost)
    endSection(lock, kind);
}

void Knowledge::release(ExpressionId address, KnownLock::Kind kind) {
  endSection(address, kind);
  std::erase_if(
      locks, [&](const KnownLock &lock) { return lock.address == address && lock.kind == kind; });
}

bool Knowledge::owns(SymbolId symbol) const {
  return std::binary_search(owned.begin(), owned.end(), symbol);
}

void Knowledge::own(SymbolId symbol) {
  const auto at = std::lower_bound(owned.begin(), owned.end(), symbol);
  if (at == owned.end() || *at != symbol)
    owned.insert(at, symbol);
}

void Knowledge::setEqual(SymbolId symbol, ExpressionId value) {
  setKey(equal, symbol, value);
}

ExpressionId Knowledge::equalTo(SymbolId symbol) const {
  const auto at = findKey(equal, symbol);
  return at == equal.end() ? ExpressionId() : at->second;
}

void Knowledge::setRange(SymbolId symbol, const ValueRange &range) {
  setKey(ranges, symbol, range);
}

const ValueRange *Knowledge::rangeOf(SymbolId symbol) const {
  const auto at = findKey(ranges, symbol);
  return at == ranges.end() ? nullptr : &at->second;
}

const RegionFact *Knowledge::regionOf(SymbolId symbol) const {
  const auto at = findKey(regions, symbol);
  return at == regions.end() ? nullptr : &at->second;
}

void Knowledge::setRegion(SymbolId symbol, const RegionFact *fact) {
  if (fact)
    setKey(regions, symbol, *fact);
  else
    std::erase_if(regions, [&](const auto &entry) { return entry.first == symbol; });
}

void Knowledge::moveRegion(ExpressionId newObject, const RegionFact *into) {
  const auto isIn = [&](const auto &entry) {
    return entry.second.isNew && entry.second.root == newObject;
  };
  if (!into)
    std::erase_if(regions, isIn);
  else
    for (auto &entry : regions)
      if (isIn(entry))
        entry.second = {into->root, into->isNew, std::nullopt};
}

void Knowledge::addNotZero(ExpressionId difference) {
  const auto at = std::lower_bound(notZero.begin(), notZero.end(), difference);
  if ((at == notZero.end() || *at != difference) && notZero.size() < kMostNotZero)
    notZero.insert(at, difference);
}

void Knowledge::loseSightOf(const Expressions &expressions, ExpressionId value) {
  std::erase_if(owned, [&](SymbolId symbol) { return expressions.isMadeOf(value, symbol); });
}

void Knowledge::forget(const Expressions &expressions, SymbolId symbol) {
  const auto mentions = [&](ExpressionId e) { return expressions.isMadeOf(e, symbol); };
  if (!mutated(ProverMutation::LocksComputed))
    std::erase_if(locks, [&](const KnownLock &lock) { return mentions(lock.address); });
  std::erase_if(ranges,
                [&](const auto &entry) { return expressions.isMadeOf(entry.first, symbol); });
  for (const auto &[other, value] : equal)
    if (other != symbol && mentions(value))
      loseSightOf(expressions, value);
  std::erase_if(equal,
                [&](const auto &entry) { return entry.first == symbol || mentions(entry.second); });
  std::erase_if(
      cells, [&](const KnownCell &cell) { return mentions(cell.address) || mentions(cell.value); });
  std::erase(owned, symbol);
  std::erase_if(regions, [&](const auto &entry) {
    return expressions.isMadeOf(entry.first, symbol) ||
           (entry.second.root.valid() && mentions(entry.second.root));
  });
  std::erase_if(notZero, mentions);
  std::erase_if(read,
                [&](const ReadFlag &flag) { return flag.value == symbol || mentions(flag.lock); });
  endLostSections();
}

bool joinRegion(RegionFact &into, const RegionFact &from, bool &changed) {
  if (into == from || !from.root.valid())
    return true;
  if (!into.root.valid()) {
    into = from;
    changed = true;
    return true;
  }
  if (into.root != from.root || into.isNew != from.isNew ||
      (into.atRoot && from.atRoot && into.atRoot != from.atRoot))
    return false;
  changed = changed || (!into.atRoot && from.atRoot);
  into.atRoot = into.atRoot ? into.atRoot : from.atRoot;
  return true;
}

bool joinInto(const Expressions &expressions, Knowledge &into, const Knowledge &from, bool widen) {
  bool changed = false;
  const auto erased = [&](std::size_t count) { changed = changed || count > 0; };
  erased(std::erase_if(into.regions, [&](auto &entry) {
    const RegionFact *other = from.regionOf(entry.first);
    return !other || !joinRegion(entry.second, *other, changed);
  }));
  erased(std::erase_if(into.notZero, [&](ExpressionId difference) {
    return !std::binary_search(from.notZero.begin(), from.notZero.end(), difference);
  }));
  if (into.alone && !from.alone && !mutated(ProverMutation::AloneOnePath)) {
    into.alone = false;
    changed = true;
  }
  erased(std::erase_if(into.locks, [&](KnownLock &lock) {
    const KnownLock *other = from.find(lock.address, lock.kind);
    if (other && lock.exclusive && !other->exclusive) {
      lock.exclusive = false;
      changed = true;
    }
    if (other && lock.memory != other->memory && !mutated(ProverMutation::LocksWhereJoined)) {
      std::vector<std::uint32_t> both;
      std::set_union(lock.memory.begin(), lock.memory.end(), other->memory.begin(),
                     other->memory.end(), std::back_inserter(both));
      changed = changed || both != lock.memory;
      lock.memory = std::move(both);
    }
    return !other && !mutated(ProverMutation::LocksOnePath);
  }));
  erased(std::erase_if(into.ranges, [&](auto &entry) {
    const ValueRange *other = from.rangeOf(entry.first);
    if (!other)
      return true;
    ValueRange joined = hull(entry.second, *other);
    if (joined == entry.second)
      return false;
    if (widen) { // each bound once
      joined.low = joined.low < entry.second.low ? INT64_MIN : joined.low;
      joined.high = joined.high > entry.second.high ? INT64_MAX : joined.high;
    }
    entry.second = joined;
    changed = true;
    return false;
  }));
  const std::size_t owned = into.owned.size();
  for (const auto &[symbol, value] : into.equal)
    if (from.equalTo(symbol) != value)
      into.loseSightOf(expressions, value);
  for (const auto &[symbol, value] : from.equal)
    if (into.equalTo(symbol) != value)
      into.loseSightOf(expressions, value);
  erased(owned - into.owned.size());
  erased(std::erase_if(
      into.equal, [&](const auto &entry) { return from.equalTo(entry.first) != entry.second; }));
  erased(std::erase_if(into.cells, [&](const KnownCell &cell) {
    return std::find(from.cells.begin(), from.cells.end(), cell) == from.cells.end();
  }));
  erased(std::erase_if(into.read, [&](const ReadFlag &flag) {
    return !std::binary_search(from.read.begin(), from.read.end(), flag);
  }));
  erased(std::erase_if(into.phases, [&](const FlagPhase &phase) {
    return !std::binary_search(from.phases.begin(), from.phases.end(), phase) &&
           !mutated(ProverMutation::FlagsOnePath);
  }));
  erased(std::erase_if(into.owned, [&](SymbolId symbol) { return !from.owns(symbol); }));
  into.endLostSections();
  return changed;
}

} // namespace raceward
