// DrawnInputs: values for the inputs of hunted runs. Private to check.
//
// A run whose inputs are numbers needs no solver, so that large programs get far in it. Which
// values let a program go on is learnt: each place that asks for an input has a habit, and a run
// that reaches something new hands its habits on. Later runs change a few of them.
//
// Invariant: within a run, an input has one value, however often it is asked for. The run that was
// begun last can be executed again.
#pragma once

#include "DrawnClock.h"
#include "DrawnSignals.h"
#include "DrawnTexts.h"
#include "HabitPool.h"
#include "raceward/symex/Inputs.h"

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
  /// `texts` are often arguments of main; `taken` are the jumps of all runs.
  DrawnInputs(std::uint64_t seed, std::vector<std::string> texts, const TakenEdges &taken)
      : seed_(seed), texts_(std::move(texts)), taken_(taken), pool_(taken) {}

  struct EndedRun {
    std::uint64_t events = 0;
    bool hasThreads = false; ///< besides main
    bool hasEnded = false;   ///< the process
  };

  /// Another hunt begins, which goes on with what was learnt.
  void beginHunt(std::uint64_t seed) {
    seed_ = seed;
    pool_.beginHunt(hunts_++);
  }
  void beginRun(const EndedRun &before);
  /// How many steps a thread may take in this run before it is left: a program that computes much
  /// before it creates threads needs many, but in others they are spent in a loop that waits.
  [[nodiscard]] std::uint64_t stepsAlone() const { return stepsAlone_; }
  /// Nothing before the first run.
  std::optional<std::uint64_t> operator()(const AskedInput &asked);

private:
  using Place = InputPlace;

  /// Races need threads, so that a run with some is better than any without.
  struct Score {
    bool hasThreads = false;
    std::uint64_t progress = 0;
    auto operator<=>(const Score &) const = default;
  };

  void learn(const EndedRun &run);
  void change(const std::vector<Place> &last, std::uint64_t least);
  const Habit &habitAt(Place place);
  Habit changed(Place place, std::uint64_t random);
  Habit habitOfArgument(std::uint64_t random);

  std::uint64_t seed_;
  DrawnTexts texts_;
  const TakenEdges &taken_;
  DrawnClock clock_;
  DrawnSignals signals_;
  std::uint64_t hunts_ = 0;
  std::uint64_t run_ = 0;
  Habits habits_;
  HabitPool pool_;
  std::uint64_t options_ = 0; ///< that were drawn in turn
  Score best_;
  std::size_t places_ = 0; ///< that had asked when the last run ended
  std::unordered_set<Place> everAsked_;
  std::set<Place> asked_;      ///< in this run
  std::vector<Place> inOrder_; ///< the same, as they asked first
  /// In this run: what the usual value is drawn from after a number was refused.
  std::unordered_map<Place, std::uint64_t> accepted_;
  /// In this run: number of the input that a thread got first at a place.
  std::unordered_map<std::uint64_t, std::uint32_t> firstAsked_;
  std::optional<unsigned> unusual_;       ///< in this run, at all places: see kUnusual
  std::uint64_t stepsAlone_ = 0;          ///< in this run
  std::unordered_set<Place> ofArguments_; ///< of main: their number, and each
  std::unordered_set<Place> arguments_;   ///< each
  std::optional<Place> argumentCount_;
};

} // namespace raceward
