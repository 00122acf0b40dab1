// ProgramEffects: what functions, including their callees, may do to memory and locks, and which
// memory is written while threads run. Private to prove.
//
// Found before the walk, for the whole program, from points-to and the call graph. The walk asks it
// which facts survive a call, and which memory keeps its value.
#pragma once

#include "Here.h"
#include "ReachedMemory.h"

#include <map>
#include <vector>

namespace raceward {

class ProgramEffects {
public:
  ProgramEffects(const Facts &facts, ReachedMemory &memory);

  [[nodiscard]] bool mayBeReleased(FunctionId callee, const KnownLock &lock) const;
  [[nodiscard]] bool mayLetGo(FunctionId callee, const KnownLock &lock) const;
  void forgetAfter(FunctionId callee, Knowledge &knowledge, bool sectionMayEnd);
  [[nodiscard]] bool endsSection(FunctionId function) const {
    return endsSection_[function.index()];
  }
  [[nodiscard]] bool createsThreads(FunctionId function) const {
    return createsThreads_[function.index()];
  }

  [[nodiscard]] bool isFixed(Here here, bool byAnyone);
  /// Writes to the object, at any time.
  [[nodiscard]] const std::vector<SiteId> &writesOf(unsigned object) const {
    return writes_[object];
  }
  /// Some write goes through a pointer converted from an integer.
  [[nodiscard]] bool writesAnything() const { return writesAnything_; }
  [[nodiscard]] bool mayHaveBitFields() const { return mayHaveBitFields_; }
  /// An address may be computed from any integers.
  [[nodiscard]] bool numbersMakePointers() const { return numbersMakePointers_; }
  /// A relaxed atomic may publish a new object.
  [[nodiscard]] bool hasWeakAtomics() const { return weakAtomics_; }

private:
  [[nodiscard]] bool mayWrite(FunctionId callee, const KnownCell &cell);
  void findWrites();
  void findReleases();
  void addThoseOfCallees();

  const Facts &facts_;
  const Program &program_;
  ReachedMemory &memory_;
  // By function, including its callees: memory that is written, locks that are released, and locks
  // that are released temporarily, by waiting for a condition.
  std::vector<Reached> written_;
  std::vector<Reached> released_;
  std::vector<Reached> waited_;
  std::vector<bool> endsSection_;
  std::vector<bool> createsThreads_;
  std::vector<std::vector<SiteId>> writesWhileParallel_; ///< by object
  std::vector<std::vector<SiteId>> writes_;              ///< by object, at any time
  Reached parallelWrites_;
  Reached interruptWrites_; ///< by handlers of signals
  std::map<SiteId, bool> fixed_;
  std::map<FunctionId, std::vector<bool>> called_; ///< functions that one may call, itself included
  bool writesAnything_ = false;
  bool mayHaveBitFields_ = true;
  bool numbersMakePointers_ = true;
  bool weakAtomics_ = false;
};

} // namespace raceward
