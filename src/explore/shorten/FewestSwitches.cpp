#include "raceward/explore/FewestSwitches.h"

#include "raceward/explore/Overlap.h"
#include "raceward/model/HappensBefore.h"

#include <algorithm>

namespace raceward {
namespace {

/// Iterative context bounding (Musuvathi and Qadeer, PLDI 2007): a depth-first search over the runs
/// with at most N context switches, for N = 1, 2, ... Nothing is pruned but by the bound, so the
/// first run that is found has the fewest switches of all runs within `longest` events.
///
/// Invariants: `nodes_` has one node for each prefix of `run_` that is being extended; the switches
/// of a node are those of its prefix; a prefix that contains another race than the wanted pair is
/// not extended.
class ContextBounding {
public:
  ContextBounding(Machine &machine, const RacingPair &pair, std::size_t longest,
                  const SwitchBounds &bounds)
      : machine_(machine), pair_(pair), longest_(longest), bounds_(bounds), happensBefore_(run_),
        start_(std::chrono::steady_clock::now()) {}

  /// Searches the runs with at most this number of switches; true if one was found.
  Result<bool> searchWith(std::size_t switches) {
    if (const Result<void> restarted = machine_.restart(); !restarted)
      return fail(restarted.error());
    run_.clear();
    nodes_.clear();
    most_ = switches;
    if (const Result<void> opened = open(); !opened)
      return fail(opened.error());
    while (!nodes_.empty()) {
      if (isOver())
        return false;
      const Result<bool> found = advance();
      if (!found || *found)
        return found;
    }
    return false;
  }

  [[nodiscard]] bool isOver() const {
    return events_ >= bounds_.events || std::chrono::steady_clock::now() - start_ >= bounds_.time;
  }
  [[nodiscard]] Trace run() const { return {run_.events().begin(), run_.events().end()}; }

private:
  struct Move {
    ThreadId thread;
    Outcome outcome;
  };
  struct Node {
    MarkId mark;
    std::vector<Move> moves; ///< used from the back
    std::size_t switches = 0;
  };

  [[nodiscard]] bool isPartner(ThreadId thread) const {
    return thread == pair_.first.thread || thread == pair_.second.thread;
  }

  Result<void> open() {
    Node node;
    node.switches = nodes_.empty() ? 0 : nodes_.back().switches;
    const bool begins = run_.size() == 0;
    const ThreadId last = begins ? ThreadId() : run_[run_.size() - 1].thread;
    if (!begins && run_.size() >= 2 && run_[run_.size() - 2].thread != last)
      ++node.switches;
    const std::size_t left = most_ - node.switches;
    if (run_.size() < longest_) {
      std::vector<ThreadId> threads;
      for (const ThreadId thread : machine_.enabled()) {
        // Only one of the two racing threads may have the last turn.
        const bool mayTakeTurn = left > 1 || (left == 1 && isPartner(thread));
        if (thread != last && (begins ? left > 0 || isPartner(thread) : mayTakeTurn))
          threads.push_back(thread);
      }
      // Continuing the same thread is tried first.
      std::reverse(threads.begin(), threads.end());
      const auto enabled = machine_.enabled();
      if (!begins && std::ranges::find(enabled, last) != enabled.end() &&
          (left > 0 || isPartner(last)))
        threads.push_back(last);
      for (const ThreadId thread : threads) {
        const Result<std::span<const Outcome>> outcomes = machine_.outcomes(thread);
        if (!outcomes)
          return fail(outcomes.error());
        for (auto outcome = outcomes->rbegin(); outcome != outcomes->rend(); ++outcome)
          node.moves.push_back({thread, *outcome});
      }
    }
    node.mark = machine_.mark();
    nodes_.push_back(std::move(node));
    return {};
  }

  /// True: the run ends in the race.
  Result<bool> advance() {
    Node &node = nodes_.back();
    if (node.moves.empty()) {
      nodes_.pop_back();
      if (run_.size() > 0)
        run_.pop();
      return false;
    }
    const Move move = node.moves.back();
    node.moves.pop_back();
    if (const Result<void> rewound = machine_.rewind(node.mark); !rewound)
      return fail(rewound.error());
    Event event{move.thread, run_.nextIndexOf(move.thread), move.outcome,
                machine_.next(move.thread, move.outcome)};
    if (const Result<void> done = machine_.step(move.thread, move.outcome); !done)
      return fail(done.error());
    ++events_;
    run_.push(std::move(event));
    happensBefore_.extend();
    const Result<Races> races = racesOfLast();
    if (!races)
      return fail(races.error());
    if (*races == Races::TheOne)
      return true;
    if (*races == Races::Another) { // a run with another race before this one is not useful
      run_.pop();
      return false;
    }
    if (const Result<void> opened = open(); !opened)
      return fail(opened.error());
    return false;
  }

  enum class Races : std::uint8_t { None, TheOne, Another };
  Result<Races> racesOfLast() {
    found_.clear();
    const std::size_t last = run_.size() - 1;
    happensBefore_.racesOf(last, found_);
    Races races = Races::None;
    for (const std::uint32_t at : found_) {
      const Result<bool> meet = trulyOverlap(machine_, run_[at], run_[last]);
      if (!meet)
        return fail(meet.error());
      if (!*meet)
        continue;
      if (racingPair(run_[at], run_[last]) == pair_)
        return Races::TheOne;
      races = Races::Another;
    }
    return races;
  }

  Machine &machine_;
  RacingPair pair_;
  std::size_t longest_;
  const SwitchBounds &bounds_;
  Run run_;
  HappensBefore happensBefore_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> found_;
  std::size_t most_ = 0;
  std::uint64_t events_ = 0;
  std::chrono::steady_clock::time_point start_;
};

} // namespace

Result<std::optional<Trace>> fewestSwitches(Machine &machine, const RacingPair &pair,
                                            std::size_t below, std::size_t longest,
                                            const SwitchBounds &bounds) {
  ContextBounding search(machine, pair, longest, bounds);
  for (std::size_t switches = 1; switches < below && !search.isOver(); ++switches) {
    const Result<bool> found = search.searchWith(switches);
    if (!found)
      return fail(found.error());
    if (*found)
      return std::optional<Trace>(search.run());
  }
  return std::optional<Trace>();
}

} // namespace raceward
