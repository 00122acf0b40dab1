// Reducer: what one reduction decides in the search.
//
// The search (search/SearchCore.h) goes down and back on one run, keeps sleep sets, finds the races
// and the pairs of events that can be reversed. A reduction decides the rest: which step a new node
// takes first (firstChoice), which one it takes next (nextStep), and what a pair adds to the node
// before its first event (reverse). The obligation is that of every stateless search: when a node
// is left, each run that goes on from it has an equivalent one that was visited from it or that
// begins with a step of its sleep set.
//
// To add a reduction: a row in include/raceward/explore/Reductions.def, and a file in this folder
// with a class that derives from Reducer, or from ThreadSets if it adds threads to nodes, and with
// the function make<Id>. Data that it needs at nodes it keeps itself, by their depth.
#pragma once

#include "raceward/explore/Reductions.h"
#include "reductions/Reversal.h"

#include <memory>

namespace raceward {

class Reducer {
public:
  explicit Reducer(SearchState &state) : state_(state) {}
  virtual ~Reducer() = default;
  Reducer(const Reducer &) = delete;
  Reducer &operator=(const Reducer &) = delete;

  /// Chooses what is taken first at a node that was just reached, where at least one thread is
  /// enabled. False: all that could be taken is asleep, and the run is blocked.
  [[nodiscard]] virtual Result<bool> firstChoice(Node &node) = 0;
  /// The next step at the node, which is the state of the machine. False: none is left.
  [[nodiscard]] virtual Result<bool> nextStep(Node &node, Event &step) = 0;
  /// Ensures that a run will be visited in which the second event of the pair comes first.
  virtual void reverse(const Reversal &reversal) = 0;
  /// How many steps the node will take after the current one, as far as it is known.
  [[nodiscard]] virtual std::size_t waiting(const Node &node) const { return node.waiting(); }

  /// Whether runs are left out at all: if not, no pair is reversed and no step sleeps.
  [[nodiscard]] virtual bool reduces() const { return true; }
  /// Whether a reversal adds the rest of the run as a sequence of steps with their outcomes: pairs
  /// of earlier runs are reversed again then, as the rest may be another one.
  [[nodiscard]] virtual bool usesSequences() const { return false; }

  // A reduction that returns false here is replaced by its fallback (Reductions.def).
  /// Whether it can go on with this step, which the machine is about to perform.
  [[nodiscard]] virtual bool canPerform(const Event & /*step*/) const { return true; }
  /// Whether it can go on after a run that ended while a thread waited to do this.
  [[nodiscard]] virtual bool canEndWith(const Event & /*pending*/) const { return true; }
  /// It is about to be replaced: adds to the backtrack sets of the run whatever still waits.
  virtual void handOver() {}

protected:
  SearchState &state_;
};

/// Makes the reducer of a row.
[[nodiscard]] std::unique_ptr<Reducer> makeReducer(Reduction reduction, SearchState &state);

// One function for each row, in the file of the reduction.
#define RW_REDUCTION(id, name, summary, fallback, sleepOnMutexes)                                  \
  std::unique_ptr<Reducer> make##id(SearchState &state);
#include "raceward/explore/Reductions.def"
#undef RW_REDUCTION

} // namespace raceward
