// Model: values for variables, as a solver found them.
//
// What a model does not mention is zero (false, an array of zeros), so every model is
// complete.
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

  /// Takes over the values of one variable.
  void copyVariable(const Model &from, Term variable);

  const std::map<Term, BitVector> &scalars() const { return scalars_; }
  const std::map<Term, std::map<BitVector, BitVector>> &arrays() const { return arrays_; }

private:
  std::map<Term, BitVector> scalars_;
  std::map<Term, std::map<BitVector, BitVector>> arrays_;
};

/// Values of terms under one model. Remembers them: asking again, or about a larger
/// term, costs only what is new.
class Evaluator {
public:
  /// Both must outlive this, and the model must not change.
  Evaluator(const TermArena &arena, const Model &model) : arena_(arena), model_(model) {}

  /// Of a Boolean.
  bool holds(Term term) { return !evaluate(term).isZero(); }
  /// Of a bit-vector, or of a Boolean as one bit.
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
