// Interpreter: executes micro code on numbers and terms.
//
// One interpreter works on any number of states, one at a time. It never forks a state: where data
// decides it stops with the choices, and the driver (Paths.cpp, ThreadedMachine.cpp) copies the
// state and takes them. A step with choices is executed again after one was taken, and then finds
// its question answered; executing it again must therefore be harmless.
//
// Registers hold numbers or terms (Value.h). The loop in Interpreter.cpp handles numbers; the rest
// is in the file of its subject: Arithmetic, Floats, Intrinsics, Access, Calls, Solving,
// AddressChecks.
//
// Invariant: the witness of the state satisfies its path condition, so that one side of every
// branch is known to be possible without a query. A side that the solver could not decide is
// omitted and recorded as a gap: every execution is either followed or covered by a gap.
#pragma once

#include "Frame.h"
#include "Image.h"
#include "raceward/smt/Solver.h"
#include "raceward/symex/Inputs.h"
#include "raceward/symex/Stop.h"

#include <array>
#include <functional>
#include <span>

namespace raceward {

struct World;

/// Memory accessed by several instructions that are executed as one step.
struct Touch {
  std::uint64_t base = 0; ///< base of the object
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  bool isWrite = false;
  bool endsLife = false;               ///< free(), or a variable that goes out of scope
  const Instruction *source = nullptr; ///< in the program, not in a model
  bool isLate = false;                 ///< it may as well have happened earlier
};

/// Why the comparison of two handles is a gap.
inline constexpr std::string_view kStaleHandle =
    "the handle of a thread that may have ended is compared, and may be in use again";

class Interpreter {
public:
  Interpreter(TermArena &arena, Solver &solver, World &world, InputPolicy inputs);

  /// Programs in the order in which functions are looked up.
  std::vector<Image> images;
  /// Omissions that did not end a path: a branch that the solver could not decide.
  std::vector<Gap> gaps;

  /// Runs one thread until it must stop. `mostSteps` counts from here.
  Stop run(State &state, unsigned thread, std::uint64_t mostSteps);
  /// Takes one of the choices that run() stopped with; call it before the next run().
  void choose(State &state, const Alternative &choice);

  /// Permits the next operation that others could observe.
  void grant() { granted_ = true; }
  void withdraw() { granted_ = false; }
  /// Until resume(): the thread does not stop before accesses of memory, only before thread
  /// operations; it pauses when it has returned to `depth` frames. Its accesses are added to
  /// `touches`.
  void holdOthers(std::uint32_t depth, std::vector<Touch> &touches);
  void resume();
  /// Counts changes of memory: an equal count later means that nothing was written in between.
  [[nodiscard]] std::uint64_t writes() const { return writes_; }
  /// The target of an access through the slot, whose offset may be a term; see inspect().
  bool locate(State &state, unsigned thread, std::uint32_t slot, std::uint64_t bytes, bool isWrite,
              std::uint64_t &base, Value &offset, Stop &why);
  /// The number in a slot of the thread's frame; false with a stop if it is ambiguous.
  bool inspect(State &state, unsigned thread, std::uint32_t slot, std::string_view what,
               std::uint64_t &out, Stop &why);
  /// Whether the slot points to a valid time (invalidTime()); stops as inspect() does.
  bool inspectTime(State &state, unsigned thread, std::uint32_t slot, bool &isValid, Stop &why);
  /// Whether an external request that the thread is about to make fails. The decision stays in
  /// MachineThread::asked until the call is performed.
  bool inspectFailure(State &state, unsigned thread, std::string_view what, bool &fails, Stop &why);
  /// Whether the path of the state allows the condition, with an example if so.
  Sat feasible(State &state, unsigned thread, Term condition, Ref<Witness> &witness);
  /// Numbers a thread by its creator and its index among the creator's threads; empty: threads are
  /// not followed.
  std::function<unsigned(unsigned creator, unsigned count)> threadNumberFor;

  /// Pushes the first frame of a thread.
  bool enter(State &state, unsigned thread, const Function &function,
             std::span<const Value> arguments);

  // -- for library models ----------------------------------------------------------------
  // All act on the state that run() works on. False means that the machine has to stop, with the
  // reason recorded: return it.

  TermArena &arena() { return arena_; }
  State &state() { return *state_; }
  MachineThread &thread() { return *thread_; }
  World &world() { return world_; }
  [[nodiscard]] unsigned threadNumber() const { return threadNumber_; }
  [[nodiscard]] unsigned pointerBits() const { return state_->memory.pointerBits(); }

  Term toTerm(const Value &value, unsigned width);
  Term toBool(const Value &value) { return toTerm(value, 1); }
  Value toValue(Term term);
  Value fresh(unsigned width, std::string_view what);

