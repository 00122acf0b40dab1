// OpenVariable: what a check left undecided, by variable.
//
// A person decides about variables: what orders the accesses to this one? Pairs of accesses are
// many, and a pair of accesses to two variables only says that pointers were not told apart.
#pragma once

#include "raceward/model/Access.h"

#include <cstdint>
#include <string>
#include <vector>

namespace raceward {

/// A lock that most accesses to a variable hold, and those that do not.
struct UsualLock {
  std::string name;                ///< empty: there is none
  std::uint64_t holds = 0;         ///< places that hold it
  std::uint64_t places = 0;        ///< of the variable, while there are threads
  std::vector<AccessSite> without; ///< a few of the others
};

struct OpenVariable {
  std::string name;         ///< as AccessSite::variable, or the objects in words
  std::uint64_t writes = 0; ///< places in question
  std::uint64_t reads = 0;
  std::uint64_t pairs = 0; ///< of its own accesses, that are left
  AccessSite first;        ///< the likeliest pair
  AccessSite second;
  UsualLock lock;
};

struct OpenVariables {
  std::vector<OpenVariable> listed; ///< the likeliest races first
  std::uint64_t count = 0;          ///< listed or not
  /// Further variables, without a left pair of their own: their accesses could only meet those of
  /// others, since the pointers there are not told apart.
  std::uint64_t mixedUp = 0;
  /// All that several threads access: these, and those of which nothing was left.
  std::uint64_t shared = 0;
};

} // namespace raceward
