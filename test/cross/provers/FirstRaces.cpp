#include "FirstRaces.h"

#include "raceward/explore/Overlap.h"
#include "raceward/explore/Search.h"
#include "raceward/model/CausalOrder.h"
#include "raceward/model/HappensBefore.h"
#include "raceward/symex/ThreadedMachine.h"
#include "search/CrossCheck.h"

#include <algorithm>

namespace raceward::test {
namespace {

/// A loop that is never left is followed for ever.
constexpr std::uint64_t kLongestRun = 10'000;

/// The races of one run.
class RacesOfRun {
public:
  RacesOfRun(ThreadedMachine &machine, std::span<const Event> events)
      : machine_(machine), happensBefore_(run_), order_(run_, Dependency::EveryConflict) {
    std::vector<std::uint32_t> found;
    for (const Event &event : events) {
      predecessors_.push_back(run_.predecessor(event.thread));
      run_.push(event);
      happensBefore_.extend();
      order_.extend();
      found.clear();
      happensBefore_.racesOf(run_.size() - 1, found);
      for (const std::uint32_t earlier : found)
        add(earlier, static_cast<std::uint32_t>(run_.size() - 1));
    }
  }

  void collectFirst(std::set<std::pair<SiteId, SiteId>> &first) const {
    for (const auto &[a, b] : races_) {
      if (needsAnother(a, b))
        continue;
      const AccessSite *one = machine_.siteOf(run_[a], run_[b]);
      const AccessSite *other = machine_.siteOf(run_[b], run_[a]);
      if (one != nullptr && other != nullptr)
        first.insert(std::minmax(one->id, other->id));
    }
  }

private:
  void add(std::uint32_t a, std::uint32_t b) {
    const Result<bool> meet = trulyOverlap(machine_, run_[a], run_[b]);
    if (meet && *meet)
      races_.emplace_back(a, b);
  }

  /// Without it, the race would not be there: it comes before one of the two, in the order of
  /// dependent events. The later access need not see what the earlier one did.
  [[nodiscard]] bool isNeeded(std::uint32_t event, std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t last = predecessors_[b];
    return order_.before(event, a) ||
           (last != Run::kNone && (event == last || order_.before(event, last)));
  }

  [[nodiscard]] bool needsAnother(std::uint32_t a, std::uint32_t b) const {
    return std::any_of(races_.begin(), races_.end(), [&](const auto &race) {
      const bool earlier = race.first == a || isNeeded(race.first, a, b);
      const bool later = race.second == a || isNeeded(race.second, a, b);
      return race != std::pair(a, b) && earlier && later;
    });
  }

  ThreadedMachine &machine_;
  Run run_;
  HappensBefore happensBefore_;
  CausalOrder order_;
  std::vector<std::uint32_t> predecessors_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> races_;
};

} // namespace

Result<FirstRaces> findFirstRaces(const Program &program, double seconds, std::uint64_t events) {
  Result<std::unique_ptr<ThreadedMachine>> made =
      ThreadedMachine::make(program, {}, everySharedAccess(program), MemoryModel::C11);
  if (!made)
    return fail(made.error());
  ThreadedMachine &machine = **made;
  FirstRaces races;
  SearchOptions options;
  options.reduction = Reduction::Source;
  options.question = Question::Everything;
  options.bounds.events = events;
  options.bounds.eventsPerRun = kLongestRun;
  options.bounds.time =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds));
  options.onCompleteRun = [&](std::span<const Event> run) {
    RacesOfRun(machine, run).collectFirst(races.pairs);
  };
  const Result<SearchResult> result = raceward::explore(machine, options);
  if (!result)
    return fail(result.error());
  races.racy = !result->races.empty();
  for (const Gap &gap : machine.gaps())
    races.gaps.insert(std::string(toString(gap.kind)) + ": " + gap.message);
  if (result->ambiguousOrder)
    races.gaps.insert("ambiguous order");
  if (!result->exhausted())
    races.gaps.insert(toString(result->ended));
  races.exhausted = result->exhausted() && races.gaps.empty();
  return races;
}

} // namespace raceward::test
