// Order: constraints on which write each read sees, and on one order of all steps.
//
// Given accesses to shared locations with guards, and their statically known order, it generates
// constraints whose models are the runs (docs/develop/order.md). The four theories differ in how
// much of the order they express; only Clocks is exact for any number of threads.
#pragma once

#include "raceward/smt/OrderStatic.h"
#include "raceward/smt/TermArena.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace raceward {

enum class OrderTheory : std::uint8_t {
  AnyWrite,  ///< only the static order: any write that this order does not overwrite may be read
  Pairs,     ///< each two concurrent steps are ordered, consistent with the static order alone:
             ///< exact for two threads, too many models from three on
  OneReader, ///< as Pairs, and a write is read by at most one concurrent read: misses runs
  Clocks,    ///< every clock is a number: models are runs
};

struct OrderedAccess {
  enum class Kind : std::uint8_t { Read, Write };
  Kind kind = Kind::Read;
  /// Accesses of one clock happen in one step; they must not be a write and another access that may
  /// touch the same place.
  ClockId clock;
  std::uint32_t location = 0;
  Term guard; ///< whether it happens
  Term index; ///< within the location; invalid: none, or every index at once
  Term value; ///< the written value, or a variable for the read value
  /// For a read: positions of the writes that it may see. Writes that happen after it, or that
  /// another one of the list always overwrites, may be omitted.
  std::vector<std::size_t> from;
};

struct OrderChoice {
  std::size_t read = 0;  ///< position of the access
  std::size_t write = 0; ///< position of the access
  Term selected;         ///< the read happens, and sees this write
};

struct OrderConstraints {
  std::vector<Term> constraints;
  std::vector<OrderChoice> choices; ///< by read, in the order of its `from`
  /// Clocks: by clock, its number in a run; invalid if it is concurrent with nothing relevant.
  /// Other theories: empty.
  std::vector<Term> clocks;
};

/// The names of all new variables end in `suffix`.
OrderConstraints constrainOrder(TermArena &arena, const StaticOrder &order,
                                const std::vector<OrderedAccess> &accesses, OrderTheory theory,
                                std::string_view suffix);

} // namespace raceward
