// The activity of workers over time, as a picture (SVG) for light and dark backgrounds.
#pragma once

#include "raceward/model/WorkStatus.h"

#include <string>

namespace raceward {

/// One row for each worker, with its share of the time, and the number of active workers over time.
/// If there are very many workers, those that worked most.
std::string workTimeline(const WorkHistory &history);

} // namespace raceward
