// Numbers as text, the same in every locale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace raceward::batch {

/// With this number of digits after the point.
std::string fixed(double value, int digits);
/// The shortest text that reads back as the same number.
std::string shortest(double value);
/// A time for people: "0.42 s", "12.3 s", "4 min 05 s", "2 h 03 min".
std::string readableSeconds(double seconds);
/// The whole text as a finite number.
std::optional<double> parseNumber(std::string_view text);

} // namespace raceward::batch
