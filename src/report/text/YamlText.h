// Code shared by readers and writers of small YAML files.
#pragma once

#include "raceward/base/Result.h"

#include <yaml-cpp/yaml.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace raceward {

/// Counted from 1.
std::uint32_t yamlLineOf(const YAML::Node &node);
std::uint32_t yamlLineOf(const YAML::Exception &problem);

/// "path:line: what".
Unexpected yamlProblem(const std::string &path, std::uint32_t line, const std::string &what,
                       std::string hint);

/// In double quotes, escaped.
std::string yamlQuoted(std::string_view text);

} // namespace raceward
