#include "Summary.h"

#include "Glyphs.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace raceward {
namespace {

std::string removedByEngine(const Ledger &ledger) {
  std::string text;
  for (const EngineRecord &engine : ledger.engines) {
    if (engine.removed == 0)
      continue;
    text += text.empty() ? "" : ", ";
    text += withThousands(engine.removed) + " by " + engine.engine;
  }
  return text;
}

std::string leftOfAll(const Ledger &ledger) {
  return withThousands(ledger.left()) + " of " + counted(ledger.suspects, "suspect") + " left";
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

std::string unknownSummary(const Ledger &ledger, const Unknown &unknown) {
  const std::string kinds = kindsOf(unknown);
  const std::string because = kinds.empty() ? "" : " (" + kinds + ")";
  if (!ledger.closed) {
    const std::string sofar = ledger.suspects == 0 ? "" : "; " + leftOfAll(ledger);
    return "the check did not finish" + because + sofar;
  }
  if (ledger.left() > 0)
    return leftOfAll(ledger) + because;
  return "no suspects left, but some code was not understood" + because;
}

std::string raceFreeSummary(const Ledger &ledger) {
  if (ledger.suspects == 0)
    return "no two accesses could race";
  return counted(ledger.suspects, "suspect") + " ruled out: " + removedByEngine(ledger);
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
  constexpr std::size_t kCountWidth = 16;
  const auto right = [](const std::string &text, std::size_t width) {
    return std::string(text.size() < width ? width - text.size() : 1, ' ') + text;
  };
  return row(name, right(removed, kCountWidth) + right(gaps, 8));
}

} // namespace

std::string verdictSummary(const CheckResult &result) {
  if (const Race *race = result.verdict.race())
    return counted(race->convictions.size(), "data race") + " found";
  if (const Unknown *unknown = result.verdict.unknown())
    return unknownSummary(result.ledger, *unknown);
  return raceFreeSummary(result.ledger);
}

std::vector<std::string> statisticsTable(const CheckResult &result) {
  const Ledger &ledger = result.ledger;
  const CheckStats &stats = result.stats;
  std::vector<std::string> lines{engineRow("engine", "removed", "gaps")};
  for (const EngineRecord &engine : ledger.engines)
    lines.push_back(engineRow(printable(engine.engine), withThousands(engine.removed),
                              withThousands(engine.gaps.size())));
  lines.push_back(row("suspects", withThousands(ledger.suspects) + ", " +
                                      withThousands(ledger.left()) + " left"));
  lines.push_back(row("scope", printable(result.scope)));
  lines.push_back(row("memory model", std::string(toString(result.model))));
  lines.push_back(
      row("time", inSeconds(stats.wallSeconds) + ", " + inSeconds(stats.cpuSeconds) + " of CPU"));
  lines.push_back(row("memory", formatBytes(stats.peakMemoryBytes)));
  lines.push_back(row("functions", withThousands(stats.functions)));
  lines.push_back(row("instructions", withThousands(stats.instructions)));
  lines.push_back(row("access sites", withThousands(stats.accessSites)));
  lines.push_back(row("memory groups", withThousands(stats.memoryGroups)));
  return lines;
}

} // namespace raceward
