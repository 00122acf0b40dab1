// DrawnInputs: values for the inputs of hunted runs. Private to check.
//
// A run whose inputs are numbers needs no solver, so that large programs get far in it. Which
// values let a program go on is learnt: each place that asks for an input has a habit, and a run
// that asks at more places than the best one before hands its habits on. The next run changes a few
// of them.
//
// Invariant: within a run, an input has one value, however often it is asked for. The run that was
// begun last can be executed again.
#pragma once

#include "DrawnTexts.h"
#include "raceward/symex/Inputs.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace raceward {

class DrawnInputs {
public:
  /// `texts` are often arguments of main.
  DrawnInputs(std::uint64_t seed, std::vector<std::string> texts)
      : seed_(seed), texts_(std::move(texts)) {}

  struct EndedRun {
    std::uint64_t events = 0;
    bool hasThreads = false; ///< besides main
  };

  void beginRun(const EndedRun &before);
  /// Nothing before the first run.
  std::optional<std::uint64_t> operator()(const AskedInput &asked);
  /// Number of places that asked, in all runs.
  [[nodiscard]] std::size_t places() const { return everAsked_.size(); }

private:
  using Place = std::uint64_t;
  using Habits = std::unordered_map<Place, std::uint64_t>; ///< what a place draws from

  /// Races need threads, so that a run with some is better than any without.
  struct Score {
    bool hasThreads = false;
    std::uint64_t progress = 0;
    auto operator<=>(const Score &) const = default;
  };

  void learn(const EndedRun &run);
  void change(Habits &habits);
  std::uint64_t habitAt(Place place);

  std::uint64_t seed_;
  DrawnTexts texts_;
  std::uint64_t run_ = 0;
  Habits habits_;
  std::unordered_set<Place> everAsked_;
  std::set<Place> asked_; ///< in this run
  Habits accepted_;       ///< in this run, in the place of one refused
  /// In this run: number of the input that a thread got first at a place.
  std::unordered_map<std::uint64_t, std::uint32_t> firstAsked_;
  unsigned unusual_ = 0;                  ///< in this run: see kUnusual
  std::unordered_set<Place> ofArguments_; ///< of main: their number, and each
  struct Lineage {
    Habits habits;
    Score score;
    std::uint64_t improved = 0; ///< the run that was better than all before
  };
  std::array<Lineage, 2> lineages_;
  bool hasOther_ = false;        ///< the second one is in use
  std::size_t current_ = 0;      ///< the lineage of this run
  std::uint64_t patience_ = 500; ///< so many runs without a better one, and habits are learnt anew
};

} // namespace raceward
