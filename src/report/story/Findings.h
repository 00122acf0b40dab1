// Pairs of accesses, grouped for the reader.
//
// One line of C is often several access sites: `counter++` reads and writes, and each
// site pairs with each. To a reader this is one thing, so pairs on the same object and
// the same two lines become one. And a write that clashes with five lines is one finding
// with five partners, not five findings that repeat it.
#pragma once

#include "raceward/model/Verdict.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace raceward {

struct ShownAccess {
  AccessSite site;
  std::string thread;                  ///< its function; empty without a particular run
  std::optional<std::uint32_t> number; ///< of the thread in the run, if it is known
  std::uint32_t step = 0;              ///< in the run, if it is known
};

struct ShownFinding {
  std::string object;                ///< may be empty
  ShownAccess lead;                  ///< a write, unless no access of the pair is one
  std::vector<ShownAccess> partners; ///< never empty
  const Conviction *race = nullptr;  ///< if there is a run that leads there
};

/// One finding for each pair of lines: races are not grouped further.
std::vector<ShownFinding> findingsOf(std::span<const Conviction> convictions);
/// One finding for each object and leading line, in the order of first occurrence.
std::vector<ShownFinding> findingsOf(std::span<const OpenSuspect> suspects);

std::string quoted(const std::string &name);
/// "thread T1" if there is a run: several threads may have the same function.
std::string threadWords(const ShownAccess &access);
/// " of 'q->head' by memcpy() in 'worker'", without what `object` says already.
std::string accessDetails(const AccessSite &site, const std::string &object);

/// "read_sensor() gives 7", or the content of uninitialised memory.
std::string inputWords(const GivenInput &input);

/// Both are on one line, so that one excerpt shows them.
bool onOneLine(const AccessSite &a, const AccessSite &b);

/// A conviction has no object of its own; its accesses name it.
std::string objectOf(const Conviction &conviction);

} // namespace raceward
