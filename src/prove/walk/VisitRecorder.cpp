// Records the visits of each access.
#include "VisitRecorder.h"
#include "LockNames.h"

#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <numeric>

namespace raceward {

namespace {

constexpr std::size_t kMostVisits = 64; ///< per site; more become a single unknown one
constexpr std::int64_t kLargestFactor = std::int64_t{1} << 30;

/// The size, if all accesses of that size are at multiples of it; otherwise 0.
std::uint64_t alignedBytes(const AccessSite &site, const llvm::Instruction &origin) {
  if (!site.bytes || *site.bytes == 0 || (*site.bytes & (*site.bytes - 1)) != 0)
    return 0;
  return alignmentOf(origin) >= *site.bytes ? *site.bytes : 0;
}

} // namespace

void VisitRecorder::startRecording() {
  raw_.resize(program_.sites().size());
  executed_.assign(program_.sites().size(), false);
  recording_ = true;
}

void VisitRecorder::markExecuted(const Instruction &now) {
  for (std::uint32_t i = 0; recording_ && i < now.siteCount; ++i)
    executed_[now.firstSite + i] = true;
  if (recording_ && isUnmodelled(now))
    unmodelled_.insert(now.origin);
}

LockKeyId VisitRecorder::intern(const KnownLock &lock, std::int64_t numerator,
                                std::int64_t denominator, const Sum &rest, SiteId site,
                                Beside beside) {
  // Variables of different sizes are different locks, even at one address.
  const std::uint64_t bytes = mutated(ProverMutation::WordsKeySize) ? 0 : lock.bytes;
  std::vector<std::int64_t> key{static_cast<std::int64_t>(bytes), numerator, denominator,
                                static_cast<std::int64_t>(beside), rest.constant};
  for (const auto &[symbol, factor] : rest.terms) {
    key.push_back(symbol.index());
    key.push_back(factor);
  }
  const auto [at, isNew] = keys_.try_emplace(std::move(key), LockKeyId(keyNames_.size()));
  const bool relative = numerator != 0;
  if (isNew) // beside the root of a region is not beside the data
    keyPlaces_.push_back(beside == Beside::Root && numerator != 0
                             ? std::nullopt
                             : placeFor(lock, numerator, denominator, rest));
  if (isNew)
    keyNames_.push_back(relative ? "a lock that goes with the data"
                                 : nameOfLock(expressions_, lock, relative, rest));
  // "40 bytes before the data" is a different lock in a different struct.
  if (relative && !keyNamesAt_.contains({site, at->second}))
    keyNamesAt_[{site, at->second}] = nameOfLock(expressions_, lock, relative, rest);
  return at->second;
}

std::optional<KeyPlace> VisitRecorder::placeFor(const KnownLock &lock, std::int64_t numerator,
                                                std::int64_t denominator, const Sum &rest) const {
  if (lock.kind != KnownLock::Kind::Mutex || denominator != 1)
    return std::nullopt;
  if (numerator == 1 && rest.terms.empty())
    return KeyPlace{nullptr, rest.constant};
  if (numerator != 0 || rest.terms.size() != 1 || rest.terms.front().second != 1)
    return std::nullopt;
  const Symbol &symbol = expressions_.at(rest.terms.front().first);
  const auto *global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(symbol.value);
  if (!global || symbol.kind != Symbol::Kind::Object)
    return std::nullopt;
  return KeyPlace{global, rest.constant};
}

/// The lock as a function of the address: denominator * lock = numerator * address + a sum with one
/// meaning in the whole program. There can be two: an absolute key, and one relative to the data.
std::vector<HeldKey> VisitRecorder::keysOf(const KnownLock &lock, ExpressionId address,
                                           SiteId site) {
  std::vector<HeldKey> keys;
  const Sum held = expressions_.sum(lock.address);
  if (expressions_.scopeOf(lock.address) == Scope::Program ||
      (mutated(ProverMutation::LocksOwnOfThread) &&
       expressions_.scopeOf(lock.address) == Scope::Thread))
    keys.push_back({intern(lock, 0, 1, held, site, Beside::Address), lock.exclusive, false});
  // It was taken there, so that the pointer was not null then: it led to the one place.
  if (const std::optional<FixedPlace> place = memory_.placeOf(lock)) {
    const ExpressionId object = expressions_.symbol(expressions_.symbolOf(*place->object));
    const ExpressionId there = expressions_.plus(object, place->offset);
    const LockKeyId key = intern(lock, 0, 1, expressions_.sum(there), site, Beside::Address);
    if (keys.empty() || keys.front().key != key)
      keys.push_back({key, lock.exclusive, false});
  }
  if (const std::optional<HeldKey> key = keyBeside(lock, address, site, Beside::Address))
    keys.push_back(*key);
  return keys;
}

std::optional<HeldKey> VisitRecorder::keyBeside(const KnownLock &lock, ExpressionId address,
                                                SiteId site, Beside what) {
  if (!address.valid())
    return std::nullopt;
  const Sum held = expressions_.sum(lock.address);
  const Sum accessed = expressions_.sum(address);
  const auto inAccessed = [&](SymbolId symbol) {
    return std::ranges::find(accessed.terms, symbol, [](const auto &term) { return term.first; });
  };
  auto first = std::ranges::find_if(held.terms, [&](const auto &term) {
    return expressions_.at(term.first).kind != Symbol::Kind::Object;
  });
  // Lock and data in one variable: others may reach both by a pointer, relative to each other.
  if (first == held.terms.end())
    first = std::ranges::find_if(held.terms, [&](const auto &term) {
      return inAccessed(term.first) != accessed.terms.end();
    });
  if (first == held.terms.end())
    return std::nullopt;
  const auto beside = inAccessed(first->first);
  const auto allSmall = [](const Sum &sum) {
    return std::all_of(sum.terms.begin(), sum.terms.end(), [](const auto &term) {
      return term.second > -kLargestFactor && term.second < kLargestFactor;
    });
  };
  if (beside == accessed.terms.end() || !allSmall(held) || !allSmall(accessed))
    return std::nullopt;
  const std::int64_t common =
      std::gcd(first->second, beside->second) * (beside->second < 0 ? -1 : 1);
  const std::int64_t numerator = first->second / common;
  const std::int64_t denominator = beside->second / common;
  const ExpressionId difference = expressions_.subtract(
      expressions_.scale(lock.address, denominator), expressions_.scale(address, numerator));
  if (!difference.valid() || expressions_.scopeOf(difference) != Scope::Program)
    return std::nullopt;
  return HeldKey{intern(lock, numerator, denominator, expressions_.sum(difference), site, what),
                 lock.exclusive, what == Beside::Address};
}

std::uint32_t VisitRecorder::numberOf(const KnownLock &lock) {
  const auto [at, isNew] = lockNumbers_.try_emplace(
      {lock.address, lock.kind, lock.bytes,
       mutated(ProverMutation::KeyTrust) ? std::vector<std::uint32_t>{} : lock.memory},
      static_cast<std::uint32_t>(lockTable_.size()));
  if (isNew)
    lockTable_.push_back(lock);
  return at->second;
}

void VisitRecorder::recordSites(Here here, const Knowledge &knowledge) {
  if (!recording_)
    return;
  const Instruction &now = here.instruction();
  for (std::uint32_t i = 0; i < now.siteCount; ++i) {
    const SiteId site(now.firstSite + i);
    std::set<RawVisit> &visits = raw_[site.index()];
    if (visits.size() > kMostVisits)
      continue;
    const ExpressionId address = values_.valueOf(knowledge, *program_.placeOf(site).pointer);
    RawVisit visit;
    for (const KnownLock &lock : knowledge.locks)
      for (const HeldKey &key : keysOf(lock, address, site)) {
        visit.locks.emplace_back(key, numberOf(lock));
      }
    std::sort(visit.locks.begin(), visit.locks.end());
    if (!knowledge.locks.empty())
      if (const ExpressionId root = regions_.rootOfAccess(
              knowledge, *program_.placeOf(site).pointer, program_.sites()[site.index()].bytes);
          root.valid())
        for (const KnownLock &lock : knowledge.locks)
          if (const std::optional<HeldKey> key = keyBeside(lock, root, site, Beside::Root))
            visit.regionLocks.emplace_back(*key, numberOf(lock));
    visit.rest.thread = here.thread;
    visit.rest.place =
        knownPlaceOf(absent_.withObject(address), program_.sites()[site.index()].bytes);
    visit.rest.alone = knowledge.alone;
    for (const FlagPhase &phase : knowledge.phases)
      visit.phases.emplace_back(phase, numberOf(flags_.lockOf(phase)));
    const auto findOwner = [&](ExpressionId where, std::optional<std::uint64_t> bytes) {
      visit.rest.owned = values_.isOwned(knowledge, where);
      std::optional<OwnSlice> slice = slices_.sliceOf(knowledge, where, bytes);
      if (!slice)
        slice = slices_.sliceOf(knowledge, absent_.addressFor(here, where), bytes);
      if (!slice && here.byMain())
        slice = slices_.partOfNobody(absent_.withObject(where), bytes);
      if (slice)
        visit.rest.slice.push_back(*slice);
      return visit.rest.owned || slice.has_value();
    };
    if (!findOwner(address, program_.sites()[site.index()].bytes))
      // Whose the slot is, his is what it holds.
      if (const llvm::LoadInst *slot = held_.slotOf(*program_.placeOf(site).pointer);
          slot && slot->getFunction() == here.function->origin)
        findOwner(values_.valueOf(knowledge, *slot->getPointerOperand()),
                  expressions_.pointerBits() / 8);
    if (!effects_.mayHaveBitFields())
      visit.rest.aligned = alignedBytes(program_.sites()[site.index()], *now.origin);
    visits.insert(std::move(visit));
  }
}

KnownPlace VisitRecorder::knownPlaceOf(ExpressionId address, std::optional<std::uint64_t> bytes) {
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 32;
  if (!address.valid() || !bytes || *bytes == 0 || *bytes > kLargest ||
      expressions_.scopeOf(address) != Scope::Program || effects_.mayHaveBitFields())
    return {};
  const Sum sum = expressions_.sum(address);
  if (sum.constant > static_cast<std::int64_t>(kLargest) ||
      sum.constant < -static_cast<std::int64_t>(kLargest))
    return {};
  const auto [at, isNew] =
      placeOrigins_.try_emplace(sum.terms, static_cast<std::uint32_t>(placeOrigins_.size()));
  return {at->second, sum.constant, *bytes};
}

std::vector<FlagPhase> VisitRecorder::departuresSeen(const std::vector<bool> &trusted) {
  std::map<FlagPhase, bool> seen;
  for (const std::set<RawVisit> &visits : raw_)
    for (const RawVisit &raw : visits)
      for (const auto &[phase, lock] : raw.phases)
        if (phase.left) {
          const auto [at, isNew] = seen.try_emplace(phase, true);
          at->second = at->second && trusted[lock];
        }
  std::vector<FlagPhase> held;
  for (const auto &[phase, isTrusted] : seen)
    if (isTrusted && departures_.holds(phase))
      held.push_back(phase);
  return held;
}

void VisitRecorder::finish(Visits &visits, bool settled) {
  const std::size_t siteCount = program_.sites().size();
  std::vector<bool> trusted(lockTable_.size());
  for (std::size_t i = 0; settled && i < trusted.size(); ++i)
    trusted[i] = !distrust_.isDistrusted(lockTable_[i]);
  const std::vector<FlagPhase> departures = departuresSeen(trusted);
  std::map<std::vector<Visit>, SiteLabel> known;
  visits.labels_.assign(siteCount, 0);
  visits.visits_.assign(1, {});
  for (std::size_t site = 0; settled && site < siteCount; ++site) {
    if ((raw_[site].size() > kMostVisits && !mutated(ProverMutation::VisitsMany)) ||
        (executed_[site] && raw_[site].empty()))
      continue;
    std::set<Visit> found;
    std::vector<FlagKeyId> before;
    const SitePlace &place = program_.placeOf(SiteId(site));
    for (const FlagPhase &left : departures)
      if (departures_.isBefore({place.function, place.instruction}, left))
        before.push_back(flags_.flagKeyOf(left));
    const bool keepsRule = !regions_.isBroken(*program_.placeOf(SiteId(site)).pointer);
    for (const RawVisit &raw : raw_[site]) {
      Visit visit = raw.rest;
      for (const auto &[key, lock] : raw.locks)
        if (trusted[lock])
          visit.locks.push_back(key);
      for (const auto &[key, lock] : raw.regionLocks)
        if (trusted[lock] && keepsRule)
          visit.locks.push_back(key);
      std::sort(visit.locks.begin(), visit.locks.end());
      if (visit.thread == SingleThread::Main)
        visit.low = before;
      for (const auto &[phase, lock] : raw.phases)
        if (phase.left ? std::ranges::binary_search(departures, phase)
                       : trusted[lock] && !flags_.mayFall(phase.flag))
          (phase.risen ? visit.risen : visit.low).push_back(flags_.flagKeyOf(phase));
      std::sort(visit.low.begin(), visit.low.end());
      std::sort(visit.risen.begin(), visit.risen.end());
      visit.locks.erase(std::unique(visit.locks.begin(), visit.locks.end()), visit.locks.end());
      found.insert(std::move(visit));
    }
    std::vector<Visit> all(found.begin(), found.end());
    const auto [at, isNew] = known.try_emplace(all, static_cast<SiteLabel>(visits.visits_.size()));
    if (isNew)
      visits.visits_.push_back(std::move(all));
    visits.labels_[site] = at->second;
  }
  if (settled)
    visits.unmodelled_ = std::move(unmodelled_);
  visits.keyNames_ = std::move(keyNames_);
  visits.keyNamesAt_ = std::move(keyNamesAt_);
  visits.keyPlaces_ = std::move(keyPlaces_);
}

} // namespace raceward
