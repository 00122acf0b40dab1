#include "raceward/report/TextReport.h"

#include "Diagnostics.h"
#include "Pairs.h"
#include "Summary.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace raceward {
namespace {

/// What fits on one screen. A reader who wants the rest asks for it.
constexpr std::size_t kPairsShown = 5;
constexpr std::size_t kReasonsShown = 10;

std::string quoted(const std::string &name) {
  return "'" + name + "'";
}

/// "this atomic write of 'q->head' by memcpy() in 'worker' (thread 't1')".
std::string describe(const ShownAccess &access, const std::string &object) {
  const AccessSite &site = access.site;
  std::string text = "this ";
  if (isAtomic(site))
    text += "atomic ";
  text += toString(site.kind);
  if (!site.name.empty() && site.name != object)
    text += " of " + quoted(site.name);
  if (!site.call.empty())
    text += " by " + site.call + "()";
  if (!site.function.empty())
    text += " in " + quoted(site.function);
  if (!access.thread.empty() && access.thread != site.function)
    text += " (thread " + quoted(access.thread) + ")";
  return text;
}

void addInlining(Diagnostics &out, const AccessSite &site) {
  for (const SourcePosition &at : site.inlinedAt)
    out.add(at, Severity::Note, "inlined here");
}

struct PairWording {
  Severity severity;
  std::string_view what;
  std::string_view together;  ///< before the second access
  std::string_view onOneLine; ///< for a line that meets itself
};

constexpr PairWording kRaceWording{Severity::Error, "data race", "runs at the same time as ",
                                   "two threads execute this line at the same time"};
constexpr PairWording kSuspectWording{Severity::Warning, "possible data race",
                                      "may run at the same time as ",
                                      "two threads may execute this line at the same time"};

void addPair(Diagnostics &out, const ShownPair &pair, const PairWording &wording) {
  std::string message(wording.what);
  if (!pair.object.empty())
    message += " on " + quoted(pair.object);
  message += ": " + describe(pair.first, pair.object);
  out.add(pair.first.site.at, wording.severity, message);
  addInlining(out, pair.first.site);

  if (onOneLine(pair)) {
    out.add(pair.second.site.at, Severity::Note, wording.onOneLine, Quote::Nothing);
  } else {
    out.add(pair.second.site.at, Severity::Note,
            std::string(wording.together) + describe(pair.second, pair.object));
    addInlining(out, pair.second.site);
  }
  // The most common wrong belief about these keywords is worth a line of its own.
  if (pair.first.site.isVolatile || pair.second.site.isVolatile)
    out.addHint("'volatile' does not order accesses of different threads; _Atomic does");
}

void addSuspects(Diagnostics &out, const Ledger &ledger, bool verbose) {
  const std::vector<ShownPair> pairs = mergedByLines(ledger.open);
  const std::size_t shown = verbose ? pairs.size() : std::min(pairs.size(), kPairsShown);
  for (std::size_t i = 0; i < shown; ++i)
    addPair(out, pairs[i], kSuspectWording);
  if (shown < pairs.size())
    out.add({}, Severity::Note,
            withThousands(pairs.size() - shown) + " more of these not shown; --verbose shows them");
  else if (verbose && ledger.open.size() < ledger.left())
    out.add({}, Severity::Note,
            "these are " + withThousands(ledger.open.size()) + " of the " +
                counted(ledger.left(), "pair") + " that are left");
}

/// One reason, met at one place or at many.
struct ShownReason {
  const Gap *gap;
  std::uint64_t places = 1;
};

std::vector<ShownReason> mergedByMessage(const std::vector<Gap> &reasons) {
  std::map<std::tuple<GapKind, std::string, std::string>, std::size_t> indices;
  std::vector<ShownReason> merged;
  for (const Gap &gap : reasons) {
    const auto [known, isNew] =
        indices.try_emplace({gap.kind, gap.message, gap.hint}, merged.size());
    if (isNew)
      merged.push_back({&gap});
    else
      ++merged[known->second].places;
  }
  return merged;
}

void addReasons(Diagnostics &out, const Unknown &unknown, bool verbose) {
  const std::vector<ShownReason> reasons = mergedByMessage(unknown.reasons);
  const std::size_t shown = verbose ? reasons.size() : std::min(reasons.size(), kReasonsShown);
  std::set<std::string> hintsGiven;
  for (std::size_t i = 0; i < shown; ++i) {
    const Gap &gap = *reasons[i].gap;
    std::string message = gap.message;
    if (reasons[i].places > 1)
      message += " (and at " + counted(reasons[i].places - 1, "other place") + ")";
    // It speaks of all pairs; the position of one of them would mislead.
    const bool placed = gap.kind != GapKind::SuspectsLeft;
    out.add(placed ? gap.at : SourcePosition{}, Severity::Note, message);
    if (!gap.hint.empty() && hintsGiven.insert(gap.hint).second)
      out.addHint(gap.hint);
  }
  if (shown < reasons.size())
    out.add({}, Severity::Note,
            counted(reasons.size() - shown, "more reason") + " not shown; --verbose shows them");
}

void addFindings(Diagnostics &out, const CheckResult &result, bool verbose) {
  if (const Race *race = result.verdict.race())
    for (const ShownPair &pair : mergedByLines(race->convictions))
      addPair(out, pair, kRaceWording);
  if (const Unknown *unknown = result.verdict.unknown()) {
    addSuspects(out, result.ledger, verbose);
    addReasons(out, *unknown, verbose);
  }
}

} // namespace

std::string textReport(const CheckResult &result, const TextOptions &options) {
  Diagnostics out(options);
  if (!options.quiet)
    addFindings(out, result, options.verbose);
  if (!options.quiet && options.verbose)
    for (const std::string &line : statisticsTable(result))
      out.addLine(line);
  out.addVerdict(result.verdict.name(), verdictSummary(result));
  return out.take();
}

} // namespace raceward
