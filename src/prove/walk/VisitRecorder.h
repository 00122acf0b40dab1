// VisitRecorder: the visits of each access. Private to prove.
//
// Visits are recorded in one more pass after the fixed point. Which locks and flags can be trusted
// is known only at its end: finish() drops the facts that rest on others.
#pragma once

#include "AbsentThreads.h"
#include "Distrust.h"
#include "HeldObjects.h"
#include "Here.h"
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
  VisitRecorder(const Program &program, Expressions &expressions, const ProgramEffects &effects,
                Values &values, Distrust &distrust, RisingFlags &flags, ThreadSlices &slices,
                AbsentThreads &absent, HeldObjects &held)
      : program_(program), expressions_(expressions), effects_(effects), values_(values),
        distrust_(distrust), flags_(flags), slices_(slices), absent_(absent), held_(held) {}

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
    Visit rest;
    auto operator<=>(const RawVisit &) const = default;
  };

  std::uint32_t numberOf(const KnownLock &lock);
  LockKeyId intern(const KnownLock &lock, std::int64_t numerator, std::int64_t denominator,
                   const Sum &rest, SiteId site);
  std::vector<HeldKey> keysOf(const KnownLock &lock, ExpressionId address, SiteId site);

  const Program &program_;
  Expressions &expressions_;
  const ProgramEffects &effects_;
  Values &values_;
  Distrust &distrust_;
  RisingFlags &flags_;
  ThreadSlices &slices_;
  AbsentThreads &absent_;
  HeldObjects &held_;
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
  std::vector<std::string> keyNames_;
  std::map<std::pair<SiteId, LockKeyId>, std::string> keyNamesAt_;
};

} // namespace raceward
