#include "WorkNumbers.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace raceward {

std::string decimal(double value, int digits) {
  std::array<char, 400> text; // the largest double has 309 digits before the point
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 std::chars_format::fixed, digits);
  return {text.data(), end.ptr};
}

std::string shortestNumber(double value) {
  std::array<char, 400> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end.ptr};
}

std::string percent(double share) {
  const double hundredths = std::clamp(share, 0.0, 1.0) * 100;
  if (hundredths == 0)
    return "0 %";
  if (hundredths < 0.1)
    return "under 0.1 %";
  if (hundredths < 10)
    return decimal(std::floor(hundredths * 10) / 10, 1) + " %";
  return decimal(std::floor(hundredths), 0) + " %";
}

std::string roughTime(double seconds) {
  struct Unit {
    double seconds;
    std::string_view name;
  };
  constexpr std::array<Unit, 4> units{{{86400, " days"}, {3600, " h"}, {60, " min"}, {1, " s"}}};
  // At least two of a unit: "90 min" is more precise than "1 h".
  for (const Unit &unit : units)
    if (seconds >= 2 * unit.seconds || unit.seconds == 1)
      return withThousands(static_cast<std::uint64_t>(
                 std::min(std::max(seconds, 0.0) / unit.seconds, 1e15))) +
             std::string(unit.name);
  return {};
}

} // namespace raceward