  bool load(const Value &address, unsigned width, Value &out);
  bool store(const Value &address, unsigned width, const Value &value);
  bool copy(const Value &to, const Value &from, const Value &count, unsigned countWidth);
  bool fill(const Value &to, const Value &byte, const Value &count, unsigned countWidth);
  /// An object of `size` bytes, or null if there is no room.
  std::optional<std::uint64_t> allocate(ObjectKind kind, std::uint64_t size,
                                        MemoryObject::Fill fill);
  bool release(const Value &address);
  /// Whether the struct timespec there has invalid nanoseconds: a call that would wait until then
  /// returns at once.
  bool invalidTime(const Value &address, Term &isInvalid);
  /// The number that the value has in this execution. If it is ambiguous, stops with one choice for
  /// each (up to a limit, then a gap).
  bool numberOf(const Value &value, unsigned width, std::string_view what, std::uint64_t &out);
  /// Whether a condition holds in this execution; stops with two choices if both are possible.
  bool decide(Term condition, bool &out);
  /// Continues only where the condition holds.
  bool assume(Term condition);

  /// Records an omission; the path goes on.
  void noteGap(GapKind kind, std::string message);
  bool stopWithGap(GapKind kind, std::string message, std::string hint = {});
  bool stopWithFault(FaultKind kind, std::string message);
  bool stop(Stop::Why why);
  /// Drops frames until the one with this number is on top; false if it does not exist.
  bool unwindTo(std::uint32_t serial);
  /// Whether the frame with this number was called by a call that still needs its return.
  [[nodiscard]] bool wouldNotComeBack(std::uint32_t serial) const;
  /// Ends the thread here, from any depth.
  void leaveAllFrames();
  /// Calls a function of the program; its result goes to the register of the current call.
  bool call(std::uint64_t function, std::span<const Value> arguments);
  /// Calls a function, and then performs the current call (or, in a new frame, its first step)
  /// again.
  bool callAndComeBack(const Function &function, std::span<const Value> arguments = {});
  /// Performs the current call again, from the position where a thread stops before it.
  void comeBack();
  /// Whether a library call writes memory that other threads may use.
  [[nodiscard]] bool writesVisibly(const Instruction &call) const;
  /// Ends the thread: destructors of its keys run first.
  bool endThread(const Value &result, std::uint32_t bits);
  /// Records a change outside of memory that other threads, or the thread itself, can see.
  void noteChange() { ++writes_; }
  /// Creates a thread of that number, before the first instruction of the function.
  bool startThread(unsigned number, const Function &function, const Value &argument);
  const Function *functionAt(std::uint64_t address) const;
  [[nodiscard]] const Instruction *currentInstruction() const;
  /// The same, or the call from which the machine's own library was entered.
  [[nodiscard]] const Instruction *programInstruction() const;
  /// The function of the machine's own library that the program has called; null: the program
  /// itself is executing.
  [[nodiscard]] const Function *libraryFunction() const;
  Frame &frame() { return *frame_; }
  /// The object that the variable stderr points to.
  [[nodiscard]] std::uint64_t standardError() const { return standardError_; }
  void setStandardError(std::uint64_t stream) { standardError_ = stream; }
  /// The address of the thread's errno.
  bool errorNumber(std::uint64_t &address);
  /// Ends the process: functions of atexit() run first.
  bool endProcess(int code);

  /// Requires that the byte is known.
  Term byteAt(const MemoryObject &object, std::uint64_t offset);

  // AddressChecks.cpp
  /// Two handles differ here, but one is that of an ended thread: the system may have reused it for
  /// the other thread.
  bool comparesStaleHandles(const Value &a, const Value &b);
  /// Records that the program depends on the number of a thread handle.
  void noteHandle(std::string_view what);
  /// Whether the value was chosen by the system: an address, a handle, a key.
  [[nodiscard]] bool isOfTheSystem(const Value &value);

private:
  struct CachedObject {
    std::uint64_t base = 1; ///< not the base of any object
    std::uint64_t size = 0;
    const MemoryObject *object = nullptr;
    MemoryObject *writable = nullptr;
    std::uint64_t epoch = 0;
  };

  // Interpreter.cpp
  void loop(std::uint64_t mostSteps);
  void bind(State &state, unsigned thread);
  void ownFrame();
  void takeEdge(const MicroEdge &edge);
  Value &reg(std::uint32_t slot) { return registers_[slot]; }
  const Value &get(std::uint32_t slot) const { return bases_[slot >> 31][slot & ~kConstantBit]; }

  // Arithmetic.cpp
  bool binary(const Step &step);
  bool compare(const Step &step, Micro op);
  bool comparePointers(const Step &step);
  [[nodiscard]] const MemoryObject *objectBehind(const Value &address) const;
  bool cast(const Step &step);
  bool select(const Step &step);
  bool repack(const Step &step);
  bool pick(const Step &step);
  Term compareTerms(Micro op, Term a, Term b);
  // AddressChecks.cpp
  void noteAddress(const Step &step);
  template <typename IsMeant> bool mayBeHandle(const Value &value, IsMeant &&isMeant);
  bool isHandle(const Value &value);
  bool isStaleHandle(const Value &value);
  bool isKey(const Value &value);
  [[nodiscard]] bool isAddressOfObject(std::uint64_t bits) const;
  [[nodiscard]] bool isWholeAddress(const Value &value) const;
  [[nodiscard]] bool readsPartOfAddress(const Value &address, std::uint64_t bytes) const;
  [[nodiscard]] bool holdsAddress(const MemoryObject &object, std::uint64_t offset) const;
  [[nodiscard]] bool overlapsAddress(const MemoryObject &object, std::uint64_t offset,
                                     std::uint64_t bytes) const;
  [[nodiscard]] bool differsByAddress(const Value &a, const Value &b, std::uint64_t most) const;
  [[nodiscard]] bool mayBeAddress(const Value &value) const;
  [[nodiscard]] std::vector<const MemoryObject *> objectsOf(const Value &address) const;
  // Floats.cpp
  bool floatStep(const Step &step);
  // Intrinsics.cpp
  bool intrinsic(const Step &step);

