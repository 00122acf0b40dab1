// Code shared by both formats of witnesses. Private to report.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/model/Witness.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace raceward {

/// "assumption", "function_enter" …
std::string_view toString(WaypointType type);
std::optional<WaypointType> waypointTypeFrom(std::string_view name);

/// Digits only.
std::optional<std::uint32_t> wholeNumber(std::string_view text);

Unexpected witnessProblem(const std::string &path, std::uint32_t line, const std::string &what);

} // namespace raceward
