// The workers of a check, in the text format of Prometheus: for its textfile collector and
// compatible readers.
#pragma once

#include "raceward/model/WorkStatus.h"

#include <string>

namespace raceward {

enum class CheckPhase : bool { Running, Ended };

std::string workMetrics(const WorkStatus &status, CheckPhase phase);

} // namespace raceward
