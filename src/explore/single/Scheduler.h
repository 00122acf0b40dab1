// Scheduler: chooses the next thread in a single run (of a hunt, not of a search).
#pragma once

#include "raceward/model/Dependency.h"
#include "raceward/model/Machine.h"
#include "single/Random.h"

#include <memory>

namespace raceward {

class Scheduler {
public:
  virtual ~Scheduler() = default;

  /// A new run begins. `length` is the length of the longest run so far.
  virtual void begin(Random &random, std::uint64_t length) = 0;
  /// Chooses one of the enabled threads, of which there is at least one.
  virtual ThreadId pick(Machine &machine, std::span<const ThreadId> enabled, Random &random) = 0;
};

/// Round robin, so that every thread advances however long the others run.
std::unique_ptr<Scheduler> makeFairScheduler();
/// Any thread; in some runs mostly the one that moved last.
std::unique_ptr<Scheduler> makeRandomScheduler();
/// The thread of the highest priority; at a few moments it gets the lowest. Finds races that need
/// few ordering constraints (PCT: Burckhardt and others, ASPLOS 2010).
std::unique_ptr<Scheduler> makePriorityScheduler();
/// Holds threads before plain accesses while others can move, until two of them conflict or no
/// other thread is left.
std::unique_ptr<Scheduler> makeHoldingScheduler();

} // namespace raceward
