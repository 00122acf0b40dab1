// The exit statuses: part of the interface, listed in --help.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/model/Property.h"
#include "raceward/model/Verdict.h"

namespace raceward {

enum class ExitStatus : int { RaceFree = 0, Race = 1, BadInput = 2, Unknown = 3, Internal = 4 };

/// Added to the status of a verdict if a requested file could not be written: the verdict stands,
/// but readers of the file have to know.
inline constexpr int kReportLost = 8;

inline ExitStatus exitStatusOf(const Verdict &verdict) {
  if (verdict.isRace())
    return ExitStatus::Race;
  return verdict.isRaceFree() ? ExitStatus::RaceFree : ExitStatus::Unknown;
}

inline ExitStatus exitStatusOf(const PropertyVerdict &verdict) {
  if (verdict.isViolated())
    return ExitStatus::Race;
  return verdict.holds() ? ExitStatus::RaceFree : ExitStatus::Unknown;
}

inline ExitStatus exitStatusOf(const Error &error) {
  switch (error.kind) {
  case Error::Kind::Usage:
  case Error::Kind::Input:
  case Error::Kind::Setup:
    return ExitStatus::BadInput;
  case Error::Kind::Resource:
  case Error::Kind::Internal:
    break;
  }
  return ExitStatus::Internal;
}

} // namespace raceward
