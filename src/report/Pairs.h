// Pairs of accesses, ready to be shown.
//
// One line of C is often several access sites: `counter++` reads and writes, and each
// site pairs with each. To a reader this is one finding, so pairs on the same object and
// the same two lines become one.
#pragma once

#include "raceward/model/Verdict.h"

#include <span>
#include <string>
#include <vector>

namespace raceward {

struct ShownAccess {
  AccessSite site;
  std::string thread; ///< empty if no particular run is meant
};

struct ShownPair {
  std::string object; ///< may be empty
  ShownAccess first;  ///< a write, if only one of the two is
  ShownAccess second;
};

/// In the order in which they first come.
std::vector<ShownPair> mergedByLines(std::span<const Conviction> convictions);
std::vector<ShownPair> mergedByLines(std::span<const OpenSuspect> suspects);

/// Both on one line, so that one excerpt shows them.
bool onOneLine(const ShownPair &pair);

/// A conviction carries no object of its own; its accesses name it.
std::string objectOf(const Conviction &conviction);

} // namespace raceward
