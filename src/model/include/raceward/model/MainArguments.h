// The arguments of the program among the inputs of a run.
#pragma once

#include "raceward/model/Evidence.h"

#include <string>
#include <string_view>
#include <vector>

namespace raceward {

/// Sources of inputs: the number of words that main gets, and the characters of its arguments.
inline constexpr std::string_view kArgumentCount = "argc";
inline constexpr std::string_view kArgumentText = "argv";

bool isMainArgument(const GivenInput &input);

/// The arguments after the name of the program, as a shell would pass them. If main looks at their
/// number only, they are empty.
std::vector<std::string> mainArgumentsIn(const std::vector<GivenInput> &inputs);

} // namespace raceward
