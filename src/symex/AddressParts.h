// AddressParts: terms that stand for bytes of addresses. Private to symex.
//
// The machine's addresses are numbers that no system has. Where a program reads a part of one (half
// of a union, a byte in a loop that copies) it gets terms of which nothing is known. Stored again
// side by side they are the address again; a decision that depends on one is a gap (Decisions.cpp).
// So a part may go wherever the program takes it, and nothing has to follow it there.
#pragma once

#include "raceward/smt/TermArena.h"

#include <cstdint>
#include <unordered_map>

namespace raceward {

class AddressParts {
public:
  struct Part {
    std::uint64_t address = 0; ///< or the handle of a thread
    unsigned byte = 0;         ///< the lowest is 0
    friend bool operator==(const Part &, const Part &) = default;
  };

  /// A term of 8 bits, the same for the same part.
  Term termOf(TermArena &arena, const Part &part);
  /// Null if the term is not that of a part.
  [[nodiscard]] const Part *find(Term term) const;
  /// Whether the value of the term depends on a part.
  [[nodiscard]] bool matterFor(const TermArena &arena, Term term) const;

private:
  std::unordered_map<std::uint32_t, Part> parts_; ///< by index of the term
};

} // namespace raceward
