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

#include "raceward/symex/Inputs.h"

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
  DrawnInputs(std::uint64_t seed, std::vector<std::string> texts);

  /// The run before had so many events.
  void beginRun(std::uint64_t eventsBefore);
  /// Nothing before the first run.
  std::optional<std::uint64_t> operator()(const AskedInput &asked);
  /// Number of places that asked, in all runs.
  [[nodiscard]] std::size_t places() const { return everAsked_.size(); }

private:
  using Place = std::uint64_t;
  using Habits = std::unordered_map<Place, std::uint64_t>; ///< what a place draws from

  void change(Habits &habits);
  std::uint64_t habitAt(Place place);
  std::uint64_t characterOfArgument(std::uint32_t count);

  std::uint64_t seed_;
  std::vector<std::string> texts_;
  std::vector<std::string> options_; ///< those of `texts_` that look like one
  std::uint64_t run_ = 0;
  Habits habits_;
  std::unordered_set<Place> everAsked_;
  std::set<Place> asked_; ///< in this run
  Habits accepted_;       ///< in this run, in the place of one refused
  /// In this run: number of the input that a thread got first at a place.
  std::unordered_map<std::uint64_t, std::uint32_t> firstAsked_;
  unsigned unusual_ = 0;                        ///< in this run: see kUnusual
  std::optional<std::uint32_t> firstCharacter_; ///< of the arguments of main: number of the input
  std::unordered_set<Place> ofArguments_;       ///< of main: their number, and each
  Habits best_;
  std::uint64_t bestScore_ = 0;
  std::uint64_t improved_ = 0;   ///< the run that was better than all before
  std::uint64_t patience_ = 500; ///< so many runs without, and habits are learnt anew
};

} // namespace raceward
