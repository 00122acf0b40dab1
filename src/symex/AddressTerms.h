// What the term of an address says about it. Private to symex.
#pragma once

#include "raceward/smt/TermArena.h"
#include "raceward/symex/Memory.h"

namespace raceward {

/// Number of lowest bits that are certainly zero.
unsigned zeroBits(const TermArena &arena, Term term);

/// `first` plus or minus multiples of `step`. Step 0: only the first.
struct OffsetRow {
  std::uint64_t first = 0;
  std::uint64_t step = 0;

  [[nodiscard]] bool has(std::uint64_t offset) const;
};
/// Where the values of the term are, if no multiplication in it overflows: indices of arrays do
/// not.
OffsetRow rowOf(const TermArena &arena, Term term);

/// Whether the term is an address plus an offset, or a choice among such terms. False also for
/// others that may be one, such as an element of an array of terms.
bool isSumOrChoice(const TermArena &arena, const Memory &memory, Term term);

/// An address that is made of inputs and of numbers that are not addresses. It may be equal to that
/// of an object, but no program can count on where objects lie: what happens there says nothing.
bool isMadeUp(const TermArena &arena, const Memory &memory, Term address);

} // namespace raceward
