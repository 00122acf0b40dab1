#include "Values.h"

#include "Suggest.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace raceward {

namespace {

std::string lowerCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

} // namespace

Result<std::optional<double>> secondsFrom(const char *option, const std::string &text) {
  if (text.empty())
    return std::optional<double>();
  const std::optional<double> seconds = parseSeconds(text);
  if (!seconds || *seconds <= 0)
    return fail(Error::Kind::Usage, std::string(option) + " cannot be '" + text + "'",
                "write seconds or a unit: 60, 90s, 15m, 1h");
  return seconds;
}

Result<std::optional<double>> timeLimitFrom(const std::string &text) {
  return secondsFrom("--time-limit", text);
}

Result<std::uint32_t> countFrom(const char *option, const std::string &text) {
  if (text.empty())
    return 0U;
  std::uint32_t count = 0;
  const char *end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, count);
  if (read.ec != std::errc() || read.ptr != end || count == 0)
    return fail(Error::Kind::Usage, std::string(option) + " cannot be '" + text + "'",
                std::string("write a number from 1 up: ") + option + " 3");
  return count;
}

Result<std::optional<std::uint64_t>> memoryLimitFrom(const std::string &text) {
  if (text.empty())
    return std::optional<std::uint64_t>();
  const std::optional<std::uint64_t> bytes = parseBytes(text);
  if (!bytes || *bytes == 0)
    return fail(Error::Kind::Usage, "--memory-limit cannot be '" + text + "'",
                "write bytes or a unit: 512M, 2G");
  // Less than any program takes: somebody left out the unit.
  if (*bytes < (std::uint64_t{1} << 20))
    return fail(Error::Kind::Usage,
                "--memory-limit " + text + " is " + counted(*bytes, "byte") + ", too little",
                "did you mean '" + text + "M' or '" + text + "G'?");
  return bytes;
}

Result<MemoryModel> modelFrom(const std::string &text) {
  static const std::array<std::string, 2> choices{"c11", "sc"};
  const std::string name = lowerCase(text);
  if (name.empty() || name == choices[0])
    return MemoryModel::C11;
  if (name == choices[1])
    return MemoryModel::Sc;
  return badChoice("--model", text, choices);
}

Result<DataModel> dataModelFrom(const std::string &text) {
  static const std::array<std::string, 2> choices{"lp64", "ilp32"};
  const std::string name = lowerCase(text);
  if (name.empty() || name == choices[0])
    return DataModel::LP64;
  if (name == choices[1])
    return DataModel::ILP32;
  return badChoice("--data-model", text, choices);
}

Result<Property> propertyFrom(const std::string &text) {
  static const std::array<std::string, 5> choices{"no-data-race", "value-races", "assertions",
                                                  "memory-safety", "deadlock"};
  if (text.empty())
    return Property::NoDataRace;
  if (const std::optional<Property> property = propertyFromString(text))
    return *property;
  return badChoice("--property", text, choices);
}

Result<unsigned> jobsFrom(const std::string &text) {
  if (text.empty())
    return 1u;
  unsigned jobs = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), jobs);
  if (error != std::errc() || end != text.data() + text.size() || jobs == 0 || jobs > 1024)
    return fail(Error::Kind::Usage, "-j cannot be '" + text + "'",
                "write how many tasks may run at once: -j 4");
  return jobs;
}

Result<std::optional<std::uint64_t>> solverLimitFrom(const std::string &text,
                                                     std::uint64_t otherwise) {
  if (text.empty())
    return std::optional<std::uint64_t>(otherwise);
  std::uint64_t number = 0;
  const char *end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end)
    return fail(Error::Kind::Usage, "'" + text + "' is no solver limit",
                "a number of the solver's units, such as 30000000, or 0 for no limit");
  return number == 0 ? std::optional<std::uint64_t>() : number;
}

} // namespace raceward
