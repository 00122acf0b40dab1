// Program arguments among the inputs of a run.
#pragma once

#include "raceward/model/Evidence.h"

#include <string>
#include <string_view>
#include <vector>

namespace raceward {

/// Sources of inputs: argc, and the characters of argv.
inline constexpr std::string_view kArgumentCount = "argc";
inline constexpr std::string_view kArgumentText = "argv";

bool isMainArgument(const GivenInput &input);

/// The arguments after the program name, as a shell would pass them. They are empty if main
/// examines only their number.
std::vector<std::string> mainArgumentsIn(const std::vector<GivenInput> &inputs);

} // namespace raceward
