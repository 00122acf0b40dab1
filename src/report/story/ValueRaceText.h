// Text for a value race: a use that gets different values in two orders of the threads, where every
// access is a step of its own. Programs in CELE have these, and no data races.
#pragma once

#include "text/Diagnostics.h"

#include "raceward/model/Verdict.h"

#include <string>

namespace raceward {

/// Both accesses are atomic, so it is not a data race.
[[nodiscard]] bool isOfValuesOnly(const Conviction &race);

/// "the value of 'a' here depends on the order of the threads".
std::string valueRaceMessage(const Conviction &race);
/// "in the first order it sees this write by T1", and the same for the other order.
struct SeenWrite {
  std::string words;
  SourcePosition at; ///< unknown for the initial value
};
std::vector<SeenWrite> seenWrites(const Conviction &race);
std::string valueRaceHint(const Conviction &race);

/// The use, the two writes, the inputs and the two runs side by side.
void addValueRace(Diagnostics &out, const Conviction &race, const TextOptions &options);

} // namespace raceward
