#include "ServerUrl.h"

#include "raceward/base/Text.h"
#include "raceward/queue/Queue.h"

namespace raceward {

ServerUrl::ServerUrl(std::string_view url) : address(url) {
  if (const auto end = address.find("://"); end != std::string_view::npos) {
    scheme = address.substr(0, end);
    address.remove_prefix(end + 3);
  }
  if (const auto at = address.rfind('@'); at != std::string_view::npos) {
    user = address.substr(0, at);
    address.remove_prefix(at + 1);
    if (const auto colon = user.find(':'); colon != std::string_view::npos) {
      password = user.substr(colon + 1);
      user = user.substr(0, colon);
    }
  }
}

std::vector<std::string_view> serversIn(std::string_view url) {
  std::vector<std::string_view> servers;
  for (const std::string_view part : split(url, ','))
    if (const std::string_view server = trim(part); !server.empty())
      servers.push_back(server);
  return servers;
}

std::string shownUrl(std::string_view url) {
  std::vector<std::string> shown;
  for (const std::string_view each : serversIn(url)) {
    const ServerUrl server(each);
    shown.push_back(std::string(server.scheme.empty() ? "nats" : server.scheme) + "://" +
                    sanitizedUtf8(server.address));
  }
  return listed(shown);
}

} // namespace raceward
