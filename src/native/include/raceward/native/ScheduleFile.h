// A schedule of a native program as text: the thread of each step.
//
//   raceward-schedule 1
//   0 12        thread 0 (main) makes twelve steps
//   2 1         then thread 2 makes one; threads are numbered as the run creates them
#pragma once

#include "raceward/base/Result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

std::string scheduleText(std::span<const std::uint8_t> threads);
Result<std::vector<std::uint8_t>> parseSchedule(std::string_view text);

} // namespace raceward
