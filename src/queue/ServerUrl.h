// The parts of scheme://user:password@host:port.
#pragma once

#include <string_view>
#include <vector>

namespace raceward {

struct ServerUrl {
  std::string_view scheme, user, password, address;

  explicit ServerUrl(std::string_view url);
};

/// Splits a comma-separated list.
std::vector<std::string_view> serversIn(std::string_view url);

} // namespace raceward
