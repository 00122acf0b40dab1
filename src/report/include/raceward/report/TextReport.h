// A result for people, in the manner of a compiler's diagnostics.
//
//   queue.c:12:3: warning: possible data race on 'counter': this write in 'worker'
//      12 |   counter++;
//         |   ^
//   queue.c:20:18: note: may run at the same time as this read in 'main'
//   …
//   raceward: unknown: 2 of 14 suspects left
//
// The last line is always the verdict. Editors and CI parse the first line of each diagnostic as
// they parse clang's, so its form is part of the interface.
#pragma once

#include "raceward/model/CheckResult.h"
#include "raceward/report/TextOptions.h"

#include <string>

namespace raceward {

/// Reads the source files that the result names, to quote them; a missing or changed file only
/// loses its quotation. The text ends with a newline and contains no other control character
/// except, with `colour`, colour codes.
std::string textReport(const CheckResult &result, const TextOptions &options);
std::string textReport(const PropertyResult &result, const TextOptions &options);

} // namespace raceward
