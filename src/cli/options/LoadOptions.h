// The program that the options name; shared by the commands that load one.
#pragma once

#include "options/Arguments.h"
#include "options/OptionValues.h"
#include "raceward/program/Load.h"

namespace raceward {

/// Names that an option was given several times, or with commas between them.
std::vector<std::string> splitNames(const std::vector<std::string> &given);

Result<LoadRequest> loadRequestFrom(const OptionValues &options, const Arguments &arguments);

} // namespace raceward
