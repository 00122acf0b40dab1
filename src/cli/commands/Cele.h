// What stands behind the word `cele`, one file for each word after it.
#pragma once

#include "options/OptionValues.h"

#include <string>
#include <vector>

namespace raceward {

/// `raceward cele fmt`; the status to exit with.
Result<int> runCeleFormat(const OptionValues &options, const std::vector<std::string> &files);

/// `raceward cele show`; the status to exit with.
Result<int> runCeleShow(const OptionValues &options, const std::vector<std::string> &files);

} // namespace raceward
