#include "raceward/base/Text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace raceward {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos)
      return parts;
    text.remove_prefix(end + 1);
  }
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string withThousands(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3; at -= 3)
    digits.insert(at - 3, ",");
  return digits;
}

bool hasOnlyComments(std::string_view text) {
  const std::vector<std::string_view> lines = split(text, '\n');
  return std::all_of(lines.begin(), lines.end(), [](std::string_view line) {
    line = trim(line);
    return line.empty() || line == "---" || line.starts_with('#');
  });
}

std::string listed(const std::vector<std::string> &words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0)
      text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

std::string counted(std::uint64_t count, std::string_view singular, std::string_view plural) {
  std::string text = withThousands(count) + " ";
  if (count == 1)
    return text.append(singular);
  if (!plural.empty())
    return text.append(plural);
  return text.append(singular).append("s");
}

namespace {

/// Damerau–Levenshtein distance (restricted): swapped neighbours count as one typo.
std::size_t editDistance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> beforeLast(width), last(width), row(width);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j < width; ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], beforeLast[j - 2] + 1);
    }
    std::swap(beforeLast, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

} // namespace

std::optional<std::string> closestMatch(std::string_view word, std::span<const std::string> among) {
  std::optional<std::string> best;
  // A third of the word may be wrong, at least one letter: enough for a typo, too
  // little for a different word.
  std::size_t bestDistance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string &candidate : among) {
    const std::size_t distance = editDistance(word, candidate);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

namespace {

struct NumberAndUnit {
  double number;
  std::string_view unit;
};

std::optional<NumberAndUnit> parseNumberAndUnit(std::string_view text) {
  text = trim(text);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number) || number < 0)
    return std::nullopt;
  return NumberAndUnit{number, trim(text.substr(static_cast<std::size_t>(end - text.data())))};
}

} // namespace

std::optional<std::uint64_t> parseBytes(std::string_view text) {
  const auto parsed = parseNumberAndUnit(text);
  if (!parsed)
    return std::nullopt;
  std::string unit;
  for (const char c : parsed->unit)
    unit += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  double factor = 0;
  if (unit.empty() || unit == "B")
    factor = 1;
  else if (unit == "K" || unit == "KB" || unit == "KIB")
    factor = 1024.0;
  else if (unit == "M" || unit == "MB" || unit == "MIB")
    factor = 1024.0 * 1024;
  else if (unit == "G" || unit == "GB" || unit == "GIB")
    factor = 1024.0 * 1024 * 1024;
  else if (unit == "T" || unit == "TB" || unit == "TIB")
    factor = 1024.0 * 1024 * 1024 * 1024;
  const double bytes = parsed->number * factor;
  if (factor == 0 || bytes >= 1e18)
    return std::nullopt;
  return static_cast<std::uint64_t>(bytes);
}

std::optional<double> parseSeconds(std::string_view text) {
  const auto parsed = parseNumberAndUnit(text);
  if (!parsed)
    return std::nullopt;
  if (parsed->unit.empty() || parsed->unit == "s")
    return parsed->number;
  if (parsed->unit == "ms")
    return parsed->number / 1000;
  if (parsed->unit == "m" || parsed->unit == "min")
    return parsed->number * 60;
  if (parsed->unit == "h")
    return parsed->number * 3600;
  return std::nullopt;
}

std::string formatBytes(std::uint64_t bytes) {
  constexpr const char *units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (amount >= 1024 && unit + 1 < std::size(units)) {
    amount /= 1024;
    ++unit;
  }
  char text[32];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", amount, units[unit]);
  return text;
}

namespace {

/// Length of the valid UTF-8 sequence at the start of `text`, or 0.
std::size_t validSequence(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto continues = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0) == 0x80; };
  const unsigned char lead = byte(0);
  if (lead < 0x80)
    return 1;
  if (lead >= 0xC2 && lead <= 0xDF)
    return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    if (!continues(1) || !continues(2))
      return 0;
    const bool overlong = lead == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = lead == 0xED && byte(1) >= 0xA0;
    return overlong || surrogate ? 0 : 3;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if (!continues(1) || !continues(2) || !continues(3))
      return 0;
    const bool overlong = lead == 0xF0 && byte(1) < 0x90;
    const bool beyond = lead == 0xF4 && byte(1) >= 0x90;
    return overlong || beyond ? 0 : 4;
  }
  return 0;
}

} // namespace

std::string sanitizedUtf8(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = validSequence(text);
    if (length == 0) {
      clean += '?';
      text.remove_prefix(1);
    } else {
      clean.append(text.substr(0, length));
      text.remove_prefix(length);
    }
  }
  return clean;
}

} // namespace raceward
