// VisitRecorder: the visits of each access. Private to prove.
//
// Visits are recorded in one more pass after the fixed point. Which locks and flags can be trusted
// is known only at its end: finish() drops the facts that rest on others.
#pragma once

#include "AbsentThreads.h"
#include "Distrust.h"
#include "HeldObjects.h"
#include "Here.h"
#include "RegionFacts.h"
#include "RisingFlags.h"
#include "ThreadSlices.h"
#include "Values.h"
#include "raceward/prove/Visits.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace raceward {

class VisitRecorder {
public:
  VisitRecorder(const Program &program, Expressions &expressions, const ReachedMemory &memory,
                const ProgramEffects &effects, Values &values, Distrust &distrust,
                RisingFlags &flags, Departures &departures, ThreadSlices &slices,
                AbsentThreads &absent, HeldObjects &held, RegionFacts &regions)
      : program_(program), expressions_(expressions), memory_(memory), effects_(effects),
        values_(values), distrust_(distrust), flags_(flags), departures_(departures),
        slices_(slices), absent_(absent), held_(held), regions_(regions) {}

  /// Before that, nothing is recorded.
  void startRecording();
  /// Some thread reaches the instruction.
  void markExecuted(const Instruction &now);
  void recordSites(Here here, const Knowledge &knowledge);
  /// Nothing is known unless the walk `settled`.
  void finish(Visits &visits, bool settled);

private:
  /// A visit before it is known which locks can be trusted.
  struct RawVisit {
    std::vector<std::pair<FlagPhase, std::uint32_t>> phases; ///< with the number of the lock
    std::vector<std::pair<HeldKey, std::uint32_t>> locks;    ///< with the number of the lock
    /// Of the region in which the access lies, in the same way.
    std::vector<std::pair<HeldKey, std::uint32_t>> regionLocks;
    Visit rest;
    auto operator<=>(const RawVisit &) const = default;
  };

  std::uint32_t numberOf(const KnownLock &lock);
  KnownPlace knownPlaceOf(ExpressionId address, std::optional<std::uint64_t> bytes);
  /// Variables that have left their first value somewhere, as far as that can be relied on.
  [[nodiscard]] std::vector<FlagPhase> departuresSeen(const std::vector<bool> &trusted);
  /// What a lock goes with: the accessed address, or the root of the region that it lies in.
  enum class Beside : std::uint8_t { Address, Root };
  LockKeyId intern(const KnownLock &lock, std::int64_t numerator, std::int64_t denominator,
                   const Sum &rest, SiteId site, Beside beside);
  [[nodiscard]] std::optional<KeyPlace> placeFor(const KnownLock &lock, std::int64_t numerator,
                                                 std::int64_t denominator, const Sum &rest) const;
  std::vector<HeldKey> keysOf(const KnownLock &lock, ExpressionId address, SiteId site);
  std::optional<HeldKey> keyBeside(const KnownLock &lock, ExpressionId address, SiteId site,
                                   Beside what);

  const Program &program_;
  Expressions &expressions_;
  const ReachedMemory &memory_;
  const ProgramEffects &effects_;
  Values &values_;
  Distrust &distrust_;
  RisingFlags &flags_;
  Departures &departures_;
  ThreadSlices &slices_;
  AbsentThreads &absent_;
  HeldObjects &held_;
  RegionFacts &regions_;
  bool recording_ = false;
  std::vector<std::set<RawVisit>> raw_;                  ///< by site
  std::vector<bool> executed_;                           ///< by site: some thread reaches it
  llvm::DenseSet<const llvm::Instruction *> unmodelled_; ///< calls that some thread reaches
  std::vector<KnownLock> lockTable_;
  /// By address, kind, bytes and possible locations.
  std::map<std::tuple<ExpressionId, KnownLock::Kind, std::uint64_t, std::vector<std::uint32_t>>,
           std::uint32_t>
      lockNumbers_;
  std::map<std::vector<std::int64_t>, LockKeyId> keys_;
  std::map<std::vector<std::pair<SymbolId, std::int64_t>>, std::uint32_t> placeOrigins_;
  std::vector<std::string> keyNames_;
  std::map<std::pair<SiteId, LockKeyId>, std::string> keyNamesAt_;
  std::vector<std::optional<KeyPlace>> keyPlaces_;
};

} // namespace raceward
