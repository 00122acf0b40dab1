// What a run says about its race, in sentences.
#pragma once

#include "raceward/model/Evidence.h"

#include <string>

namespace raceward {

/// "T1", as every report calls it.
std::string threadLabel(std::uint32_t thread);

/// Why neither access comes before the other: the locks that each side holds, where the threads
/// were created, and what one has last seen of the other. Printable. Empty without a run.
std::string whyUnordered(const Evidence &run);

/// What to do about it. `object` as C would write it, or empty. Not made printable.
std::string raceHint(const Evidence &run, const std::string &object);

} // namespace raceward
