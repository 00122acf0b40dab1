// Facts: the analyses that provers share, computed once per program.
#pragma once

#include "raceward/prove/Calls.h"
#include "raceward/prove/Parallel.h"
#include "raceward/prove/PointsTo.h"
#include "raceward/prove/Sections.h"
#include "raceward/prove/Sharing.h"
#include "raceward/prove/Threads.h"
#include "raceward/prove/Visits.h"

namespace raceward {

struct Facts {
  explicit Facts(const Program &p)
      : program(p), pointsTo(p), calls(p, pointsTo), threads(p, calls),
        sharing(p, pointsTo, threads), sections(p, calls, threads),
        parallel(p, pointsTo, calls, threads), visits(*this) {}
  Facts(const Facts &) = delete; // the members refer to each other

  const Program &program;
  PointsTo pointsTo;
  Calls calls;
  Threads threads;
  Sharing sharing;
  Sections sections;
  Parallel parallel;
  Visits visits;

  [[nodiscard]] InstructionRef instructionOf(SiteId site) const {
    const SitePlace &place = program.placeOf(site);
    return {place.function, place.instruction};
  }
};

} // namespace raceward
