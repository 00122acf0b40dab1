// RisingFlags: variables that only change from zero. Private to prove.
//
// A variable that is zero when the first thread is created, and that is never set to zero
// afterwards, splits a run in two. A critical section that reads zero from it precedes all critical
// sections of the same lock that read another value: "initialise once", "wait until ready";
// pthread_once() has this by itself. Whether zero is ever written is known only at the end of the
// walk, so writes that break the rule are recorded, as with locks.
#pragma once

#include "Departures.h"
#include "Here.h"
#include "Knowledge.h"
#include "ReachedMemory.h"
#include "Values.h"
#include "raceward/prove/Visits.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace raceward {

/// Size of pthread_once_t, which is an int in all C libraries.
constexpr std::uint64_t kOnceBytes = 4;

class RisingFlags {
public:
  RisingFlags(Expressions &expressions, ReachedMemory &memory, Values &values,
              Departures &departures)
      : expressions_(expressions), memory_(memory), values_(values), departures_(departures) {}

  /// Before that, no write is recorded.
  void startRecording() { recording_ = true; }

  void readFlag(Knowledge &knowledge, const llvm::Instruction &load, ExpressionId address,
                const llvm::Value &pointer);
  void noteFlags(Knowledge &knowledge);
  std::optional<KnownLock> onceAt(Here here, const Knowledge &knowledge);
  void writeFlags(Knowledge &knowledge, const llvm::Value &pointer, ExpressionId address,
                  std::optional<std::uint64_t> bytes, ExpressionId value);

  /// The lock under which the flag was observed, with all of its possible locations.
  [[nodiscard]] const KnownLock &lockOf(const FlagPhase &phase) const {
    return phaseLocks_.at({phase.lock, phase.kind});
  }
  /// Whether the flag may be set back to zero.
  [[nodiscard]] bool mayFall(const FlagPlace &flag) const { return fallingFlags_.contains(flag); }
  FlagKeyId flagKeyOf(const FlagPhase &phase);

private:
  [[nodiscard]] bool canBeFlag(ExpressionId address) const;
  void addFlag(const FlagPlace &flag, const llvm::Value &pointer);
  void readDeparting(Knowledge &knowledge, const llvm::Instruction &load,
                     const llvm::Value &pointer);
  void addPhaseLock(const KnownLock &lock);

  Expressions &expressions_;
  ReachedMemory &memory_;
  Values &values_;
  Departures &departures_;
  bool recording_ = false;
  std::set<FlagPlace> flags_;
  std::map<unsigned, std::vector<FlagPlace>> flagsIn_; ///< by object
  std::map<std::pair<ExpressionId, KnownLock::Kind>, KnownLock> phaseLocks_;
  std::map<FlagPhase, FlagKeyId> flagKeys_; ///< of risen ones
  std::set<FlagPlace> fallingFlags_;        ///< flags that may be set back to zero
};

} // namespace raceward
