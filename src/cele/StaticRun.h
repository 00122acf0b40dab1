// From a model to a run: the steps that happen, in an order in which each read sees the write that
// the model chose for it.
#pragma once

#include "StaticProblem.h"

#include "raceward/smt/Model.h"

namespace raceward::cele {

/// A step of the model, reduced to what its order depends on.
struct Happening {
  struct Cell {
    VariableId variable;
    std::uint64_t index = 0; ///< index of the element; zero if it is not an array
    auto operator<=>(const Cell &) const = default;
  };
  struct Read {
    Cell cell;
    ClockId from;           ///< the step whose write it sees
    std::size_t choice = 0; ///< index among the choices of the run
  };
  ClockId clock;
  std::optional<std::uint64_t> time; ///< if the encoding numbers steps
  std::vector<Read> reads;
  std::vector<Cell> writes;
  std::vector<std::size_t> before; ///< positions of the latest steps that precede it in every run
};

/// By clock, without the initial step.
std::vector<Happening> happeningsOf(const StaticProblem &problem, const EncodedRun &run,
                                    const Model &model);

/// Positions in order, `target` last. Uses the numbers of steps: Encoding::Exact.
std::vector<std::size_t> orderByTime(const std::vector<Happening> &happenings, ClockId target);

struct FoundOrder {
  enum class Kind : std::uint8_t { Found, Impossible, GaveUp };
  Kind kind = Kind::GaveUp;
  std::vector<std::size_t> positions; ///< as above
  /// If it is impossible: positions of a sufficient set of choices that make it so.
  std::vector<std::size_t> choices;
};
/// By search, guided by the choices.
FoundOrder orderByChoices(const std::vector<Happening> &happenings, ClockId target);

/// The steps of the run.
std::vector<Step> stepsOf(const Cssa &cssa, const std::vector<Happening> &happenings,
                          const std::vector<std::size_t> &positions);

} // namespace raceward::cele
