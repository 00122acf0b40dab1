// Describes the race of a run in sentences.
#pragma once

#include "raceward/model/Evidence.h"

#include <string>

namespace raceward {

/// "T1", the name in all reports.
std::string threadLabel(std::uint32_t thread);

/// Why neither access comes before the other: the locks that each side holds, where the threads
/// were created, and the last synchronisation between them. Printable. Empty without a run.
std::string whyUnordered(const Evidence &run);

/// Advice on the race. `object` in C syntax, or empty. Not made printable.
std::string raceHint(const Evidence &run, const std::string &object);

} // namespace raceward
