// Following a witness with the machine. Private to check.
//
// Single runs, each guided by the witness: the thread of the next waypoint moves until it has
// passed it, others only if it cannot; near the end the threads of the targets are held before
// their accesses until both are there. The first run does exactly that; later ones deviate at
// random, as the witness need not mention every step. A race counts if the run executed both
// accesses at the targets, in the threads that the witness names, after all of the waypoints.
#pragma once

#include "WitnessPlan.h"
#include "raceward/check/Validate.h"
#include "raceward/symex/ThreadedMachine.h"

namespace raceward {

struct FollowTask {
  WitnessPlan plan;
  std::vector<bool> visible; ///< accesses that are steps, by SiteId
  MachineOptions machine;
  MemoryModel model = MemoryModel::C11;
  double seconds = 0;
};

/// An Error means that the machine failed.
Result<Validation> followWitness(const Program &program, FollowTask task, WitnessPlaces &places);

} // namespace raceward
