// State: one execution at one moment.
//
// Copying a state is a snapshot that costs a few references: memory is a persistent radix tree
// (Memory.h), threads are a vector of counted references, frames and the path condition are linked
// lists. Whatever only one state refers to is changed in place; everything else is copied on the
// first write.
//
// Invariant: the witness satisfies the path condition. Inputs, threads, objects and keys are named
// by thread and count, so that the same actions in another order give the same names (rule R6).
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
/// Frames are complete types only inside the machine.
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

/// The assumptions of the execution, newest first.
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

/// Values of the inputs that satisfy the path condition. Most queries about a path are answered by
/// evaluating this one example.
struct Witness : Counted {
  Witness(const TermArena &arena, Model values)
      : model(std::move(values)), evaluator(arena, model) {}
  Witness(const Witness &) = delete;
  Witness &operator=(const Witness &) = delete;
  Model model;
  Evaluator evaluator;
};

/// An external value, in the order in which the thread requested them.
struct Input : Counted {
  Ref<Input> before;
  Term variable;
  std::uint32_t width = 0;
  unsigned thread = 0;      ///< the thread that requested it
  std::uint32_t number = 0; ///< number among the inputs of the execution
  std::string what;         ///< the function that gave it; empty for a value never written
  const void *at = nullptr; ///< llvm::Instruction
  /// It was drawn, and there is no variable.
  std::optional<std::uint64_t> drawn;
  ~Input();
};

/// The round of a thread that waits at a barrier: arrivals [first, first + count) are needed.
struct BarrierRound {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  bool isLast = false; ///< this thread was the last to arrive
};

/// Progress of a thread in a call that is several events, as it writes memory that others use.
enum class CallPart : std::uint8_t { Start, Announced, Done };

/// A function that runs when a thread ends early: where setjmp() filled a buffer, or a function.
struct CleanUp {
  std::uint64_t buffer = 0;
  std::uint64_t function = 0;
  Value argument;
};

struct InstalledHandler {
  std::uint32_t signal = 0;
  std::uint64_t function = 0; ///< calls it
  std::uint32_t line = 0;     ///< where it was installed; 0: unknown
};

/// What signals do to a thread. Handlers are those that it, or a thread that it descends from, has
/// installed: these are installed before it, whatever the schedule.
struct ThreadSignals {
  std::uint64_t blocked = 0; ///< a bit for each signal
  std::vector<InstalledHandler> handlers;
  std::uint32_t questions = 0; ///< how often it was asked whether a signal arrives
  std::uint32_t asked = 0;     ///< handlers that it was asked about, at this position
  std::uint32_t passed = 0;    ///< operations without a question, if they are apart
  bool isInterrupted = false;  ///< a signal has arrived
  std::uint32_t depth = 0;     ///< number of frames at the start of a handler; 0: none runs
};

struct MachineThread : Counted {
  bool exists = false;
  bool ended = false;
  bool detached = false;
  bool joined = false;
  std::string function;      ///< its start function
  std::uint32_t created = 0; ///< number of threads that it has created so far
  Value result;              ///< the result of its function
  std::uint32_t resultBits = 0;
  FrameRef top;
  std::uint32_t depth = 0;
  std::uint32_t nextInput = 0;
  std::uint32_t redraws = 0;      ///< how often inputs were drawn again (Redraws.h) ...
  std::uint32_t redrawnUntil = 0; ///< ... those before this one
  std::uint32_t nextFrame = 0;
  std::uint64_t progress = 0; ///< number of changes that it made to memory
  bool isWaiting = false;     ///< for a condition: the mutex is released
  bool hasArrived = false;    ///< at a barrier
  CallPart part = CallPart::Start;
  std::optional<Value> asked;    ///< whether its next external request fails
  BarrierRound round;            ///< its current round there
  std::uint64_t errorNumber = 0; ///< address of its errno; 0 until requested
  std::vector<std::pair<std::uint32_t, std::uint64_t>> threadLocals; ///< global, address
  std::vector<std::pair<std::uint32_t, Value>> keyValues;            ///< key, value
  std::uint32_t keysCreated = 0;
  ThreadSignals signals;
  bool isCancelled = false; ///< it is to end where it next tests for it
  bool refusesCancel = false;
  bool isExiting = false;      ///< clean-ups run now
  std::uint32_t exitDepth = 0; ///< number of frames at the call that goes on with them; 0: none
  std::vector<CleanUp> cleanUps;
  bool isLeaving = false;         ///< destructors of key values run now
  std::uint32_t keysEnded = 0;    ///< in this round of destructors
  std::uint32_t endingRounds = 0; ///< rounds of destructors before this one
};

