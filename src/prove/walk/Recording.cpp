// Records the visits of each access, and decides whether visits exclude each other.
#include "Walk.h"

#include "raceward/base/Check.h"
#include "raceward/prove/ProverMutation.h"

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

LockKeyId Walk::intern(const KnownLock &lock, std::int64_t numerator, std::int64_t denominator,
                       const Sum &rest, SiteId site) {
  // Variables of different sizes are different locks, even at one address.
  const std::uint64_t bytes = mutated(ProverMutation::WordsKeySize) ? 0 : lock.bytes;
  std::vector<std::int64_t> key{static_cast<std::int64_t>(bytes), numerator, denominator,
                                rest.constant};
  for (const auto &[symbol, factor] : rest.terms) {
    key.push_back(symbol.index());
    key.push_back(factor);
  }
  const auto [at, isNew] = keys_.try_emplace(std::move(key), LockKeyId(keyNames_.size()));
  const bool relative = numerator != 0;
  if (isNew)
    keyNames_.push_back(relative ? "a lock that goes with the data"
                                 : nameOfLock(lock, relative, rest));
  // "40 bytes before the data" is a different lock in a different struct.
  if (relative && !keyNamesAt_.contains({site, at->second}))
    keyNamesAt_[{site, at->second}] = nameOfLock(lock, relative, rest);
  return at->second;
}

/// The lock as a function of the address: denominator * lock = numerator * address + a sum with one
/// meaning in the whole program. There can be two: an absolute key, and one relative to the data.
std::vector<HeldKey> Walk::keysOf(const KnownLock &lock, ExpressionId address, SiteId site) {
  std::vector<HeldKey> keys;
  const Sum held = expressions_.sum(lock.address);
  if (expressions_.scopeOf(lock.address) == Scope::Program ||
      (mutated(ProverMutation::LocksOwnOfThread) &&
       expressions_.scopeOf(lock.address) == Scope::Thread))
    keys.push_back({intern(lock, 0, 1, held, site), lock.exclusive, false});
  if (!address.valid())
    return keys;
  const Sum accessed = expressions_.sum(address);
  const auto first = std::find_if(held.terms.begin(), held.terms.end(), [&](const auto &term) {
    return expressions_.at(term.first).kind != Symbol::Kind::Object;
  });
  if (first == held.terms.end())
    return keys;
  const auto beside = std::find_if(accessed.terms.begin(), accessed.terms.end(),
                                   [&](const auto &term) { return term.first == first->first; });
  const auto allSmall = [](const Sum &sum) {
    return std::all_of(sum.terms.begin(), sum.terms.end(), [](const auto &term) {
      return term.second > -kLargestFactor && term.second < kLargestFactor;
    });
  };
  if (beside == accessed.terms.end() || !allSmall(held) || !allSmall(accessed))
    return keys;
  const std::int64_t common =
      std::gcd(first->second, beside->second) * (beside->second < 0 ? -1 : 1);
  const std::int64_t numerator = first->second / common;
  const std::int64_t denominator = beside->second / common;
  const ExpressionId difference = expressions_.subtract(
      expressions_.scale(lock.address, denominator), expressions_.scale(address, numerator));
  if (difference.valid() && expressions_.scopeOf(difference) == Scope::Program)
    keys.push_back({intern(lock, numerator, denominator, expressions_.sum(difference), site),
                    lock.exclusive, true});
  return keys;
}

std::uint32_t Walk::numberOf(const KnownLock &lock) {
  const auto [at, isNew] = lockNumbers_.try_emplace(
      {lock.address, lock.kind, lock.bytes,
       mutated(ProverMutation::KeyTrust) ? std::vector<std::uint32_t>{} : lock.memory},
      static_cast<std::uint32_t>(lockTable_.size()));
  if (isNew)
    lockTable_.push_back(lock);
  return at->second;
}

FlagKeyId Walk::flagKeyOf(const FlagPhase &phase) {
  return flagKeys_.try_emplace({phase.flag, {phase.lock, phase.kind}}, FlagKeyId(flagKeys_.size()))
      .first->second;
}

void Walk::recordSites(Here here, const Knowledge &knowledge) {
  if (!recording_)
    return;
  const Instruction &now = instruction(here);
  for (std::uint32_t i = 0; i < now.siteCount; ++i) {
    const SiteId site(now.firstSite + i);
    std::set<RawVisit> &visits = raw_[site.index()];
    if (visits.size() > kMostVisits)
      continue;
    const ExpressionId address = valueOf(knowledge, *program_.placeOf(site).pointer);
    RawVisit visit;
    for (const KnownLock &lock : knowledge.locks)
      for (const HeldKey &key : keysOf(lock, address, site)) {
        visit.locks.emplace_back(key, numberOf(lock));
      }
    std::sort(visit.locks.begin(), visit.locks.end());
    visit.rest.alone = knowledge.alone;
    for (const FlagPhase &phase : knowledge.phases)
      visit.phases.emplace_back(phase, numberOf(phaseLocks_.at({phase.lock, phase.kind})));
    visit.rest.owned = isOwned(knowledge, address);
    if (const std::optional<OwnSlice> slice = sliceOf(knowledge, address, site))
      visit.rest.slice.push_back(*slice);
    if (!mayHaveBitFields_)
      visit.rest.aligned = alignedBytes(program_.sites()[site.index()], *now.origin);
    visits.insert(std::move(visit));
  }
}

