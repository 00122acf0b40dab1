// What a thread waits to do, as plain data. Made once and shared by snapshots.
#pragma once

#include "../Interpreter.h"
#include "raceward/model/Event.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace raceward {

/// One way through several instructions that are executed as one step.
struct BurstWay {
  enum class End : std::uint8_t {
    Done,
    Refused, ///< an assumption does not hold, or the process would end: the thread stays
    Fault,
    Gap,
  };
  explicit BurstWay(State reached) : after(std::move(reached)) {}

  std::uint64_t name = 0; ///< of the choices on the way, by meaning
  End end = End::Done;
  State after;
  std::vector<Touch> touches;
  const Instruction *source = nullptr; ///< that it begins with
  Operation operation;
  Fault fault;
  std::optional<Fault> failure; ///< refused, since the process would end with this one
  Gap gap;
  std::uint64_t changes = 0; ///< of memory

  // While it is followed:
  std::uint32_t depth = 0;      ///< of frames, where it began
  std::uint32_t start = 0;      ///< step before the first instruction
  unsigned nesting = 1;         ///< of sections
  std::uint32_t boundaries = 0; ///< passed without stopping
  std::uint64_t steps = 0;      ///< up to now
  bool started = false;
};

struct Pending : Counted {
  enum class Kind : std::uint8_t {
    Ended,
    Plain,      ///< can always go on
    Lock,       ///< when nobody holds the mutex
    ReadLock,   ///< when nobody holds it for writing
    Semaphore,  ///< when it is above zero
    Pass,       ///< when all others of the round have arrived at the barrier
    Join,       ///< when the other thread has ended
    Unlocking,  ///< the first half of waiting for a condition
    Arriving,   ///< the first half of waiting at a barrier
    Announcing, ///< that the handle of a thread will be written
    ProcessEnd, ///< when no other thread can move (rule R3)
    Choice,
    Burst,
    Asleep, ///< spins, and nothing that it looks at has changed (rule R5)
    Awake,  ///< something has
    Stuck,  ///< not followed further, or an assumption does not hold
  };
  Kind kind = Kind::Ended;
  Operation operation;
  std::uint64_t object = 0; ///< base of what an access touches
  std::uint64_t mutex = 0;  ///< or read-write lock, semaphore, barrier, control of once
  unsigned target = 0;
  /// What it is depends on memory or mutexes: must be looked at again when others moved.
  bool follows = false;
  /// It may even become another operation, or touch other memory.
  bool isOpen = false;
  bool isRefused = false;    ///< stuck, since what a section assumes did not hold
  std::uint64_t version = 0; ///< of the state that it was found in

  std::vector<Alternative> alternatives; ///< Choice
  Ref<PathNode> decidedFor;              ///< the path that the alternatives were found possible for
  std::vector<BurstWay> ways;            ///< Burst
  std::vector<Touch> touches; ///< of an access whose address is a term, or of an end of life
  Term offset;                ///< of that access, in its object
  // Asleep:
  std::vector<Address> looks;    ///< whoever writes there wakes it
  std::vector<ObjectId> mutexes; ///< whoever unlocks one, with news, wakes it
  bool wakesOnAnyUnlock = false; ///< it looks whether a mutex is free
};

/// What a step of the past touched, if its event does not say it all.
struct PastAccess : Counted {
  Ref<PastAccess> before;
  unsigned thread = 0;
  std::uint32_t index = 0; ///< of the event in its thread
  std::vector<Touch> touches;
  Term offset;
  Ref<PathNode> path; ///< before it, without what its thread assumed after it
  Ref<Witness> witness;
  ~PastAccess() {
    while (before.unique()) { // not by recursion
      Ref<PastAccess> next = std::move(before->before);
      before = std::move(next);
    }
  }
};

} // namespace raceward
