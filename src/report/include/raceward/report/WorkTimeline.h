// Who worked when, as a picture (SVG) for light and dark surroundings.
#pragma once

#include "raceward/model/WorkStatus.h"

#include <string>

namespace raceward {

/// One row for each worker, with its share of the time, and how many worked at each moment. Of
/// very many workers those that worked most.
std::string workTimeline(const WorkHistory &history);

} // namespace raceward
