// Interpreter: executes micro code on numbers and terms.
//
// One interpreter works on any number of states, one at a time. It never forks a state: where data
// decides it stops with the choices, and the driver (Paths.cpp, ThreadedMachine.cpp) copies the
// state and takes them. A step with choices is executed again after one was taken, and then finds
// its question answered; executing it again must therefore be harmless.
//
// Registers hold numbers or terms (Value.h). The loop in Interpreter.cpp handles numbers; the rest
// is in layers, each a class that knows only those below it:
//
//   Interpreter   the loop, jumps, arithmetic, calls of library models
//   CallStack     frames, calls, returns, ends of threads
//   ObjectAccess  objects and bytes
//   Decisions     inputs, the path condition, the solver
//   BoundThread   the bound thread, its registers and position, why it stops
//
// Floats, Intrinsics and AddressChecks are functions over the lower layers.
//
// Invariant: the witness of the state satisfies its path condition, so that one side of every
// branch is known to be possible without a query. A side that the solver could not decide is
// omitted and recorded as a gap: every execution is either followed or covered by a gap.
#pragma once

#include "CallStack.h"
#include "Redraws.h"

#include <unordered_map>

namespace raceward {

class Interpreter : public CallStack {
public:
  Interpreter(TermArena &arena, Solver &solver, World &world, InputPolicy inputs);

  /// Runs one thread until it must stop. `mostSteps` counts from here.
  Stop run(State &state, unsigned thread, std::uint64_t mostSteps);
  /// If inputs are drawn.
  Redraws redraws;
  /// Takes one of the choices that run() stopped with; call it before the next run().
  void choose(State &state, const Alternative &choice);

  // Questions about the next step of a thread (Inspect.cpp). False with a stop: the answer is
  // ambiguous.

  /// The target of an access through the slot, whose offset may be a term.
  bool locate(State &state, unsigned thread, std::uint32_t slot, std::uint64_t bytes, bool isWrite,
              std::uint64_t &base, Value &offset, Stop &why);
  /// The number in a slot of the thread's frame.
  bool inspect(State &state, unsigned thread, std::uint32_t slot, std::string_view what,
               std::uint64_t &out, Stop &why);
  /// Whether the slot points to a valid time (invalidTime()).
  bool inspectTime(State &state, unsigned thread, std::uint32_t slot, bool &isValid, Stop &why);
  /// Whether an external request that the thread is about to make fails. The decision stays in
  /// MachineThread::asked until the call is performed.
  bool inspectFailure(State &state, unsigned thread, std::string_view what, bool &fails, Stop &why);
  /// Whether the path of the state allows the condition, with an example if so.
  Sat feasible(State &state, unsigned thread, Term condition, Ref<Witness> &witness);

private:
  void loop(std::uint64_t mostSteps);

  // QuietAccesses.cpp
  bool isQuiet(const Step &step);
  const MemoryObject *plainObjectAt(const Value &address, std::uint64_t bytes, bool isWrite,
                                    std::uint64_t &offset) const;
  bool isQuietUse(const Value &address, std::uint64_t bytes, bool isWrite);

  // Branches.cpp
  void takeEdge(const MicroEdge &edge);
  bool branch(const Step &step);
  bool switchOn(const Step &step);
  bool indirectJump(const Step &step);

  // Arithmetic.cpp
  bool binary(const Step &step);
  bool compare(const Step &step, Micro op);
  bool comparePointers(const Step &step);
  Term compareTerms(Micro op, Term a, Term b);
  bool cast(const Step &step);
  [[nodiscard]] bool mayBeReused(std::uint64_t a, std::uint64_t b) const;
  bool select(const Step &step);
  bool repack(const Step &step);
  bool pick(const Step &step);
  bool address(const Step &step);

  // LibraryCalls.cpp
  bool callPointer(const Step &step);
  bool stopWithUnknownCall(const std::string &function);
  void rememberDraw(const CallDetail &detail, std::string_view primitive);
  const Function *codeInLibrary(const Function *callee);
  bool callLibrary(const Step &step, const CallDetail &detail, const Function *callee,
                   const LibraryModel *model);

  std::vector<Value> scratch_; ///< moves of an edge that overlap
  std::unordered_map<const Function *, const Function *> codeInLibrary_;
};

} // namespace raceward
