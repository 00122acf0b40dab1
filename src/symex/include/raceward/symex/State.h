// State: one execution at one moment.
//
// Copying a state is a snapshot: memory, frames and the path condition are shared until
// one of the copies writes.
#pragma once

#include "raceward/smt/Model.h"
#include "raceward/symex/Memory.h"
#include "raceward/symex/Ref.h"
#include "raceward/symex/SharedVector.h"
#include "raceward/symex/Value.h"

#include <cstdint>
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

struct ThreadState : Counted {
  bool exists = false;
  bool ended = false;
  std::string function;      ///< that it was started with
  std::uint32_t created = 0; ///< threads that it has created so far
  Value result;              ///< what its function returned
  FrameRef top;
  std::uint32_t depth = 0;
  std::uint32_t nextInput = 0;
  std::uint32_t nextFrame = 0;
  std::uint64_t progress = 0;    ///< how often it has changed memory
  bool isWaiting = false;        ///< for a condition: the mutex is given up
  std::uint64_t errorNumber = 0; ///< address of its errno; 0 until it asks for it
  std::vector<std::pair<std::uint32_t, std::uint64_t>> threadLocals; ///< global, address
};

class State {
public:
  explicit State(unsigned pointerBits) : memory(pointerBits) {}

  Memory memory;
  SharedVector<ThreadState> threads;
  Ref<PathNode> path;
  Ref<Witness> witness; ///< null: all inputs zero
  Ref<Input> inputs;
  std::uint64_t steps = 0;
  std::vector<std::uint64_t> atExit; ///< functions to call at the end, last first
  std::vector<std::pair<std::uint64_t, unsigned>> heldMutexes;    ///< address, thread
  std::vector<std::pair<std::uint64_t, std::uint8_t>> mutexKinds; ///< that were initialised
  std::vector<std::uint64_t> sharedLocals; ///< local variables that other threads have touched
  bool isEnding = false;                   ///< exit() was called, or main has returned
  std::uint32_t endingFrame = 0;           ///< of the function that runs at the end now
  int exitCode = 0;

  [[nodiscard]] std::vector<Term> pathCondition() const;
};

} // namespace raceward