  // Access.cpp
  struct Place {
    const MemoryObject *object = nullptr;
    Value offset;
  };
  bool resolve(const Value &address, std::uint64_t bytes, bool isWrite, Place &out);
  bool find(const Value &address, std::uint64_t bytes, bool isWrite, Place &out);
  bool record(std::uint64_t bytes, bool isWrite, Place &place);
  bool endsSharedLocals();
  bool resolveAmongObjects(Term address, std::uint64_t bytes, bool isWrite, Place &out);
  bool badAccess(std::uint64_t address, std::uint64_t bytes, bool isWrite);
  Value readAt(const MemoryObject &object, std::uint64_t offset, unsigned width);
  void writeAt(MemoryObject &object, std::uint64_t offset, unsigned width, const Value &value);
  Value readSymbolic(const MemoryObject &object, Term offset, unsigned width);
  void writeSymbolic(MemoryObject &object, Term offset, unsigned width, const Value &value);
  const MemoryObject &makeKnown(const MemoryObject &object, std::uint64_t offset,
                                std::uint64_t count);
  Term arrayOf(const MemoryObject &object);
  MemoryObject &ownObject(std::uint64_t base);
  void forget(const MemoryObject &object);
  void endLife(std::uint64_t base);
  CachedObject &cacheFor(std::uint64_t address) {
    return cache_[(address >> cacheShift_) % cache_.size()];
  }
  const std::uint8_t *quickRead(std::uint64_t address, std::uint64_t bytes);
  std::uint8_t *quickWrite(std::uint64_t address, std::uint64_t bytes);
  bool loadParts(const Step &step);
  bool storeParts(const Step &step);
  bool exchange(const Step &step);
  bool setAlive(const Step &step);
  bool compareExchange(const Step &step);

  // Calls.cpp
  bool callFunction(const Step &step);
  bool callPointer(const Step &step);
  bool callLibrary(const Step &step, const CallDetail &detail, const Function *callee,
                   const LibraryModel *model);
  bool push(const Function &function, std::span<const Argument> arguments);
  bool pushFrame(const Function &function, std::span<const Value> arguments);
  bool addVariadic(std::span<const Argument> arguments, std::uint64_t &area);
  bool returnFrom(const Step &step);
  struct KeyDestructor {
    const Function *function = nullptr; ///< null: none is left
    std::uint32_t key = 0;
    Value value;
    std::uint32_t round = 0;
  };
  bool findDestructor(KeyDestructor &next);
  bool leave(const KeyDestructor &next);
  void popFrame(bool endLocals);
  bool allocateLocal(const Step &step);
  bool variadicStart(const Step &step);
  bool variadicCopy(const Step &step);
  bool variadicEnd(const Step &step);
  [[nodiscard]] std::uint64_t variadicListBytes() const { return pointerBits() == 64 ? 24 : 4; }
  bool threadLocalAddress(const Step &step);
  bool address(const Step &step);
  MicroFunction &codeOf(const Function &function);

  // Solving.cpp
  bool branch(const Step &step);
  bool switchOn(const Step &step);
  bool indirectJump(const Step &step);
  /// Whether the condition can hold on this path. On GaveUp a gap is recorded and the machine
  /// stops.
  struct May {
    Sat sat = Sat::GaveUp;
    Ref<Witness> witness;
  };
  May may(Term condition);
  void noteUndecided(std::string_view what);
  [[nodiscard]] bool isAssumed(Term condition) const;
  BitVector witnessValue(Term term);
  void addConstraint(Term condition);

  SourcePosition positionHere() const;

  TermArena &arena_;
  Solver &solver_;
  World &world_;
  InputPolicy inputs_;

  State *state_ = nullptr;
  MachineThread *thread_ = nullptr;
  unsigned threadNumber_ = 0;
  Frame *frame_ = nullptr;
  Value *registers_ = nullptr;
  const Value *bases_[2] = {nullptr, nullptr};
  std::uint64_t pointerMask_ = 0;
  Stop stop_;
  std::uint64_t standardError_ = 0;
  std::uint64_t epoch_ = 0;
  unsigned cacheShift_ = 24;
  std::array<CachedObject, 256> cache_;
  std::vector<Value> scratch_;
  std::string whySolverGaveUp_;
  bool granted_ = false;
  std::uint64_t writes_ = 0;
  std::vector<Touch> *touches_ = nullptr; ///< while others are held
  std::uint32_t pauseDepth_ = 0;
};

} // namespace raceward
