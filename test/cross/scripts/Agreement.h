// A script and the same program in C: do brute force and Raceward agree?
#pragma once

#include "InC.h"
#include "raceward/explore/Reductions.h"
#include "raceward/model/Verdict.h"
#include "raceward/program/Program.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace raceward::test {

struct AgreementOptions {
  std::uint64_t interleavings = 2000; ///< programs with more are passed over
  /// The truth is one run of each class, by sleep sets, instead of every interleaving.
  bool bySleepSets = false;
  DataModel dataModel = DataModel::LP64;
  Reduction reduction = Reduction::Source;
  bool everything = false; ///< also all races and final values
};

struct Agreement {
  std::string disagreement; ///< empty if there is none
  bool truthIsRace = false;
  bool ambiguous = false; ///< standards leave open whether there is one: unknown is right
  // With every atomic seq_cst, or taken for it:
  bool unknown = false;          ///< the check could not tell
  bool searchUnknown = false;    ///< the search alone could not
  std::set<std::string> reasons; ///< for either
  bool weak = false;             ///< asked under C11 with weaker atomics, too
  bool unknownIfWeak = false;    ///< the answer to that
};

/// None if the script cannot be written in C, or is too large.
std::optional<Agreement> compareInC(const Script &script, CForm form,
                                    const AgreementOptions &options);

} // namespace raceward::test
