// `.raceward.yaml`: what stands in it. docs/use/configuration.md describes it for users.
#pragma once

#include "raceward/base/Result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace raceward {

struct ConfigEntry {
  std::string key; ///< a long option without its dashes
  std::vector<std::string> values;
  std::uint32_t line = 0;
};

/// `path` is for messages. Whether the keys are options is for others to say.
Result<std::vector<ConfigEntry>> parseConfig(const std::string &path, const std::string &text);

} // namespace raceward
