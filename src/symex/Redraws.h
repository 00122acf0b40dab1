// Redraws: draws an input again that an assumption refuses.
//
// Where inputs are drawn (MachineOptions::drawn), models of the library draw a number and assume
// that it is one of those that the function gives. If it is not, that says nothing about the
// program, and most of the run would be lost: the thread goes back to the draw, and takes another
// number.
//
// Invariant: a thread goes back only to where no other thread has moved since, so that the run is
// the one in which the input had the last number from the start.
#pragma once

#include "raceward/symex/State.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace raceward {

class Redraws {
public:
  /// Others may move now, or what was done is to stay.
  void forget();
  /// The thread is about to draw an input; so many accesses were recorded before.
  void remember(const State &state, unsigned thread, std::size_t touches);
  /// Goes back to a draw, the last one first. Returns how many accesses were recorded before it;
  /// nothing if numbers were tried in vain.
  std::optional<std::size_t> goBack(State &state, unsigned thread);

private:
  struct Draw {
    State before;
    std::size_t touches = 0;
    unsigned tries = 0;
  };
  std::vector<Draw> draws_;
  unsigned tries_ = 0; ///< since forget()
};

} // namespace raceward
