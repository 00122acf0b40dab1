// Tolerant reading of foreign JSON: a missing member or one of another type is not an exception.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace raceward {

/// A string member; empty if it is missing or of another type.
inline std::string textAt(const nlohmann::json &object, const char *key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

} // namespace raceward
