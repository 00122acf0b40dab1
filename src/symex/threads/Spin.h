// Spin: what a thread has looked at since it last changed anything.
#pragma once

#include "../Frame.h"
#include "raceward/model/Event.h"

#include <vector>

namespace raceward {

struct Spin : Counted {
  struct Visit {
    FrameRef top;
    std::vector<std::uint64_t> held; ///< mutexes
    std::size_t reads = 0;           ///< made before it
    std::size_t mutexes = 0;         ///< locked before it
  };
  struct Look {
    Address at;
    bool isStale = false; ///< another thread has written there since
  };
  struct Attempt {
    ObjectId mutex;
    bool mayFail = false; ///< a trylock: it sees whether the mutex is free
    bool isStale = false;
  };
  std::uint64_t progress = 0; ///< of the thread; with another value all this is over
  std::uint32_t inputs = 0;
  std::vector<Visit> visits;
  std::vector<Look> reads;
  std::vector<Attempt> mutexes;
};

} // namespace raceward
