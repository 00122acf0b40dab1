#include "ReplayLog.h"

#include "raceward/base/Text.h"

#include <array>
#include <utility>

namespace raceward {

std::optional<ReplayResult> readReplayLog(std::string_view log) {
  using Outcome = ReplayResult::Outcome;
  constexpr std::string_view kBegins = "raceward-replay: ";
  constexpr std::array<std::pair<std::string_view, Outcome>, 3> kOutcomes{
      {{"confirmed ", Outcome::Confirmed},
       {"unreported ", Outcome::Unreported},
       {"diverged ", Outcome::Diverged}}};
  for (std::string_view line : split(log, '\n')) {
    if (!line.starts_with(kBegins))
      continue;
    line.remove_prefix(kBegins.size());
    for (const auto &[word, outcome] : kOutcomes)
      if (line.starts_with(word))
        return ReplayResult{outcome, sanitizedUtf8(line.substr(word.size())), {}};
  }
  return std::nullopt;
}

} // namespace raceward
