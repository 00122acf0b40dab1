#include "raceward/symex/Paths.h"

#include <algorithm>

namespace raceward {

namespace {

/// A long run returns control after this many steps, for progress.
constexpr std::uint64_t kStepsBetweenReports = 20'000'000;
/// Limit on gaps, since the same gap at the same place adds nothing.
constexpr std::size_t kMostGaps = 200;

class Explorer {
public:
  Explorer(SymbolicMachine &machine, const PathLimits &limits, const PathVisitor &visitor)
      : machine_(machine), limits_(limits), visitor_(visitor) {}

  PathReport run() {
    open_.push_back(machine_.initial());
    while (!open_.empty() && !done_) {
      if (limits_.paths && ended_ >= *limits_.paths) {
        note({GapKind::Bound, "the bound on the number of paths was reached", {}, "raise it"});
        break;
      }
      State state = std::move(open_.back());
      open_.pop_back();
      follow(state);
    }
    return std::move(report_);
  }

private:
  void follow(State &state) {
    for (;;) {
      const std::uint64_t before = state.steps;
      std::uint64_t most = kStepsBetweenReports;
      if (limits_.stepsPerPath)
        most = std::min(most, *limits_.stepsPerPath - std::min(*limits_.stepsPerPath, before));
      Stop stop = machine_.run(state, 0, most);
      report_.counts.steps += state.steps - before;
      for (Gap &gap : machine_.takeGaps())
        note(std::move(gap));
      if (stop.why == Stop::Why::Choices) {
        fork(state, stop.choices);
        continue;
      }
      if (stop.why == Stop::Why::Budget &&
          !(limits_.stepsPerPath && state.steps >= *limits_.stepsPerPath)) {
        progress();
        continue;
      }
      end(state, stop);
      return;
    }
  }

  /// Continues with the first; the others are queued.
  void fork(State &state, const std::vector<Alternative> &choices) {
    ++report_.counts.choices;
    for (std::size_t i = choices.size(); i-- > 1;) {
      machine_.choose(open_.emplace_back(state), choices[i]);
    }
    machine_.choose(state, choices.front());
  }

  void end(const State &state, Stop &stop) {
    switch (stop.why) {
    case Stop::Why::Finished:
      ++report_.counts.completed;
      report_.exitCode = state.exitCode;
      break;
    case Stop::Why::Fault: {
      ++report_.counts.completed;
      if (std::optional<Gap> gap = machine_.gapIfGuessed(state, wordsOf(stop.fault))) {
        note(*std::move(gap));
        break;
      }
      FailedPath failed{std::move(stop.fault), inputsOf(state)};
      done_ = visitor_.onFault && !visitor_.onFault(failed);
      report_.failed.push_back(std::move(failed));
      break;
    }
    case Stop::Why::Gap:
      note(std::move(stop.gap));
      break;
    case Stop::Why::Infeasible:
      ++report_.counts.infeasible;
      break;
    case Stop::Why::Budget:
      note({GapKind::Bound, "the bound on the steps of one path was reached", {}, "raise it"});
      break;
    case Stop::Why::Error:
      report_.contradiction = stop.gap.message;
      done_ = true;
      break;
    case Stop::Why::Visible:
    case Stop::Why::Paused:
    case Stop::Why::Choices:
      break;
    }
    if (++ended_ % 256 == 0)
      progress();
  }

  void progress() {
    report_.counts.open = open_.size();
    if (visitor_.onProgress)
      visitor_.onProgress(report_.counts);
  }

  void note(Gap gap) {
    const auto same = [&](const Gap &other) {
      return other.kind == gap.kind && other.at == gap.at && other.message == gap.message;
    };
    if (report_.gaps.size() < kMostGaps &&
        std::find_if(report_.gaps.begin(), report_.gaps.end(), same) == report_.gaps.end())
      report_.gaps.push_back(std::move(gap));
  }

  SymbolicMachine &machine_;
  const PathLimits &limits_;
  const PathVisitor &visitor_;
  std::vector<State> open_;
  PathReport report_;
  bool done_ = false;
  std::uint64_t ended_ = 0;
};

} // namespace

PathReport explorePaths(SymbolicMachine &machine, const PathLimits &limits,
                        const PathVisitor &visitor) {
  return Explorer(machine, limits, visitor).run();
}

} // namespace raceward
