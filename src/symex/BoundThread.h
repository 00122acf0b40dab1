// BoundThread: the thread that the interpreter executes right now, its position, and why it stops.
//
// The lowest layer of the interpreter (Interpreter.h). It binds one thread of one state, gives
// access to the registers of the top frame, and records stops, faults and gaps with their position
// in the program's text.
//
// Invariant: while a thread is bound, its top frame belongs to this state alone (ownFrame()), so
// that registers can be written in place.
#pragma once

#include "Frame.h"
#include "Image.h"
#include "raceward/symex/Inputs.h"
#include "raceward/symex/Stop.h"

#include <string>
#include <string_view>
#include <vector>

namespace raceward {

struct World;
class MemoryUses;

class BoundThread {
public:
  /// Programs in the order in which functions are looked up.
  std::vector<Image> images;
  /// Omissions that did not end a path: a branch that the solver could not decide.
  std::vector<Gap> gaps;

  /// Permits the next operation that others could observe.
  void grant() { granted_ = true; }
  void withdraw() { granted_ = false; }
  /// Permits all accesses to memory as long as no thread besides main was created: nothing can
  /// observe them.
  void setQuietAlone(bool quiet) { quietAlone_ = quiet; }
  /// Permits plain accesses to memory that is not known to be shared, and notes them. Null: none.
  void setQuietUses(MemoryUses *uses) { uses_ = uses; }
  /// Counts changes of memory: an equal count later means that nothing was written in between.
  [[nodiscard]] std::uint64_t writes() const { return writes_; }
  /// Records a change outside of memory that other threads, or the thread itself, can see.
  void noteChange() { ++writes_; }

  TermArena &arena() { return arena_; }
  State &state() { return *state_; }
  MachineThread &thread() { return *thread_; }
  World &world() { return world_; }
  Frame &frame() { return *frame_; }
  [[nodiscard]] unsigned threadNumber() const { return threadNumber_; }
  [[nodiscard]] unsigned pointerBits() const { return state_->memory.pointerBits(); }
  [[nodiscard]] InputPolicy inputs() const { return inputs_; }

  /// Registers of the top frame, and constants of its function.
  Value &reg(std::uint32_t slot) { return registers_[slot]; }
  [[nodiscard]] const Value &get(std::uint32_t slot) const {
    return bases_[slot >> 31][slot & ~kConstantBit];
  }
  Term toTerm(const Value &value, unsigned width);
  Term toBool(const Value &value) { return toTerm(value, 1); }
  Value toValue(Term term);

  [[nodiscard]] const Function *functionAt(std::uint64_t address) const;
  [[nodiscard]] const Instruction *currentInstruction() const;
  /// The same, or the call from which the machine's own library was entered.
  [[nodiscard]] const Instruction *programInstruction() const;
  /// The function of the machine's own library that the program has called; null: the program
  /// itself is executing.
  [[nodiscard]] const Function *libraryFunction() const;
  [[nodiscard]] SourcePosition positionHere() const;

  // Those that return a Boolean return false: the machine has to stop.

  /// Records an omission; the path goes on.
  void noteGap(GapKind kind, std::string message, std::string hint = {});
  bool stopWithGap(GapKind kind, std::string message, std::string hint = {});
  bool stopWithFault(FaultKind kind, std::string message);
  bool stop(Stop::Why why);
  /// Whether a solver has failed, or the time is over: the machine has to stop.
  [[nodiscard]] bool isBroken() const {
    return stop_.why == Stop::Why::Error || stop_.why == Stop::Why::Gap;
  }

  /// The object that the variable stderr points to.
  [[nodiscard]] std::uint64_t standardError() const { return standardError_; }
  void setStandardError(std::uint64_t stream) { standardError_ = stream; }

protected:
  BoundThread(TermArena &arena, World &world, InputPolicy inputs)
      : arena_(arena), world_(world), inputs_(inputs) {}

  void bindThread(State &state, unsigned thread);
  /// After a change of the top frame.
  void ownFrame();
  /// Whether the next operation was permitted; the permission is used up. Otherwise stops.
  bool isGranted();

  TermArena &arena_;
  World &world_;
  const InputPolicy inputs_;

  State *state_ = nullptr;
  MachineThread *thread_ = nullptr;
  unsigned threadNumber_ = 0;
  Frame *frame_ = nullptr;
  Value *registers_ = nullptr;
  const Value *bases_[2] = {nullptr, nullptr};
  std::uint64_t pointerMask_ = 0;
  Stop stop_;
  std::uint64_t writes_ = 0;
  bool granted_ = false;
  bool quietAlone_ = false;
  MemoryUses *uses_ = nullptr;

private:
  std::uint64_t standardError_ = 0;
};

} // namespace raceward
