// Order: which write does each read get its value from, and can that be one order of all steps?
//
// Given accesses to shared locations with guards, and what is statically known of their order,
// it makes constraints whose models are the runs (docs/order.md). Four theories know more or
// less of the order; only Clocks is exact for any number of threads.
#pragma once

#include "raceward/smt/OrderStatic.h"
#include "raceward/smt/TermArena.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace raceward {

enum class OrderTheory : std::uint8_t {
  AnyWrite,  ///< only the static order: a read may get any write that is not overwritten by it
  Pairs,     ///< each two concurrent steps are ordered, in keeping with the static order alone:
             ///< exact for two threads, too much from three on
  OneReader, ///< as Pairs, and a write is read by at most one concurrent read: too little
  Clocks,    ///< every clock is a number: models are runs
};

struct OrderedAccess {
  enum class Kind : std::uint8_t { Read, Write };
  Kind kind = Kind::Read;
  /// Accesses of one clock happen in one step; they must not be a write and another access that
  /// may touch the same place.
  ClockId clock;
  std::uint32_t location = 0;
  Term guard; ///< whether it happens
  Term index; ///< within the location; invalid: it has none, or every index at once
  Term value; ///< written, or a variable that gets what is read
  /// Of a read: positions of the writes that it may get its value from. Those may be left out
  /// that happen after it, or that another one of the list always overwrites.
  std::vector<std::size_t> from;
};

struct OrderChoice {
  std::size_t read = 0;  ///< position of the access
  std::size_t write = 0; ///< position of the access
  Term selected;         ///< the read happens, and gets its value from there
};

struct OrderConstraints {
  std::vector<Term> constraints;
  std::vector<OrderChoice> choices; ///< by read, in the order of its `from`
  /// Clocks: by clock, its number in a run; invalid if it is concurrent with nothing that
  /// matters to it. Other theories: empty.
  std::vector<Term> clocks;
};

/// Every name of a variable that it makes ends in `suffix`.
OrderConstraints constrainOrder(TermArena &arena, const StaticOrder &order,
                                const std::vector<OrderedAccess> &accesses, OrderTheory theory,
                                std::string_view suffix);

} // namespace raceward
