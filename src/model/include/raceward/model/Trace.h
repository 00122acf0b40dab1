// Traces as text: a run that can be stored, shown and replayed.
//
//   raceward-trace 2
//   t0 0 0 @3 create t1        thread, index, outcome, position, action
//   t1 0 0 @- write o2+0:4     four bytes of object 2 from offset 0; `?`: some of them
#pragma once

#include "raceward/base/Result.h"
#include "raceward/model/Event.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

using Trace = std::vector<Event>;

std::string serialise(std::span<const Event> trace);
Result<Trace> parseTrace(std::string_view text);

} // namespace raceward
