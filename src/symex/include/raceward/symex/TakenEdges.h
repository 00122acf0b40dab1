// TakenEdges: the jumps that runs of a program have taken, and in how many runs. A run that takes
// one for the first time has reached something new.
//
// What main does in its own thread and what other threads do with the same code differ: a jump
// counts once for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace raceward {

class TakenEdges {
public:
  /// Of a jump: in the order in which they were first taken.
  using Number = std::uint32_t;

  void beginRun() {
    ++run_;
    newInRun_.clear();
  }

  /// `edge` is the number of the jump among those of the function.
  void take(std::size_t function, std::size_t edge, bool inMain) {
    if (function >= taken_.size())
      taken_.resize(function + 1);
    std::vector<Taken> &edges = taken_[function];
    const std::size_t at = 2 * edge + (inMain ? 1 : 0);
    if (at >= edges.size())
      edges.resize(2 * edge + 2);
    if (edges[at].lastRun != run_)
      takeFirst(edges[at]);
  }

  /// How many different ones were taken.
  [[nodiscard]] std::size_t count() const { return runs_.size(); }
  /// Those that no run before the current one had taken.
  [[nodiscard]] const std::vector<Number> &newInRun() const { return newInRun_; }
  /// How many runs took this one.
  [[nodiscard]] std::uint32_t runsThatTook(Number number) const { return runs_[number]; }

private:
  struct Taken {
    std::uint32_t lastRun = 0; ///< 0: none
    Number number = 0;         ///< if there was one
  };

  void takeFirst(Taken &taken) {
    if (taken.lastRun == 0) {
      taken.number = static_cast<Number>(runs_.size());
      runs_.push_back(0);
      newInRun_.push_back(taken.number);
    }
    taken.lastRun = run_;
    ++runs_[taken.number];
  }

  std::vector<std::vector<Taken>> taken_; ///< by function
  std::vector<std::uint32_t> runs_;       ///< by number
  std::vector<Number> newInRun_;
  std::uint32_t run_ = 1;
};

} // namespace raceward
