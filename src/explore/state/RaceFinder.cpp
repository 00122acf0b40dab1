#include "state/RaceFinder.h"

#include "raceward/explore/Overlap.h"

#include <algorithm>
#include <utility>

namespace raceward {

namespace {
constexpr std::size_t kMostEventsKept = 200'000;
} // namespace

RacingPair racingPair(const Event &a, const Event &b) {
  RacingAccess first{a.thread, a.operation.at};
  RacingAccess second{b.thread, b.operation.at};
  if (second < first)
    std::swap(first, second);
  return {first, second};
}

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
    if (onRace)
      onRace(run_[earlier], run_[at]);
    if (const RacingPair pair = racingPair(run_[earlier], run_[at]); races_.insert(pair).second)
      keep(pair);
  }
  return ambiguous_ ? Result<void>() : findAmbiguity(machine);
}

void RaceFinder::keep(const RacingPair &pair) {
  Trace run(run_.events().begin(), run_.events().end());
  if (!firstRace_) {
    firstRace_ = std::move(run);
  } else if (eventsKept_ + run.size() <= kMostEventsKept) {
    eventsKept_ += run.size();
    laterRaces_.push_back({pair, std::move(run)});
  }
}

/// Looks for pairs that race only if the ambiguous edges do not hold.
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