/// A file descriptor that the program got.
struct Descriptor {
  Value number;
  bool isChannel = false;           ///< another thread may have sent what comes out of it
  std::optional<unsigned> closedBy; ///< the thread that closed it
  std::optional<std::size_t> pipe;  ///< in State::pipes
  bool isWriteEnd = false;
};

/// Bytes on their way through a pipe.
struct SentBytes {
  std::uint64_t at = 0;
  std::uint64_t size = 0;
};

/// A pipe of a run that stands for itself only (models/Pipes.cpp).
struct Pipe {
  std::uint64_t semaphore = 0; ///< the first thing of what the model keeps for it
  bool isFollowed = true;
  std::vector<SentBytes> sent; ///< first come, first
};

/// A part of what a thread has taken out of a pipe, which its read copies.
struct TakenPiece {
  unsigned thread = 0;
  SentBytes bytes;
};

/// A descriptor that the program waits for, with epoll (models/Watches.cpp).
struct Watch {
  std::uint64_t epoll = 0;
  std::uint64_t descriptor = 0;
  std::uint32_t events = 0;
  std::uint64_t data = 0;
  std::uint32_t beyond = 0;     ///< of data that are wider than a pointer
  unsigned thread = 0;          ///< that asked for it
  bool isBeforeThreads = false; ///< there was no other thread then
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
  std::vector<std::pair<std::uint64_t, std::uint8_t>> mutexKinds; ///< of initialised mutexes
  /// Read-write locks and their readers, one entry per acquisition. Writers hold them as mutexes.
  std::vector<std::pair<std::uint64_t, unsigned>> readers;
  Ref<SyncObjects> syncObjects;        ///< null: none yet
  std::vector<Descriptor> descriptors; ///< in the order in which they were opened
  std::vector<Watch> watches;          ///< if inputs are drawn
  struct SocketAddress {
    unsigned family = 0;             ///< 0: not known
    std::vector<std::uint8_t> place; ///< a port, a path; empty: any
  };
  std::vector<SocketAddress> boundAddresses; ///< of sockets
  std::uint64_t sentUnseen = 0;              ///< bytes, through channels of the program
  std::vector<Pipe> pipes;                   ///< if inputs are drawn
  std::vector<TakenPiece> takenPieces;       ///< if inputs are drawn
  std::vector<std::uint64_t> sharedLocals;   ///< local variables that other threads have touched
  bool isEnding = false;                     ///< exit() was called, or main has returned
  unsigned endingThread = 0;                 ///< which did that
  std::uint32_t endingFrame = 0;             ///< frame of the function that runs at the end now

  /// Whether there are functions of atexit() to run, or some run already.
  [[nodiscard]] bool runsAtEnd() const { return isEnding || !atExit.empty(); }
  /// Whether this thread runs functions of atexit(), or has run them.
  [[nodiscard]] bool isEndedBy(unsigned thread) const { return isEnding && endingThread == thread; }
  int exitCode = 0;

  [[nodiscard]] std::vector<Term> pathCondition() const;
  [[nodiscard]] const SyncObjects &sync() const;
  /// For modification.
  SyncObjects &ownSync();
};

} // namespace raceward
