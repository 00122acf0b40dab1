// Spin: the memory and mutexes that a thread has polled since its last change.
#pragma once

#include "../Frame.h"
#include "raceward/model/Event.h"

#include <vector>

namespace raceward {

struct Spin : Counted {
  struct Visit {
    FrameRef top;
    std::vector<std::uint64_t> held; ///< held mutexes
    std::size_t reads = 0;           ///< number of reads before it
    std::size_t mutexes = 0;         ///< number of locks before it
  };
  struct Look {
    Address at;
    bool isStale = false; ///< another thread has written there since
  };
  struct Attempt {
    ObjectId mutex;
    bool mayFail = false; ///< a trylock: it tests whether the mutex is free
    bool isStale = false;
  };
  std::uint64_t progress = 0; ///< of the thread; a different value invalidates all this
  std::uint32_t inputs = 0;
  std::vector<Visit> visits;
  std::vector<Look> reads;
  std::vector<Attempt> mutexes;
};

} // namespace raceward
