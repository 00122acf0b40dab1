#include "raceward/batch/Numbers.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace raceward::batch {

std::string fixed(double value, int digits) {
  std::array<char, 400> text; // the largest double has 309 digits before the point
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 std::chars_format::fixed, digits);
  return std::string(text.data(), end.ptr);
}

std::string shortest(double value) {
  std::array<char, 400> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  return std::string(text.data(), end.ptr);
}

std::string readableSeconds(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0)
    return "?";
  if (seconds < 9.995)
    return fixed(seconds, 2) + " s";
  if (seconds < 59.95)
    return fixed(seconds, 1) + " s";
  const auto whole = static_cast<unsigned long long>(std::llround(std::min(seconds, 1e15)));
  std::array<char, 64> text;
  if (whole < 3600)
    std::snprintf(text.data(), text.size(), "%llu min %02llu s", whole / 60, whole % 60);
  else
    std::snprintf(text.data(), text.size(), "%llu h %02llu min", whole / 3600, whole % 3600 / 60);
  return text.data();
}

std::optional<double> parseNumber(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

} // namespace raceward::batch
