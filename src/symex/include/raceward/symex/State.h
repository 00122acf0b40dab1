// State: one execution at one moment.
//
// Copying a state is a snapshot: memory, frames and the path condition are shared until
// one of the copies writes.
#pragma once

#include "raceward/smt/Model.h"
#include "raceward/symex/Memory.h"
#include "raceward/symex/Ref.h"
#include "raceward/symex/SharedVector.h"
#include "raceward/symex/SyncObjects.h"
#include "raceward/symex/Value.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace raceward {

struct Frame;
/// Frames are complete only inside of the machine.
class FrameRef {
public:
  FrameRef() = default;
  explicit FrameRef(Frame *frame);
  FrameRef(const FrameRef &other);
  FrameRef(FrameRef &&other) noexcept;
  FrameRef &operator=(FrameRef other) noexcept;
  ~FrameRef();
  [[nodiscard]] Frame *get() const { return frame_; }
  Frame *operator->() const { return frame_; }
  explicit operator bool() const { return frame_ != nullptr; }
  [[nodiscard]] bool unique() const;

private:
  Frame *frame_ = nullptr;
};

/// What the execution assumes, newest first.
struct PathNode : Counted {
  PathNode(Ref<PathNode> earlier, Term newest)
      : before(std::move(earlier)), constraint(newest), length(before ? before->length + 1 : 1) {}
  PathNode(const PathNode &) = delete;
  PathNode &operator=(const PathNode &) = delete;
  ~PathNode();

  Ref<PathNode> before;
  Term constraint;
  std::uint32_t length;
};

/// Values of the inputs for which the path condition holds. Most questions about a path
/// are answered by looking at one example.
struct Witness : Counted {
  Witness(const TermArena &arena, Model values)
      : model(std::move(values)), evaluator(arena, model) {}
  Witness(const Witness &) = delete;
  Witness &operator=(const Witness &) = delete;
  Model model;
  Evaluator evaluator;
};

/// A value that came from outside, in the order in which the thread asked for them.
struct Input : Counted {
  Ref<Input> before;
  Term variable;
  std::uint32_t width = 0;
  unsigned thread = 0;      ///< that asked for it
  std::uint32_t number = 0; ///< counts the inputs of the execution
  std::string what;         ///< the function that gave it; empty for a value never written
  const void *at = nullptr; ///< llvm::Instruction
  ~Input();
};

/// Where a thread waits at a barrier: arrivals [first, first + count) have to be there.
struct BarrierRound {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  bool isLast = false; ///< this thread was the last to arrive
};

/// How far a thread is with a call that is several events, as it writes memory that others use.
enum class CallPart : std::uint8_t { Start, Announced, Done };

struct MachineThread : Counted {
  bool exists = false;
  bool ended = false;
  bool detached = false;
  bool joined = false;
  std::string function;      ///< that it was started with
  std::uint32_t created = 0; ///< threads that it has created so far
  Value result;              ///< what its function returned
  std::uint32_t resultBits = 0;
  FrameRef top;
  std::uint32_t depth = 0;
  std::uint32_t nextInput = 0;
  std::uint32_t nextFrame = 0;
  std::uint64_t progress = 0; ///< how often it has changed memory
  bool isWaiting = false;     ///< for a condition: the mutex is given up
  bool hasArrived = false;    ///< at a barrier
  CallPart part = CallPart::Start;
  std::optional<Value> asked;    ///< whether what it is about to do fails
  BarrierRound round;            ///< there
  std::uint64_t errorNumber = 0; ///< address of its errno; 0 until it asks for it
  std::vector<std::pair<std::uint32_t, std::uint64_t>> threadLocals; ///< global, address
  std::vector<std::pair<std::uint32_t, Value>> keyValues;            ///< key, what it holds
  std::uint32_t keysCreated = 0;
  bool isLeaving = false;         ///< destructors of what keys hold run now
  std::uint32_t keysEnded = 0;    ///< of this round of destructors
  std::uint32_t endingRounds = 0; ///< of destructors, before this one
};

class State {
public:
  explicit State(unsigned pointerBits) : memory(pointerBits) {}

  Memory memory;
  SharedVector<MachineThread> threads;
  Ref<PathNode> path;
  Ref<Witness> witness; ///< null: all inputs zero
  Ref<Input> inputs;
  std::uint64_t steps = 0;
  std::vector<std::uint64_t> atExit; ///< functions to call at the end, last first
  std::vector<std::pair<std::uint64_t, unsigned>> heldMutexes;    ///< address, thread
  std::vector<std::pair<std::uint64_t, std::uint8_t>> mutexKinds; ///< that were initialised
  /// Read-write locks and their readers, once for each time. Writers hold them as mutexes.
  std::vector<std::pair<std::uint64_t, unsigned>> readers;
  Ref<SyncObjects> syncObjects;            ///< null: none yet
  std::vector<std::uint64_t> sharedLocals; ///< local variables that other threads have touched
  bool isEnding = false;                   ///< exit() was called, or main has returned
  std::uint32_t endingFrame = 0;           ///< of the function that runs at the end now
  int exitCode = 0;

  [[nodiscard]] std::vector<Term> pathCondition() const;
  [[nodiscard]] const SyncObjects &sync() const;
  /// For changing.
  SyncObjects &ownSync();
};

} // namespace raceward
