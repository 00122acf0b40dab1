#include "commands/FailOn.h"

#include "options/Suggest.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <array>

namespace raceward {

namespace {

/// Whether anything is open besides the races that were found.
bool leavesMore(const Ledger &ledger) {
  Ledger rest = ledger;
  rest.convictions.clear();
  for (const Conviction &race : ledger.convictions)
    rest.suppressed.push_back({race, {}, {}});
  const Verdict verdict = conclude(rest);
  const Unknown *unknown = verdict.unknown();
  return unknown != nullptr && std::ranges::any_of(unknown->reasons, [](const Gap &gap) {
           return gap.kind != GapKind::Suppressed;
         });
}

} // namespace

Result<FailOn> failOnFrom(const std::string &text, bool hasBaseline) {
  FailOn failOn;
  if (text.empty()) {
    failOn.race = !hasBaseline;
    return failOn;
  }
  failOn = {false, false, false, false};
  if (text == "none")
    return failOn;
  static const std::array<std::string, 4> names{"race", "new-race", "unknown", "suppressed"};
  const std::array<bool *, 4> members{&failOn.race, &failOn.newRace, &failOn.unknown,
                                      &failOn.suppressed};
  for (const std::string_view word : split(text, ',')) {
    const auto found = std::ranges::find(names, trim(word));
    if (found == names.end())
      return badChoice("--fail-on", trim(word), names);
    *members[static_cast<std::size_t>(found - names.begin())] = true;
  }
  if (failOn.newRace && !failOn.race && !hasBaseline)
    return fail(Error::Kind::Usage, "--fail-on new-race needs a baseline",
                "name one with --baseline, or use --fail-on race");
  return failOn;
}

ExitStatus exitStatusOf(const CheckResult &result, const FailOn &failOn,
                        const std::optional<Baseline> &baseline) {
  const std::vector<Conviction> &races = result.ledger.convictions;
  const bool anyNew = std::ranges::any_of(
      races, [&](const Conviction &race) { return !baseline || !baseline->knows(race); });
  if ((failOn.race && !races.empty()) || (failOn.newRace && anyNew))
    return ExitStatus::Race;
  if ((failOn.unknown && leavesMore(result.ledger)) ||
      (failOn.suppressed && !result.ledger.suppressed.empty()))
    return ExitStatus::Unknown;
  return ExitStatus::RaceFree;
}

ExitStatus exitStatusOf(const PropertyResult &result, const FailOn &failOn,
                        const std::optional<Baseline> & /*baseline*/) {
  const ExitStatus status = exitStatusOf(result.verdict());
  const bool fails = status == ExitStatus::Race ? failOn.race : failOn.unknown;
  return fails ? status : ExitStatus::RaceFree;
}

} // namespace raceward
