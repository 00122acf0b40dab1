#include "Summary.h"

#include "Findings.h"
#include "text/Glyphs.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <cstdio>

namespace raceward {
namespace {

/// The noun for the counts.
std::string_view suspectName(Subject subject) {
  return subject == Subject::ValueRaces ? "use" : "suspect";
}

std::string leftOfAll(const Ledger &ledger, Subject subject) {
  return withThousands(ledger.left()) + " of " + counted(ledger.suspects, suspectName(subject)) +
         " left";
}

std::string kindsOf(const Unknown &unknown) {
  std::vector<GapKind> kinds;
  for (const Gap &gap : unknown.reasons)
    if (gap.kind != GapKind::SuspectsLeft &&
        std::find(kinds.begin(), kinds.end(), gap.kind) == kinds.end())
      kinds.push_back(gap.kind);
  std::string text;
  for (const GapKind kind : kinds)
    text.append(text.empty() ? "" : ", ").append(toString(kind));
  return text;
}

/// `kinds`: all kinds of gaps; Suppressed only if it is the only one.
std::string suppressedSummary(const Ledger &ledger, const std::string &kinds) {
  std::vector<Conviction> races;
  for (const SuppressedRace &suppressed : ledger.suppressed)
    races.push_back(suppressed.race);
  std::string text = counted(findingsOf(races).size(), "data race") + " suppressed";
  if (!ledger.everyRaceFound && ledger.left() > 0)
    text += "; others were not ruled out";
  else if (kinds == toString(GapKind::Suppressed))
    text += ", no other found";
  return text + (kinds == toString(GapKind::Suppressed) ? "" : "; gaps: " + kinds);
}

std::string unknownSummary(const Ledger &ledger, const Unknown &unknown, Subject subject) {
  const std::string kinds = kindsOf(unknown);
  if (!ledger.closed)
    return "the check did not finish (" + kinds + ")" +
           (ledger.suspects == 0 ? "" : "; " + leftOfAll(ledger, subject));
  if (!ledger.suppressed.empty())
    return suppressedSummary(ledger, kinds);
  const std::string gaps = kinds.empty() ? "" : "; gaps: " + kinds;
  if (std::ranges::any_of(unknown.reasons,
                          [](const Gap &gap) { return gap.kind == GapKind::OneInput; }))
    return "no race was seen with this input" + gaps;
  return (ledger.left() > 0 ? leftOfAll(ledger, subject)
                            : "no " + std::string(suspectName(subject)) + "s left") +
         gaps;
}

std::string raceFreeSummary(const Ledger &ledger, Subject subject) {
  if (subject == Subject::ValueRaces)
    return "no value depends on the order of the threads";
  if (ledger.suspects == 0)
    return "no two accesses could race";
  return (ledger.suspects == 1 ? "the only suspect is"
                               : "all " + counted(ledger.suspects, "suspect") + " are") +
         std::string(" ruled out");
}

std::string inSeconds(double seconds) {
  char text[64];
  std::snprintf(text, sizeof text, "%.2f s", seconds);
  return text;
}

std::string row(const std::string &label, const std::string &value) {
  constexpr std::size_t kLabelWidth = 16;
  const std::size_t width = displayWidth(label);
  return "  " + label + std::string(width < kLabelWidth ? kLabelWidth - width : 1, ' ') + value;
}

std::string engineRow(const std::string &name, const std::string &removed,
                      const std::string &gaps) {
  constexpr std::size_t kCountWidth = 13;
  const auto right = [](const std::string &text, std::size_t width) {
    return std::string(text.size() < width ? width - text.size() : 1, ' ') + text;
  };
  return row(name, right(removed, kCountWidth) + right(gaps, 6));
}

/// Tells a person where to help a hunt on.
void addStopLines(const std::vector<HuntedStop> &stops, std::vector<std::string> &lines) {
  constexpr std::size_t kMostRows = 8;
  for (std::size_t i = 0; i < std::min(stops.size(), kMostRows); ++i)
    lines.push_back(row("", counted(stops[i].runs, "run") + " stopped" +
                                (stops[i].at.known() ? " at " + toString(stops[i].at) : "") + ": " +
                                stops[i].reason));
}

std::vector<std::string> explorationRows(const ExplorationStats &stats) {
  const std::uint64_t all = stats.runs + stats.blockedRuns;
  std::vector<std::string> lines{row("schedules", counted(stats.runs, "run") + ", " +
                                                      withThousands(stats.blockedRuns) +
                                                      " blocked; " + stats.ended),
                                 row("hunted", counted(stats.huntedRuns, "run"))};
  addStopLines(stats.huntedStops, lines);
  lines.push_back(row("events", withThousands(stats.events)));
  lines.push_back(
      row("executed", counted(stats.steps, "instruction") + " in " + inSeconds(stats.seconds)));
  if (stats.seconds > 0)
    lines.push_back(row("runs per second", withThousands(static_cast<std::uint64_t>(
                                               static_cast<double>(all) / stats.seconds))));
  if (stats.pruningChecks > 0)
    lines.push_back(row("pruned", withThousands(stats.pruningYes) + " of " +
                                      counted(stats.pruningChecks, "state") + "; " +
                                      withThousands(stats.pruningSkipped) + " skipped"));
  lines.push_back(row("solver", counted(stats.queries, "query", "queries") + " in " +
                                    inSeconds(stats.solverSeconds)));
  lines.push_back(row("reached", withThousands(stats.reachedSites) + " of " +
                                     counted(stats.visibleSites, "access site") + " in question"));
  return lines;
}

void addMeasures(const CheckStats &stats, std::vector<std::string> &lines) {
  lines.push_back(
      row("time", inSeconds(stats.wallSeconds) + ", " + inSeconds(stats.cpuSeconds) + " of CPU"));
  lines.push_back(row("memory", formatBytes(stats.peakMemoryBytes)));
  lines.push_back(row("functions", withThousands(stats.functions)));
  lines.push_back(row("instructions", withThousands(stats.instructions)));
  lines.push_back(row("access sites", withThousands(stats.accessSites)));
}

void addExploration(const CheckStats &stats, std::vector<std::string> &lines) {
  if (stats.exploration)
    for (std::string &line : explorationRows(*stats.exploration))
      lines.push_back(std::move(line));
}

} // namespace

namespace {

/// Empty if native confirmation was not tried.
std::string howManyHappen(const std::vector<ShownFinding> &findings) {
  const auto countOf = [&](Confirmation::Answer answer) {
    return static_cast<std::size_t>(std::ranges::count_if(findings, [&](const ShownFinding &shown) {
      return shown.race != nullptr && shown.race->native.answer == answer;
    }));
  };
  const std::size_t confirmed = countOf(Confirmation::Answer::Confirmed);
  if (confirmed + countOf(Confirmation::Answer::NotConfirmed) == 0)
    return {};
  if (confirmed == findings.size())
    return ", confirmed natively";
  return confirmed == 0 ? ", not confirmed natively"
                        : ", " + std::to_string(confirmed) + " confirmed natively";
}

} // namespace

std::string assumedOfFunctions(const CheckResult &result) {
  constexpr std::size_t most = 6;
  if (!result.verdict().isRaceFree())
    return {};
  for (const Assumption &assumption : result.ledger.assumptions) {
    if (assumption.functions.empty())
      continue;
    std::string names = shownFunctions(assumption.functions, most);
    if (assumption.functions.size() > most)
      names += " and " + counted(assumption.functions.size() - most, "other");
    return "assuming " + counted(assumption.functions.size(), "function") +
           (assumption.functions.size() == 1 ? " behaves: " : " behave: ") + names;
  }
  return {};
}

std::string verdictSummary(const CheckResult &result) {
  const std::string assumed = assumedOfFunctions(result);
  return assumed.empty() ? whatWasFound(result) : assumed + "; " + whatWasFound(result);
}

std::string whatWasFound(const CheckResult &result) {
  const Verdict verdict = result.verdict();
  if (verdict.isRace()) {
    const std::vector<Conviction> &races = result.ledger.convictions;
    if (result.subject == Subject::ValueRaces)
      return counted(races.size(), "value") + (races.size() == 1
                                                   ? " depends on the order of the threads"
                                                   : " depend on the order of the threads");
    const std::vector<ShownFinding> findings = findingsOf(races);
    return counted(findings.size(), "data race") + " found" + howManyHappen(findings);
  }
  if (const Unknown *unknown = verdict.unknown())
    return unknownSummary(result.ledger, *unknown, result.subject);
  return raceFreeSummary(result.ledger, result.subject);
}

std::string verdictSummary(const PropertyResult &result) {
  const bool hasThreads = result.stats.exploration.has_value();
  const std::string paths = counted(result.ledger.paths, hasThreads ? "run" : "path");
  if (result.verdict().holds())
    return std::string(toString(result.ledger.property)) + " on all " + paths + ", for all inputs";
  if (result.verdict().isViolated())
    return std::string(toString(result.ledger.property)) +
           (hasThreads ? ", under a schedule that leads there" : ", by inputs that lead there");
  return paths + " followed; " + counted(result.verdict().reasons().size(), "reason");
}

std::vector<std::string> whyRaceFree(const CheckResult &result) {
  std::vector<std::string> lines;
  for (const EngineRecord &engine : result.ledger.engines)
    if (engine.removed > 0)
      lines.push_back(counted(engine.removed, suspectName(result.subject)) + " ruled out: " +
                      printable(engine.reason.empty() ? engine.engine : engine.reason));
  return lines;
}

std::vector<Assumption> assumptionsOf(const CheckResult &result) {
  const Verdict verdict = result.verdict();
  if (verdict.isRaceFree())
    return result.ledger.assumptions;
  if (verdict.isRace() && result.stats.driver)
    return result.stats.driver->assumptions;
  return {};
}

std::vector<std::string> whatIsAssumed(const CheckResult &result) {
  std::vector<std::string> lines;
  for (const Assumption &assumption : assumptionsOf(result))
    lines.push_back("assumed: " + printable(assumption.words) + " [" + assumption.name + "]");
  return lines;
}

std::vector<std::string> statisticsTable(const CheckResult &result) {
  const Ledger &ledger = result.ledger;
  const CheckStats &stats = result.stats;
  std::vector<std::string> lines{engineRow("engine", "removed", "gaps")};
  for (const EngineRecord &engine : ledger.engines)
    lines.push_back(engineRow(printable(engine.engine), withThousands(engine.removed),
                              withThousands(engine.gaps.size())));
  lines.emplace_back();
  lines.push_back(
      row(std::string(suspectName(result.subject)) + "s",
          withThousands(ledger.suspects) + ", " + withThousands(ledger.left()) + " left"));
  if (!result.scope.empty())
    lines.push_back(row("scope", printable(result.scope)));
  lines.push_back(row("memory model", std::string(toString(result.model))));
  addMeasures(stats, lines);
  lines.push_back(row("memory groups", withThousands(stats.memoryGroups)));
  addExploration(stats, lines);
  return lines;
}

std::vector<std::string> statisticsTable(const PropertyResult &result) {
  std::vector<std::string> lines;
  if (!result.scope.empty())
    lines.push_back(row("scope", printable(result.scope)));
  addMeasures(result.stats, lines);
  if (!result.stats.exploration) {
    lines.push_back(row("executed", counted(result.ledger.steps, "instruction")));
    lines.push_back(row("solver", withThousands(result.ledger.queries) + " queries"));
  }
  addExploration(result.stats, lines);
  return lines;
}

} // namespace raceward
