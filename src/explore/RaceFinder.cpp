#include "RaceFinder.h"

#include "raceward/explore/Overlap.h"

#include <algorithm>

namespace raceward {

Result<void> RaceFinder::extend(Machine &machine) {
  strict_.extend();
  const std::size_t at = run_.size() - 1;
  found_.clear();
  strict_.racesOf(at, found_);
  for (const std::uint32_t earlier : found_) {
    const auto real = trulyOverlap(machine, run_[earlier], run_[at]);
    if (!real)
      return fail(real.error());
    if (!*real)
      continue;
    if (!firstRace_)
      firstRace_ = Trace(run_.events().begin(), run_.events().end());
    races_.insert(racingPair(run_[earlier], run_[at]));
  }
  return ambiguous_ ? Result<void>() : findAmbiguity(machine);
}

/// Pairs that race only without the edges that are open.
Result<void> RaceFinder::findAmbiguity(Machine &machine) {
  const std::size_t at = run_.size() - 1;
  if (readingsDiffer_) {
    loose_.extend();
  } else {
    readingsDiffer_ = HappensBefore::ambiguous(run_[at].operation.action);
    if (!readingsDiffer_)
      return {};
    loose_.rebuild();
  }
  loosely_.clear();
  loose_.racesOf(at, loosely_);
  for (const std::uint32_t earlier : loosely_) {
    if (std::find(found_.begin(), found_.end(), earlier) != found_.end())
      continue;
    const auto real = trulyOverlap(machine, run_[earlier], run_[at]);
    if (!real)
      return fail(real.error());
    ambiguous_ |= *real && !mutated(Mutation::AmbiguousAttempts);
  }
  return {};
}

} // namespace raceward
