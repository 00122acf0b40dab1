// FunctionLocks: where functions find and leave locks, from the contexts of the walk. Private to
// prove.
#pragma once

#include "Distrust.h"
#include "Frames.h"
#include "raceward/prove/Visits.h"

#include <span>
#include <vector>

namespace raceward {

class FunctionLocks {
public:
  FunctionLocks(const Expressions &expressions, Distrust &distrust)
      : expressions_(expressions), distrust_(distrust) {}

  /// One context of a function. Only after the walk is recorded: then it is known which locks can
  /// be trusted.
  [[nodiscard]] LocksAtCall of(const Function &function, const Knowledge &entry,
                               std::span<const FunctionExit> exits) const;

private:
  [[nodiscard]] std::vector<PlacedLock> placesOf(const std::vector<KnownLock> &locks,
                                                 const llvm::Function &function,
                                                 const Knowledge &entry) const;

  const Expressions &expressions_;
  Distrust &distrust_;
};

} // namespace raceward
