// The next operation of a thread, as plain data. Created once and shared by snapshots.
#pragma once

#include "../Interpreter.h"
#include "raceward/model/Event.h"
#include "raceward/symex/ThreadedMachine.h"

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

  std::uint64_t name = 0; ///< of the choices made, by meaning
  End end = End::Done;
  State after;
  std::vector<Touch> touches;
  const Instruction *source = nullptr; ///< its first instruction
  Operation operation;
  Fault fault;
  std::optional<Fault> failure; ///< refused, since the process would end with this fault
  Gap gap;
  std::uint64_t changes = 0; ///< number of changes of memory

  // While it is executed:
  std::uint32_t depth = 0;      ///< number of frames at its start
  std::uint32_t start = 0;      ///< step before the first instruction
  unsigned nesting = 1;         ///< nesting of sections
  std::uint32_t boundaries = 0; ///< passed without stopping
  std::uint64_t steps = 0;      ///< so far
  bool started = false;
};

/// Where a thread stopped, and why.
struct StopReason : Counted {
  ThreadStop stop;
};

struct Pending : Counted {
  enum class Kind : std::uint8_t {
    Ended,
    Plain,      ///< can always proceed
    Waiting,    ///< when `test` says so
    Unlocking,  ///< the first half of waiting for a condition
    Arriving,   ///< the first half of waiting at a barrier
    Announcing, ///< announces that the handle of a thread will be written
    ProcessEnd, ///< when no other thread can move (rule R3)
    Last,       ///< the same, after the last function of atexit()
    Choice,
    Burst,
    Asleep, ///< spins, and nothing that it read has changed (rule R5)
    Awake,  ///< something has changed
    Stuck,  ///< not followed further, or an assumption does not hold
  };
  /// Whether the operation of the thread, which is Waiting, can be performed.
  using Test = bool (*)(const State &state, unsigned thread, const Pending &pending);
  Kind kind = Kind::Ended;
  Test test = nullptr;
  Operation operation;
  std::uint64_t object = 0; ///< base of the accessed object
  std::uint64_t mutex = 0;  ///< or read-write lock, semaphore, barrier, once control
  unsigned target = 0;
  /// It depends on memory or mutexes: must be described again when others moved.
  bool follows = false;
  /// It may even become another operation, or touch other memory.
  bool isOpen = false;
  Ref<StopReason> reason;    ///< Stuck
  bool isRefused = false;    ///< stuck, since the assumption of a section failed
  std::uint64_t version = 0; ///< of the state that it was described in

  std::vector<Alternative> alternatives; ///< Choice
  Ref<PathNode> decidedFor;              ///< the path for which the alternatives are possible
  std::vector<BurstWay> ways;            ///< Burst
  bool isPlain = false;                  ///< a burst that orders nothing: a call, or a copy
  std::vector<Touch> touches; ///< of an access with a symbolic address, or of an end of life
  Term offset;                ///< of that access, in its object
  // Asleep:
  std::vector<Address> looks;    ///< a write there wakes it
  std::vector<ObjectId> mutexes; ///< an unlock after a change wakes it
  bool wakesOnAnyUnlock = false; ///< it tests whether a mutex is free

  [[nodiscard]] bool endsProcess() const { return kind == Kind::ProcessEnd || kind == Kind::Last; }
  /// At exit(), or where main returns. Functions of atexit() run beside other threads; without
  /// them nothing comes after it.
  void endProcess(bool hasFunctions) {
    kind = hasFunctions ? Kind::Plain : Kind::ProcessEnd;
    operation.action = hasFunctions ? Action(Local{}) : Action(Exit{});
    follows = true; // another thread may call atexit() before
  }
  void waitUntil(Test isPossible, Action action) {
    kind = Kind::Waiting;
    test = isPossible;
    operation.action = std::move(action);
  }
};

/// The memory that an earlier step touched, if its event is not exact.
struct PastAccess : Counted {
  Ref<PastAccess> before;
  unsigned thread = 0;
  std::uint32_t index = 0; ///< of the event in its thread
  std::vector<Touch> touches;
  Term offset;
  Ref<PathNode> path; ///< before it, without the later assumptions of its thread
  Ref<Witness> witness;
  ~PastAccess() {
    while (before.unique()) { // without recursion
      Ref<PastAccess> next = std::move(before->before);
      before = std::move(next);
    }
  }
};

} // namespace raceward