bool Walk::isHitBy(const KnownLock &lock, const Distrusted &by) {
  if (by.kind != lock.kind)
    return false;
  if (by.asWordOf != 0) {
    const bool sameMeaning = by.address.valid() &&
                             expressions_.scopeOf(by.address) == Scope::Program &&
                             expressions_.scopeOf(lock.address) == Scope::Program;
    if (by.address == lock.address && by.asWordOf == lock.bytes)
      return false;
    if (const std::optional<std::int64_t> distance =
            sameMeaning ? expressions_.constantOf(expressions_.subtract(by.address, lock.address))
                        : std::nullopt)
      return *distance < static_cast<std::int64_t>(lock.bytes) &&
             *distance > -static_cast<std::int64_t>(by.asWordOf);
    // At multiples of their size, words of one size are identical or do not overlap.
    if (by.asWordOf == lock.bytes && by.aligned)
      return false;
  } else if (by.address == lock.address) {
    return true;
  }
  const auto soleVariable = [&](ExpressionId e) -> const llvm::GlobalVariable * {
    const SymbolId symbol = expressions_.soleSymbolPlus(e);
    if (!symbol.valid() || expressions_.at(symbol).kind != Symbol::Kind::Object)
      return nullptr;
    const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(expressions_.at(symbol).value);
    return global && !global->isDeclaration() ? global : nullptr;
  };
  const llvm::GlobalVariable *variable = soleVariable(lock.address);
  const llvm::GlobalVariable *other = soleVariable(by.address);
  if (variable && other && lock.kind == KnownLock::Kind::Mutex)
    return false; // certainly two places
  if (variable && other && variable != other)
    return false;
  return mayLieIn(lock, reachedBy(*by.pointer));
}

bool Walk::isDistrusted(const KnownLock &lock) {
  return std::any_of(distrusted_.begin(), distrusted_.end(),
                     [&](const Distrusted &each) { return isHitBy(lock, each); });
}

void Walk::reach(ContextIndex context) {
  if (reached_.insert(context).second)
    toRecord_.push_back(context);
}

