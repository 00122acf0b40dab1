// "did you mean …?" for mistyped words.
#pragma once

#include "raceward/base/Result.h"

#include <span>
#include <string>
#include <string_view>

namespace raceward {

/// "did you mean 'check'?", or the list, or nothing if the list is empty.
std::string suggestOneOf(std::string_view word, std::span<const std::string> among);

/// The hint for an option that `usage` does not have.
std::string suggestOption(std::string_view option, std::span<const std::string> among,
                          std::string_view usage);

/// "--model cannot be 'x'", with the nearest of the choices.
Unexpected badChoice(std::string_view option, std::string_view value,
                     std::span<const std::string> choices);

} // namespace raceward
