// SinglePlaces: pointers that always lead to one place of one variable or allocation. Private to
// prove.
#pragma once

#include "FixedPlace.h"
#include "raceward/prove/Threads.h"

#include <map>

namespace raceward {

/// Adds to fixedPlaceOf() what points-to knows: `pool->count` is one place, in whatever function,
/// if `pool` only ever points to the result of one allocation that no run executes twice.
///
/// The object of such a place is the variable, or the call that allocates. Two places with equal
/// objects are in the same memory, except for those of a local variable that fixedPlaceOf() finds:
/// they are in the same memory if they belong to the same frame.
class SinglePlaces {
public:
  SinglePlaces(const Program &program, const PointsTo &pointsTo, const Threads &threads)
      : program_(program), pointsTo_(pointsTo), threads_(threads) {}

  [[nodiscard]] std::optional<FixedPlace> placeOf(const llvm::Value &pointer) const;
  /// No run has two of it.
  [[nodiscard]] bool isSingle(const llvm::Value &object) const;

private:
  const Program &program_;
  const PointsTo &pointsTo_;
  const Threads &threads_;
  mutable std::map<const llvm::Value *, bool> single_; ///< by object
};

} // namespace raceward
