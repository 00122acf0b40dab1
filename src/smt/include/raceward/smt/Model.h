// Model: values of variables, as found by a solver.
//
// A variable that is not mentioned is zero (false, an array of zeros), so every model is complete.
#pragma once

#include "raceward/smt/BitVector.h"
#include "raceward/smt/TermArena.h"

#include <map>
#include <unordered_map>

namespace raceward {

class Model {
public:
  /// Booleans are one bit.
  void set(Term variable, BitVector value) { scalars_[variable] = std::move(value); }
  void setElement(Term array, const BitVector &index, BitVector value) {
    arrays_[array][index] = std::move(value);
  }

  /// `width` is that of the variable.
  BitVector scalar(Term variable, std::uint32_t width) const;
  BitVector element(Term array, const BitVector &index, std::uint32_t width) const;

  /// Copies the values of one variable.
  void copyVariable(const Model &from, Term variable);

  const std::map<Term, BitVector> &scalars() const { return scalars_; }
  const std::map<Term, std::map<BitVector, BitVector>> &arrays() const { return arrays_; }

private:
  std::map<Term, BitVector> scalars_;
  std::map<Term, std::map<BitVector, BitVector>> arrays_;
};

/// Values of terms under one model, cached: evaluating again, or a larger term, only costs the new
/// part.
class Evaluator {
public:
  /// Both must outlive this, and the model must not change.
  Evaluator(const TermArena &arena, const Model &model) : arena_(arena), model_(model) {}

  /// The value of a Boolean.
  bool holds(Term term) { return !evaluate(term).isZero(); }
  /// The value of a bit-vector, or of a Boolean as one bit.
  const BitVector &evaluate(Term term);
  std::size_t remembered() const { return values_.size(); }

private:
  BitVector compute(Term term) const;
  const BitVector &known(Term term) const { return values_.at(term); }
  BitVector read(Term array, const BitVector &index) const;

  const TermArena &arena_;
  const Model &model_;
  std::unordered_map<Term, BitVector> values_;
};

} // namespace raceward
