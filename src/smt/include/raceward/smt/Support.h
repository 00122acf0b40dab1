// Support: the variables that a term depends on, and its reads of arrays.
//
// Cached per term. Used to slice queries, and to know which values to request from a solver after
// "satisfiable".
#pragma once

#include "raceward/smt/TermArena.h"

#include <unordered_map>
#include <vector>

namespace raceward {

class Support {
public:
  struct Entry {
    std::vector<Term> variables; ///< sorted
    std::vector<Term> reads;     ///< all Select terms, sorted
  };

  explicit Support(const TermArena &arena) : arena_(arena) {}

  /// The reference stays valid.
  const Entry &of(Term term);

private:
  const TermArena &arena_;
  std::unordered_map<Term, Entry> known_;
};

/// The array variables that a read of `array` may end in, sorted.
std::vector<Term> arrayVariables(const TermArena &arena, Term array);

} // namespace raceward
