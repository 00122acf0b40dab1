// Reading JSON that somebody else wrote: what is missing or of another type is no reason to throw.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace raceward {

/// A member that is a text; else empty.
inline std::string textAt(const nlohmann::json &object, const char *key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

} // namespace raceward
