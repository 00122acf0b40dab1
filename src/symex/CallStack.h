// CallStack: frames of the bound thread; calls, returns, and the ends of threads and the process.
//
// A layer of the interpreter (Interpreter.h). Micro code of a function is generated at its first
// call. Destructors of keys and functions of atexit() are calls from frames that no longer exist:
// returnFrom() continues with the next one.
#pragma once

#include "ObjectAccess.h"

#include <span>

namespace raceward {

class CallStack : public ObjectAccess {
public:
  /// Pushes the first frame of a thread.
  bool enter(State &state, unsigned thread, const Function &function,
             std::span<const Value> arguments);
  /// Creates a thread of that number, before the first instruction of the function.
  bool startThread(unsigned number, const Function &function, const Value &argument);
  /// Ends the thread: destructors of its keys run first.
  bool endThread(const Value &result, std::uint32_t bits);
  /// Ends the process: functions of atexit() run first.
  bool endProcess(int code);

  /// Calls a function of the program; its result goes to the register of the current call.
  bool call(std::uint64_t function, std::span<const Value> arguments);
  /// Calls a function, and then performs the current call (or, in a new frame, its first step)
  /// again.
  bool callAndComeBack(const Function &function, std::span<const Value> arguments = {});
  /// Calls a function in a thread, whatever that is about to do.
  bool interrupt(State &state, unsigned thread, std::uint64_t function, const Value &argument);
  /// Performs the current call again, from the position where a thread stops before it.
  void comeBack();
  /// Whether a library call writes memory that other threads may use.
  [[nodiscard]] bool writesVisibly(const Instruction &call) const;

  /// Drops frames until the one with this number is on top; false if it does not exist.
  bool unwindTo(std::uint32_t serial);
  /// Whether the frame with this number was called by a call that still needs its return.
  [[nodiscard]] bool wouldNotComeBack(std::uint32_t serial) const;
  /// Ends the thread here, from any depth.
  void leaveAllFrames();

protected:
  using ObjectAccess::ObjectAccess;

  bool push(const Function &function, std::span<const Argument> arguments);
  MicroFunction &codeOf(const Function &function);

  // Steps.
  bool callFunction(const Step &step);
  bool returnFrom(const Step &step);
  bool allocateLocal(const Step &step);
  // VariableArguments.cpp
  bool variadicStart(const Step &step);
  bool variadicCopy(const Step &step);
  bool variadicEnd(const Step &step);

private:
  struct KeyDestructor {
    const Function *function = nullptr; ///< null: none is left
    std::uint32_t key = 0;
    Value value;
    std::uint32_t round = 0;
    std::uint64_t mutex = 0; ///< not a key, but a robust mutex
  };

  bool pushFrame(const Function &function, std::span<const Value> arguments);
  void popFrame(bool endLocals);
  bool addVariadic(std::span<const Argument> arguments, std::uint64_t &area);
  [[nodiscard]] std::uint64_t variadicListBytes() const { return pointerBits() == 64 ? 24 : 4; }
  bool endsSharedLocals();
  bool findDestructor(KeyDestructor &next);
  bool findAbandoned(KeyDestructor &next);
  bool leave(const KeyDestructor &next);

  std::vector<Value> scratch_;
};

} // namespace raceward
