// Values of options: text in, or what to write instead.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/model/Property.h"
#include "raceward/model/Verdict.h"
#include "raceward/program/Program.h"

#include <cstdint>
#include <optional>
#include <string>

namespace raceward {

// An empty text means that the option was not given.

/// `option` for the message.
Result<std::optional<double>> secondsFrom(const char *option, const std::string &text);
Result<std::optional<double>> timeLimitFrom(const std::string &text);
/// From 1 up; 0 if none was given.
Result<std::uint32_t> countFrom(const char *option, const std::string &text);
Result<std::optional<std::uint64_t>> memoryLimitFrom(const std::string &text);
Result<MemoryModel> modelFrom(const std::string &text);
Result<DataModel> dataModelFrom(const std::string &text);
/// The name of a property that can be checked; "no-data-race" if none was given.
Result<Property> propertyFrom(const std::string &text);
Result<unsigned> jobsFrom(const std::string &text);
/// Zero means none, and is nothing given `otherwise`.
Result<std::optional<std::uint64_t>> solverLimitFrom(const std::string &text,
                                                     std::uint64_t otherwise);

} // namespace raceward
