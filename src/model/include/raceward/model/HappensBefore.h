// HappensBefore: the order that synchronisation imposes, and thereby the data races of a run.
//
// C11 5.1.2.4: program order; create to first step; last step to join; unlock to every later lock,
// a reader's unlock to writers' locks only; a post to every later wait; arrivals at a barrier to
// the passes that wait for them; a release to an acquire that reads from it, fences included;
// conflicting atomic sections. Conflicting plain accesses order nothing.
//
// Each event has a vector clock (Fidge, Mattern) of everything that happens before it, itself
// included, so that before() is one comparison of epochs. Two conflicting accesses of different
// threads, not both atomic, race if neither clock covers the other's epoch.
//
// The standards leave some edges open: whether a failed trylock or trywait, or a look at a
// semaphore, synchronises; whether a later write of the same thread continues a release sequence;
// whether an indivisible section is ordered with a conflicting sequentially consistent access, even
// if neither reads from the other; and, where data decides an address, which write an atomic read
// sees. The strict reading has every such edge, so that its races are races under all readings; the
// loose reading has none of them.
//
// Not modelled yet: atomics of mixed sizes on one location beyond overlap.
#pragma once

#include "raceward/model/CriticalSections.h"
#include "raceward/model/Dependency.h"
#include "raceward/model/Run.h"
#include "raceward/model/VectorClock.h"

#include <vector>

namespace raceward {

class HappensBefore {
public:
  enum class Reading : std::uint8_t { Strict, Loose };

  explicit HappensBefore(const Run &run, Reading reading = Reading::Strict)
      : run_(run), reading_(reading) {}

  /// Whether the two readings can differ on the event.
  [[nodiscard]] static bool ambiguous(const Action &action);

  /// Appends the last event of the run; see CausalOrder::extend.
  void extend() { extend(run_.size() - 1); }
  /// Recomputes the whole run.
  void rebuild();
  /// Recomputes the whole run, without the order of independent sections: accesses that are then
  /// unordered are unordered in some run of the class (docs/develop/search.md).
  void rebuild(const CriticalSections &sections);

  /// Strictly before, by positions in the run.
  [[nodiscard]] bool before(std::size_t first, std::size_t second) const {
    return first != second && clocks_[second].covers(epochOf(run_[first]));
  }

  /// Appends the positions of all events that race with the one at `at`, latest first; with an
  /// inexact address, of all that may race. The scan is shorter if every event was queried in turn.
  void racesOf(std::size_t at, std::vector<std::uint32_t> &found);

private:
  [[nodiscard]] bool strict() const { return reading_ == Reading::Strict; }
  void start(std::size_t at);
  void extend(std::size_t at);
  void followMeetingPoint(std::size_t at);
  void followLocks(std::size_t at, ObjectId lock);
  void followSemaphore(std::size_t at, ObjectId semaphore);
  void followArrivals(std::size_t at, const Pass &pass);
  void acquireAtFence(std::size_t at);
  void releaseFence(std::size_t at, VectorClock &into) const;
  void continueOwnSequence(std::size_t at, const Address &address);
  void extendByMemory(std::size_t at);
  void acquireFromWrites(std::size_t at, const MemoryAccess &access);
  void followSections(std::size_t at, const MemoryAccess &access);
  [[nodiscard]] bool settles(std::size_t earlier, const MemoryAccess &access) const;

  const Run &run_;
  Reading reading_;
  std::vector<VectorClock> clocks_;
  std::vector<bool> raceFree_; ///< racesOf() found nothing for the event at this position
  /// Clock that an acquire obtains by reading from the atomic write at this position. The same for
  /// waits and posts, and for operations that the strict reading treats alike.
  std::vector<VectorClock> released_;
  /// Clock that an atomic read at this position did not acquire, and a later fence does.
  std::vector<VectorClock> seen_;
};

} // namespace raceward
