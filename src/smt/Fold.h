// Semantics of the binary bit-vector operations: one table for folding and evaluation.
#pragma once

#include "raceward/smt/BitVector.h"
#include "raceward/smt/Term.h"

namespace raceward {

/// Requires an operation on two bit-vectors of one width.
BitVector foldBits(TermKind kind, const BitVector &a, const BitVector &b);

} // namespace raceward