/// A final pass over everything, in the contexts that are entered in the fixed point: some were
/// only entered while less was known.
void Walk::record(Visits &visits) {
  const std::size_t siteCount = program_.sites().size();
  raw_.resize(siteCount);
  executed_.assign(siteCount, false);
  recording_ = true;
  const std::size_t contexts = contexts_.size();
  for (const ContextIndex root : roots())
    reach(root);
  while (!toRecord_.empty()) {
    const ContextIndex next = toRecord_.front();
    toRecord_.pop_front();
    for (unsigned block = 0; block < contexts_[next].blocks.size(); ++block)
      walkBlock(next, block);
  }
  // Recording must not change the result.
  const bool settled = !gaveUp_ && contexts_.size() == contexts && queue_.empty();

  std::vector<bool> trusted(lockTable_.size());
  for (std::size_t i = 0; settled && i < trusted.size(); ++i)
    trusted[i] = !isDistrusted(lockTable_[i]);
  std::map<std::vector<Visit>, SiteLabel> known;
  visits.labels_.assign(siteCount, 0);
  visits.visits_.assign(1, {});
  for (std::size_t site = 0; settled && site < siteCount; ++site) {
    if ((raw_[site].size() > kMostVisits && !mutated(ProverMutation::VisitsMany)) ||
        (executed_[site] && raw_[site].empty()))
      continue;
    std::set<Visit> found;
    for (const RawVisit &raw : raw_[site]) {
      Visit visit = raw.rest;
      for (const auto &[key, lock] : raw.locks)
        if (trusted[lock])
          visit.locks.push_back(key);
      for (const auto &[phase, lock] : raw.phases)
        if (trusted[lock] && !fallingFlags_.contains(phase.flag))
          (phase.risen ? visit.risen : visit.low).push_back(flagKeyOf(phase));
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
  visits.keyNames_ = std::move(keyNames_);
  visits.keyNamesAt_ = std::move(keyNamesAt_);
}

namespace {

bool isCommon(const HeldKey &x, const HeldKey &y, bool sameAddress) {
  return x.key == y.key && (x.exclusive || y.exclusive || mutated(ProverMutation::LocksReaders)) &&
         (sameAddress || !x.dependsOnAddress);
}

/// If they overlap, their addresses are equal.
bool meetAtOneAddress(const Visit &a, const Visit &b) {
  return (a.aligned != 0 && a.aligned == b.aligned) || mutated(ProverMutation::LocksBesideData);
}

bool haveCommonLock(const Visit &a, const Visit &b) {
  for (const HeldKey &x : a.locks)
    for (const HeldKey &y : b.locks)
      if (isCommon(x, y, meetAtOneAddress(a, b)))
        return true;
  return false;
}

/// A critical section that saw zero precedes those that did not.
bool isBefore(const Visit &a, const Visit &b) {
  return std::any_of(a.low.begin(), a.low.end(), [&](FlagKeyId flag) {
    return std::binary_search(b.risen.begin(), b.risen.end(), flag);
  });
}

std::vector<std::pair<HeldKey, HeldKey>> commonLocks(const Visit &a, const Visit &b) {
  std::vector<std::pair<HeldKey, HeldKey>> common;
  for (const HeldKey &x : a.locks)
    for (const HeldKey &y : b.locks)
      if (isCommon(x, y, meetAtOneAddress(a, b)))
        common.emplace_back(x, y);
  return common;
}

bool areApart(const Visit &a, const Visit &b) {
  if (a.slice.empty() || b.slice.empty())
    return false;
  const OwnSlice &x = a.slice.front();
  const OwnSlice &y = b.slice.front();
  if (x.number != y.number || x.stride != y.stride ||
      (x.origin != y.origin && !mutated(ProverMutation::SlicesOrigin)))
    return false;
  if (x.stride == 0)
    return true; // two objects
  const auto bytes = [](const OwnSlice &slice) { return static_cast<std::int64_t>(slice.bytes); };
  return (x.stride >= y.high - x.low + bytes(y) && x.stride >= x.high - y.low + bytes(x)) ||
         mutated(ProverMutation::SlicesEnd);
}

} // namespace

Visits::Visits(const Facts &facts) : labels_(facts.program.sites().size(), 0), visits_(1) {
  if (!facts.threads.anyCreated())
    return;
  Walk walk(facts);
  if (walk.run())
    walk.record(*this);
}

Visits::~Visits() = default;

bool Visits::exclude(Exclusion why, SiteLabel a, SiteLabel b) const {
  if (a == 0 || b == 0)
    return false;
  if (why == Exclusion::NeverExecuted)
    return visits_[a].empty() || visits_[b].empty();
  // Each reason together with the earlier ones: contexts differ in what excludes them.
  const auto excluded = [&](const Visit &x, const Visit &y) {
    return x.alone || y.alone || (why >= Exclusion::CommonLock && haveCommonLock(x, y)) ||
           (why >= Exclusion::Flags && (isBefore(x, y) || isBefore(y, x))) ||
           (why >= Exclusion::Owned && (x.owned || y.owned)) ||
           (why >= Exclusion::OwnSlices && areApart(x, y));
  };
  for (const Visit &x : visits_[a])
    for (const Visit &y : visits_[b])
      if (!excluded(x, y))
        return false;
  return true;
}

Grounds Visits::groundsOf(SiteLabel a, SiteLabel b) const {
  Grounds grounds;
  const auto addLock = [&](const Visit &x, const Visit &y) {
    const std::vector<std::pair<HeldKey, HeldKey>> common = commonLocks(x, y);
    if (common.empty())
      return false;
    // Prefer one that was named before.
    auto chosen = std::find_if(common.begin(), common.end(), [&](const auto &each) {
      return std::find(grounds.locks.begin(), grounds.locks.end(), each.first.key) !=
             grounds.locks.end();
    });
    if (chosen == common.end()) {
      // An absolute name is more informative than one relative to the data.
      chosen = std::find_if(common.begin(), common.end(),
                            [](const auto &each) { return !each.first.dependsOnAddress; });
      if (chosen == common.end())
        chosen = common.begin();
      grounds.locks.push_back(chosen->first.key);
    }
    grounds.readers = grounds.readers || !chosen->first.exclusive || !chosen->second.exclusive;
    return true;
  };
  for (const Visit &x : visits_[a])
    for (const Visit &y : visits_[b]) {
      if (x.alone || y.alone)
        grounds.alone = true;
      else if (addLock(x, y))
        continue;
      else if (isBefore(x, y) || isBefore(y, x))
        grounds.flag = true;
      else if (x.owned || y.owned)
        grounds.isNew = true;
      else if (areApart(x, y))
        (x.slice.front().stride == 0 ? grounds.ownObject : grounds.ownPart) = true;
      else
        grounds.other = true;
    }
  return grounds;
}

std::string Visits::describe(LockKeyId key, SiteId site) const {
  const auto at = keyNamesAt_.find({site, key});
  return at == keyNamesAt_.end() ? keyNames_[key.index()] : at->second;
}

std::span<const Visit> Visits::visitsOf(SiteId site) const {
  return visits_[labels_[site.index()]];
}

} // namespace raceward
