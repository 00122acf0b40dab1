// Decisions: inputs, the path condition, and what the solver says about conditions.
//
// A layer of the interpreter (Interpreter.h). It never forks a state: if both sides of a condition
// are possible, or a value has several numbers, it stops with the choices.
//
// Invariant: the witness of the state satisfies its path condition, so that one side of every
// condition is known to be possible without a query. A side that the solver could not decide is
// omitted and recorded as a gap.
#pragma once

#include "AddressParts.h"
#include "BoundThread.h"
#include "Guesses.h"
#include "raceward/smt/Solver.h"

#include <functional>

namespace raceward {

class Decisions : public BoundThread {
public:
  /// Numbers a thread by its creator and its index among the creator's threads; empty: threads are
  /// not followed.
  std::function<unsigned(unsigned creator, unsigned count)> threadNumberFor;

  enum class InputKind : std::uint8_t {
    Any,
    NotDrawn, ///< a variable also where inputs are drawn
    Guess,    ///< see Guesses.h; never drawn, nor given
  };
  Value fresh(unsigned width, std::string_view what, InputKind kind = InputKind::Any);
  /// The number that the value has in this execution. If it is ambiguous, stops with one choice for
  /// each (up to a limit, then a gap).
  bool numberOf(const Value &value, unsigned width, std::string_view what, std::uint64_t &out);
  /// Whether a condition holds in this execution; stops with two choices if both are possible.
  bool decide(Term condition, bool &out);
  /// Continues only where the condition holds.
  bool assume(Term condition);
  /// The same for a condition on new inputs that some values satisfy: no run is left out.
  bool constrain(Term condition);

  struct May {
    Sat sat = Sat::GaveUp;
    Ref<Witness> witness;
  };
  /// Whether the condition can hold on this path. If it depends on where objects lie, the solver
  /// fails or the time is over, isBroken().
  May may(Term condition);
  [[nodiscard]] const Guesses &guesses() const { return guesses_; }

protected:
  Decisions(TermArena &arena, Solver &solver, World &world, InputPolicy inputs)
      : BoundThread(arena, world, inputs), solver_(solver) {}

  AddressParts parts_;
  Guesses guesses_;

  bool stopWithPart(); ///< of an address
  void noteUndecided(std::string_view what);
  [[nodiscard]] bool isAssumed(Term condition) const;
  BitVector witnessValue(Term term);
  void addConstraint(Term condition);

private:
  bool stopIfTimeIsOver();

  Solver &solver_;
  std::string whySolverGaveUp_;
};

} // namespace raceward
