#include "commands/KnownRaces.h"

#include "raceward/base/Text.h"
#include "raceward/report/Fingerprint.h"
#include "terminal/Messages.h"

#include <algorithm>
#include <set>

namespace raceward {

namespace {

/// With less time left, a second check is not started.
constexpr double kShortestCheck = 0.2;

bool sameRace(const Conviction &a, const Conviction &b) {
  return (a.first.at == b.first.at && a.second.at == b.second.at) ||
         (a.first.at == b.second.at && a.second.at == b.first.at);
}

bool onSameLines(const Conviction &a, const Conviction &b) {
  const auto same = [](const AccessSite &x, const AccessSite &y) {
    return x.at.file == y.at.file && x.at.line == y.at.line && x.name == y.name;
  };
  return (same(a.first, b.first) && same(a.second, b.second)) ||
         (same(a.first, b.second) && same(a.second, b.first));
}

template <typename Race, typename RaceOf>
void addMissing(std::vector<Race> &&from, std::vector<Race> &to, RaceOf raceOf) {
  for (Race &race : from)
    if (std::ranges::none_of(
            to, [&](const Race &other) { return sameRace(raceOf(other), raceOf(race)); }))
      to.push_back(std::move(race));
}

/// The second check may have stopped before it found the races of the first one.
void addFirst(CheckResult &&first, CheckResult &to) {
  addMissing(std::move(first.ledger.convictions), to.ledger.convictions,
             [](const Conviction &race) -> const Conviction & { return race; });
  addMissing(std::move(first.ledger.suppressed), to.ledger.suppressed,
             [](const SuppressedRace &race) -> const Conviction & { return race.race; });
  to.stats.wallSeconds += first.stats.wallSeconds;
  to.stats.cpuSeconds += first.stats.cpuSeconds;
  to.stats.peakMemoryBytes = std::max(to.stats.peakMemoryBytes, first.stats.peakMemoryBytes);
}

/// After the ledger has changed.
void adjustScope(CheckResult &result) {
  if (result.verdict().isUnknown())
    result.scope.clear();
}

/// Whether every race was found, so that a rule without a match is unused.
bool isComplete(const CheckResult &result) {
  return result.verdict().isRaceFree() || (result.ledger.closed && result.ledger.everyRaceFound &&
                                           result.ledger.interruptions.empty());
}

std::string names(const Conviction &race) {
  const std::string &name = race.first.name.empty() ? race.second.name : race.first.name;
  return "'" + name + "' in '" + race.first.function + "' and '" + race.second.function + "'";
}

} // namespace

bool KnownRaces::hideOthers(const Ledger &ledger) const {
  return ledger.convictions.empty() ? !ledger.suppressed.empty() : baseline_.has_value();
}

// Two occurrences of `total++` have three racing pairs. A report shows them as one race, and SARIF
// has one of them; so a baseline entry for one covers the line.
void KnownRaces::completeBaseline(const std::vector<Conviction> &races) {
  if (!baseline_)
    return;
  std::vector<std::string> more;
  for (const Conviction &race : races)
    if (std::ranges::any_of(races, [&](const Conviction &other) {
          return onSameLines(race, other) && baseline_->knows(other);
        }))
      more.push_back(fingerprintOf(race));
  baseline_->fingerprints.insert(more.begin(), more.end());
}

Result<CheckResult> KnownRaces::check(const CheckRequest &request, const CheckEvents &events) {
  Result<CheckResult> result = checkTwice(request, events);
  if (result)
    completeBaseline(result->ledger.convictions);
  return result;
}

Result<CheckResult> KnownRaces::checkTwice(CheckRequest request, const CheckEvents &events) {
  // A list of races must be complete to be useful.
  if (newSuppressions_.wanted() || newBaseline_.wanted())
    request.explore.allRaces = true;
  Result<CheckResult> first = runCheck(request, events);
  if (!first)
    return first;
  suppressions_.apply(first->ledger);
  adjustScope(*first);
  CheckRequest again = request;
  again.explore.allRaces = true;
  if (again.timeLimitSeconds)
    *again.timeLimitSeconds -= first->stats.wallSeconds;
  if (request.explore.allRaces || !hideOthers(first->ledger) ||
      again.timeLimitSeconds.value_or(kShortestCheck) < kShortestCheck)
    return first;
  // The compiler's warnings were shown already.
  CheckEvents quietly = events;
  quietly.onWarnings = {};
  Result<CheckResult> all = runCheck(again, quietly);
  if (!all)
    return first;
  suppressions_.apply(all->ledger);
  addFirst(std::move(*first), *all);
  adjustScope(*all);
  return all;
}

Result<void> KnownRaces::write(const CheckResult &result) const {
  const std::vector<Conviction> &races = result.ledger.convictions;
  if (newSuppressions_.wanted())
    if (const Result<void> written = newSuppressions_.write(suppressionsFor(races)); !written)
      return fail(written.error());
  if (newBaseline_.wanted())
    return newBaseline_.write(writtenBaseline(races));
  return {};
}

std::string KnownRaces::words(const CheckResult &result) const {
  if (!baseline_)
    return {};
  std::string text;
  const std::string note = "raceward: note: ";
  std::set<std::string> told;
  for (const Conviction &race : result.ledger.convictions)
    if (const std::string known = names(race); baseline_->knows(race) && told.insert(known).second)
      text += note + "known: " + terminalSafeLine(known) + "\n";
  const BaselineComparison counts = compare(*baseline_, result.ledger.convictions);
  return text + note + "baseline '" + terminalSafeLine(baselinePath_) +
         "': " + counted(counts.known, "known race") + ", " + counted(counts.fresh, "new one") +
         ", " + withThousands(counts.gone) +
         (isComplete(result) ? " gone" : " not found this time") + "\n";
}

std::vector<std::string> KnownRaces::warnings(const CheckRequest &request,
                                              const CheckResult &result) const {
  std::vector<std::string> lines = Suppressions::badComments(request.load.files, result.ledger);
  if (isComplete(result))
    for (std::string &line : suppressions_.unused(request.load.files, result.ledger))
      lines.push_back(std::move(line));
  return lines;
}

Result<KnownRaces> KnownRaces::from(const OptionValues &options, const std::string &alsoFrom) {
  KnownRaces known;
  std::vector<std::string> paths = options.suppressions;
  if (!alsoFrom.empty())
    paths.push_back(alsoFrom);
  for (const std::string &path : paths) {
    RW_ASSIGN_OR_RETURN(std::vector<SuppressionRule> rules, readSuppressions(path));
    known.suppressions_.add(std::move(rules));
  }
  if (!options.baseline.empty()) {
    RW_ASSIGN_OR_RETURN(known.baseline_, readBaseline(options.baseline));
    known.baselinePath_ = options.baseline;
  }
  RW_ASSIGN_OR_RETURN(known.newSuppressions_,
                      OutputFile::to("--gen-suppressions", options.newSuppressions));
  RW_ASSIGN_OR_RETURN(known.newBaseline_, OutputFile::to("--write-baseline", options.newBaseline));
  RW_ASSIGN_OR_RETURN(known.failOn_, failOnFrom(options.failOn, known.baseline_.has_value()));
  return known;
}

} // namespace raceward
