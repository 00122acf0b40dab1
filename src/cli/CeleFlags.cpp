#include "CeleFlags.h"

#include "Suggest.h"

#include <array>

namespace raceward {

namespace {

Result<CeleRoute> routeFrom(const std::string &text) {
  static const std::array<std::string, 3> choices{"constraints", "execution", "both"};
  constexpr std::array values{CeleRoute::Constraints, CeleRoute::Execution, CeleRoute::Both};
  if (text.empty())
    return CeleOptions{}.route;
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (text == choices[i])
      return values[i];
  return badChoice("--cele-route", text, choices);
}

} // namespace

Result<cele::Encoding> encodingFrom(const std::string &text) {
  static const std::array<std::string, 4> choices{"pi", "edges", "one-edge", "exact"};
  if (text.empty())
    return cele::Encoding::Exact;
  if (const std::optional<cele::Encoding> encoding = cele::encodingFromString(text))
    return *encoding;
  return badChoice("--cele-encoding", text, choices);
}

void CeleFlags::declare(OptionParser &parser) {
  using Use = OptionParser::Use;
  parser.value("--cele-route", "R", route_, "CELE: constraints (default), execution or both",
               Use::Rare);
  parser.value("--cele-encoding", "E", encoding_, "CELE: pi, edges, one-edge or exact (default)",
               Use::Rare);
}

Result<CeleOptions> CeleFlags::options() const {
  CeleOptions options;
  const Result<CeleRoute> route = routeFrom(route_);
  if (!route)
    return fail(route.error());
  options.route = *route;
  const Result<cele::Encoding> encoding = encodingFrom(encoding_);
  if (!encoding)
    return fail(encoding.error());
  options.encoding = *encoding;
  return options;
}

} // namespace raceward
