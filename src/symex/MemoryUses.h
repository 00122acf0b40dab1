// MemoryUses: which threads of a hunted run have used which memory.
//
// An access to memory that is not known to be shared (SharedPlaces.h) is quiet: the thread does not
// stop for it, and it is not an event of the run. It is noted here, so that sharing is discovered:
// two threads have used the same bytes, and one of them wrote.
//
// A local variable belongs to the thread that has it, whose end of the variable is a write: any
// use by another thread shares it, and uses by its own thread need not be noted.
#pragma once

#include "raceward/symex/MemoryObject.h"
#include "raceward/symex/SharedPlaces.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace raceward {

class Memory;

class MemoryUses {
public:
  struct Use {
    unsigned thread = 0;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    bool isWrite = false;
  };

  explicit MemoryUses(std::shared_ptr<SharedPlaces> shared) : shared_(std::move(shared)) {}

  void beginRun();
  /// A thread goes on after an event.
  void beginStretch() { inARow_ = 0; }
  void note(const Memory &memory, const MemoryObject &object, const Use &use);
  /// Whether this use is an event: the memory is known to be shared, and in the sample of the run.
  [[nodiscard]] bool isEvent(const MemoryObject &object, const Use &use) const;
  /// Whether it was one before the last SharedPlaces::learn().
  [[nodiscard]] bool wasEvent(const MemoryObject &object, const Use &use) const;
  /// A quiet access was performed, at so many sites from this one on.
  void countQuiet(std::uint32_t firstSite, std::uint32_t sites);
  /// A thread that does nothing else is to let others go on now and then.
  [[nodiscard]] bool isLongStretch() const { return inARow_ >= kMostInARow; }

  [[nodiscard]] std::uint64_t quietAccesses() const { return quiet_; } ///< of the run
  /// The sites of quiet accesses in all runs, by number; may be shorter than all sites.
  [[nodiscard]] const std::vector<bool> &sites() const { return sites_; }

private:
  static constexpr std::uint64_t kMostInARow = 4096;

  struct Cell {
    std::uint16_t thread = 0;
    bool isUsed = false;
    bool isWritten = false;
    bool isByOthers = false;
    bool isTold = false;
  };
  struct Object {
    unsigned shift = 0; ///< of an offset, to the number of its cell
    std::vector<Cell> cells;
  };
  Object &entryFor(const MemoryObject &object);
  [[nodiscard]] bool hasEvent(const SharedPlaces::Parts &parts, const MemoryObject &object,
                              const Use &use) const;
  /// The parts of these bytes, up to `last`.
  void tell(const MemoryObject &object, std::uint64_t first, std::uint64_t last);

  std::shared_ptr<SharedPlaces> shared_;
  std::unordered_map<std::uint64_t, Object> objects_; ///< by base, which no other object ever gets
  std::uint64_t lastBase_ = 0;
  Object *last_ = nullptr;
  std::uint64_t quiet_ = 0;
  std::uint64_t inARow_ = 0; ///< quiet accesses since the last event of the thread
  std::vector<bool> sites_;
};

} // namespace raceward
