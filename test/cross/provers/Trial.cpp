#include "Trial.h"

#include "FirstRaces.h"
#include "raceward/base/Text.h"
#include "raceward/check/Pipeline.h"
#include "raceward/check/ScheduleExplorer.h"
#include "raceward/prove/Prover.h"
#include "search/CrossCheck.h"

#include <algorithm>
#include <chrono>

namespace raceward::test {
namespace {

std::string describe(const AccessSite &site) {
  return (writes(site.kind) ? "write of " : "read of ") + site.name + " in " + site.function +
         ", line " + std::to_string(site.at.line);
}

/// The suspects after each prover, to tell which one removed a pair.
class Removals {
public:
  Removals(const Program &program, bool withLiar) : facts_(program) {
    stages_.emplace_back("suspects", findSuspects(facts_));
    for (const Prover &prover : allProvers())
      add(prover);
    if (withLiar)
      add({"liar", "says that nothing races", removeEverything});
  }

  [[nodiscard]] const SuspectSet &end() const { return stages_.back().second; }
  [[nodiscard]] const Facts &facts() const { return facts_; }

  /// Who says so only of what comes before the first race.
  [[nodiscard]] static bool isUpToFirstRace(const std::string &blamed) {
    return std::any_of(allProvers().begin(), allProvers().end(), [&](const Prover &prover) {
      return prover.upToFirstRace && blamed.starts_with(prover.name + " ");
    });
  }

  /// Who says that none of these pairs races, and why; empty if one of them is left.
  [[nodiscard]] std::string blame(const std::vector<SiteId> &first,
                                  const std::vector<SiteId> &second) const {
    for (std::size_t i = 0; i < stages_.size(); ++i) {
      const auto &[prover, suspects] = stages_[i];
      if (anyLeft(suspects, first, second))
        continue;
      return prover + reasonsOf(i);
    }
    return {};
  }

private:
  static void removeEverything(const Facts &, SuspectSet &suspects, const Prover &self) {
    for (std::size_t i = 0; i < suspects.groupCount(); ++i)
      suspects.removeGroup(GroupId(i), self.name, "because it says so");
  }

  void add(const Prover &prover) {
    SuspectSet next = stages_.back().second;
    prover.run(facts_, next);
    stages_.emplace_back(prover.name, std::move(next));
  }

  static bool anyLeft(const SuspectSet &suspects, const std::vector<SiteId> &first,
                      const std::vector<SiteId> &second) {
    for (const SiteId a : first)
      for (const SiteId b : second)
        if (suspects.isLeft(a, b))
          return true;
    return false;
  }

  [[nodiscard]] std::string reasonsOf(std::size_t stage) const {
    std::string text;
    for (const Removal &removal : stages_[stage].second.removals())
      if (removal.prover == stages_[stage].first)
        text += (text.empty() ? " (" : "; ") + removal.reason;
    return text.empty() ? " (never paired)" : text + ")";
  }

  Facts facts_;
  std::vector<std::pair<std::string, SuspectSet>> stages_;
};

/// A copy is one step with two accesses, and the explorer does not always know which one raced.
std::vector<SiteId> accessesWith(const Program &program, SiteId site) {
  const SitePlace &place = program.placeOf(site);
  std::vector<SiteId> all;
  for (const AccessSite &other : program.sites())
    if (program.placeOf(other.id).function == place.function &&
        program.placeOf(other.id).instruction == place.instruction)
      all.push_back(other.id);
  return all;
}

/// Up to the first race, and with single random runs besides.
Result<Exploration> hunt(const Program &program, const TrialOptions &options) {
  ExploreTask task;
  task.visible = everySharedAccess(program);
  task.limits.seconds = options.seconds;
  task.bounds.events = options.events;
  return exploreSchedules(program, task);
}

Verdict checkWhole(const Program &program, const TrialOptions &options) {
  CheckRequest request;
  request.explore.seconds = options.seconds;
  CheckStats stats;
  PipelineContext context;
  context.onProgress = [](std::string_view) {};
  context.onPartialLedger = [](const Ledger &) {};
  return conclude(runPipeline(program, request, stats, context).ledger);
}

} // namespace

Trial tryProgram(const Program &program, const TrialOptions &options) {
  Trial trial;
  const Removals removals(program, options.withLiar);
  trial.suspects = removals.end().total();
  trial.left = removals.end().left();
  for (const Gap &gap : foundationGaps(removals.facts()))
    trial.complaints.push_back("UNMODELLED: " + gap.message);

  const Result<FirstRaces> races = findFirstRaces(program, options.seconds, options.events);
  const Result<Exploration> hunted = hunt(program, options);
  if (!races || !hunted) {
    trial.complaints.push_back("FAILED exploration: " +
                               (races ? hunted.error() : races.error()).message);
    return trial;
  }
  trial.racy = races->racy || !hunted->races.empty();
  trial.exhausted = races->exhausted;
  trial.gaps = races->gaps;
  std::set<std::pair<SiteId, SiteId>> pairs = races->pairs;
  for (const Conviction &race : hunted->races)
    if (race.first.id.valid() && race.second.id.valid())
      pairs.insert(std::minmax(race.first.id, race.second.id));
  for (const auto &[first, second] : pairs)
    if (const std::string blamed =
            removals.blame(accessesWith(program, first), accessesWith(program, second));
        !blamed.empty())
      trial.complaints.push_back("WRONG removal by " + blamed + ": " +
                                 describe(program.sites()[first.index()]) + " / " +
                                 describe(program.sites()[second.index()]));

  const Verdict verdict = checkWhole(program, options);
  trial.checkProves = verdict.isRaceFree();
  if (trial.checkProves && trial.racy)
    trial.complaints.push_back("WRONG race-free: the check does not see a race");
  if (verdict.isRace() && trial.exhausted && !trial.racy)
    trial.complaints.push_back("WRONG race: executing every schedule shows none");
  return trial;
}

std::vector<std::string> complaintsAbout(const Program &program, const std::set<LinePair> &races,
                                         const std::string &who) {
  const auto sitesAt = [&](std::uint32_t line) {
    std::vector<SiteId> found;
    for (const AccessSite &site : program.sites())
      if (site.at.line == line)
        found.push_back(site.id);
    return found;
  };
  std::vector<std::string> complaints;
  if (races.empty())
    return complaints;
  const Removals removals(program, false);
  const bool otherRace = std::any_of(races.begin(), races.end(), [&](const LinePair &lines) {
    return removals.blame(sitesAt(lines.first), sitesAt(lines.second)).empty();
  });
  for (const auto &[first, second] : races)
    if (const std::string blamed = removals.blame(sitesAt(first), sitesAt(second));
        !blamed.empty() && !(otherRace && Removals::isUpToFirstRace(blamed)))
      complaints.push_back("WRONG removal by " + blamed + ": " + who + " sees a race of lines " +
                           std::to_string(first) + " and " + std::to_string(second));
  return complaints;
}

} // namespace raceward::test
