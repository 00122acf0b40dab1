// Equivalent runs: dropping events that a race does not need, and joining the steps of a thread.
#include "raceward/explore/FewestSwitches.h"

#include "raceward/model/CausalOrder.h"

#include <algorithm>
#include <map>
#include <optional>

namespace raceward {
namespace {

constexpr std::size_t kMostStates = 20'000;

/// The order of dependent events, by positions in a trace.
class Order {
public:
  explicit Order(std::span<const Event> events) : order_(run_, Dependency::EveryConflict) {
    for (const Event &event : events) {
      run_.push(event);
      order_.extend();
    }
  }
  [[nodiscard]] bool before(std::size_t first, std::size_t second) const {
    return order_.before(first, second);
  }
  [[nodiscard]] const Run &run() const { return run_; }

private:
  Run run_;
  CausalOrder order_;
};

/// How many of its events each thread has performed.
using Progress = std::vector<std::uint32_t>;

/// Finds an equivalent order of a run with the fewest context switches, by a breadth-first search.
/// A state is the progress of each thread; an edge is a turn, in which one thread performs all of
/// its events whose predecessors (in the order of dependent events) are done. Longer turns never
/// cost a switch later, so only maximal ones are tried. The last event of the run, the second
/// access of the race, stays last.
class Joiner {
public:
  explicit Joiner(std::span<const Event> events) : order_(events) {
    for (std::uint32_t at = 0; at + 1 < events.size(); ++at) {
      const auto [place, isNew] = rows_.try_emplace(events[at].thread, ofThread_.size());
      if (isNew)
        ofThread_.emplace_back();
      ofThread_[place->second].push_back(at);
    }
    // The number of events of each other thread that must precede this one.
    needs_.resize(events.size());
    for (std::uint32_t at = 0; at + 1 < events.size(); ++at)
      for (const std::vector<std::uint32_t> &others : ofThread_)
        needs_[at].push_back(static_cast<std::uint32_t>(
            std::ranges::partition_point(
                others, [&](std::uint32_t other) { return order_.before(other, at); }) -
            others.begin()));
    if (const auto last = rows_.find(events.back().thread); last != rows_.end())
      lastRow_ = last->second;
  }

  /// The threads in the order of their turns; each turn is as long as possible, as a longer one
  /// never costs a turn later.
  [[nodiscard]] std::vector<std::size_t> turns() const {
    std::map<Progress, std::pair<Progress, std::size_t>>
        reachedBy; ///< previous state, and the thread whose turn it was
    std::vector<Progress> level{Progress(ofThread_.size())};
    reachedBy[level.front()] = {};
    while (!level.empty() && reachedBy.size() < kMostStates) {
      std::vector<Progress> next;
      std::optional<Progress> done;
      for (const Progress &from : level)
        for (std::size_t row = 0; row < ofThread_.size(); ++row) {
          Progress to = from;
          if (!advance(to, row) || !reachedBy.try_emplace(to, from, row).second)
            continue;
          // The last event follows: best if its thread had the last turn.
          if (isDone(to) && (!done || row == lastRow_))
            done = to;
          next.push_back(std::move(to));
        }
      if (done)
        return wayTo(*done, reachedBy);
      level = std::move(next);
    }
    return {};
  }

  [[nodiscard]] std::vector<std::uint32_t> positions(const std::vector<std::size_t> &turns) const {
    std::vector<std::uint32_t> positions;
    Progress progress(ofThread_.size());
    for (const std::size_t row : turns) {
      const std::uint32_t from = progress[row];
      advance(progress, row);
      positions.insert(positions.end(), ofThread_[row].begin() + from,
                       ofThread_[row].begin() + progress[row]);
    }
    return positions;
  }

private:
  /// Advances the thread as far as possible; false if it cannot move.
  bool advance(Progress &progress, std::size_t row) const {
    const std::uint32_t start = progress[row];
    while (progress[row] < ofThread_[row].size() && isReady(progress, row))
      ++progress[row];
    return progress[row] != start;
  }

  [[nodiscard]] bool isReady(const Progress &progress, std::size_t row) const {
    const std::vector<std::uint32_t> &needs = needs_[ofThread_[row][progress[row]]];
    for (std::size_t other = 0; other < needs.size(); ++other)
      if (other != row && progress[other] < needs[other])
        return false;
    return true;
  }

  [[nodiscard]] bool isDone(const Progress &progress) const {
    for (std::size_t row = 0; row < ofThread_.size(); ++row)
      if (progress[row] < ofThread_[row].size())
        return false;
    return true;
  }

  static std::vector<std::size_t>
  wayTo(Progress to, const std::map<Progress, std::pair<Progress, std::size_t>> &reachedBy) {
    std::vector<std::size_t> turns;
    for (auto at = reachedBy.find(to); !at->second.first.empty();
         at = reachedBy.find(at->second.first))
      turns.push_back(at->second.second);
    std::reverse(turns.begin(), turns.end());
    return turns;
  }

  Order order_;
  std::map<ThreadId, std::size_t> rows_;
  std::vector<std::vector<std::uint32_t>> ofThread_; ///< positions, without the last event
  std::vector<std::vector<std::uint32_t>> needs_;    ///< by position
  std::size_t lastRow_ = SIZE_MAX;                   ///< the thread of the last event
};

} // namespace

std::size_t contextSwitches(std::span<const Event> run) {
  std::size_t switches = 0;
  for (std::size_t at = 1; at < run.size(); ++at)
    switches += run[at].thread != run[at - 1].thread ? 1 : 0;
  return switches;
}

Trace withoutBystanders(std::span<const Event> run, std::size_t first) {
  const Event &second = run.back();
  const Order order(run.first(run.size() - 1));
  const std::uint32_t beforeSecond = order.run().predecessor(second.thread);
  const auto isNeeded = [&](std::size_t at, std::size_t by) {
    return by != Run::kNone && (at == by || order.before(at, by));
  };
  Trace shorter;
  for (std::size_t at = 0; at + 1 < run.size(); ++at)
    if (isNeeded(at, first) || isNeeded(at, beforeSecond))
      shorter.push_back(run[at]);
  shorter.push_back(second);
  return shorter;
}

Trace withFewSwitches(std::span<const Event> run) {
  Trace joined(run.begin(), run.end());
  if (run.size() < 3)
    return joined;
  const Joiner joiner(run);
  const std::vector<std::size_t> turns = joiner.turns();
  if (turns.empty())
    return joined; // too many threads
  joined.clear();
  for (const std::uint32_t at : joiner.positions(turns))
    joined.push_back(run[at]);
  joined.push_back(run.back());
  return contextSwitches(joined) < contextSwitches(run) ? joined : Trace(run.begin(), run.end());
}

} // namespace raceward
