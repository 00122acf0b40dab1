// CallDescriber: the next operation of a thread that is about to call a library function.
//
// One function per kind of effect; describe() has the list. To add an effect: a case there, which
// the compiler asks for, and a function. Nothing here changes what the program sees. An operation
// that will turn out to be a fault is a local step: performing it reports the fault.
#pragma once

#include "Parts.h"

#include <string_view>

namespace raceward {

class ThreadedMachine::Parts::CallDescriber {
public:
  /// The functions return null with a stop: a choice comes first, or it cannot be followed.
  CallDescriber(Parts &parts, unsigned thread, Stop &stop);

  Ref<Pending> describe();

private:
  // One per kind of call; those of the second group are in DescribeSync.cpp.
  Ref<Pending> createThread();
  Ref<Pending> joinThread();
  Ref<Pending> exitThread();
  Ref<Pending> endProcess();
  Ref<Pending> lookAheadToEnd();
  Ref<Pending> local();

  Ref<Pending> cancel();
  Ref<Pending> testCancel();
  Ref<Pending> mutex();
  Ref<Pending> waitForCondition();
  Ref<Pending> readWriteLock();
  Ref<Pending> semaphore();
  Ref<Pending> semaphoreValue();
  Ref<Pending> barrier();
  Ref<Pending> once();

  bool isOverThreadBound();
  Ref<Pending> writeHandle(CallPart part);
  Ref<Pending> writeResult(std::uint64_t address, std::uint64_t bytes);
  bool describeWrite(std::uint64_t address, std::uint64_t bytes);
  void noteSharedArguments();
  void noteSharedLocals();
  Ref<Pending> unlessRefused();
  Ref<Pending> untilInitialised();

  /// The number that is an argument; false with a stop if it is ambiguous.
  bool argument(std::size_t i, std::string_view what, std::uint64_t &out);
  Ref<Pending> stopWithGap(GapKind kind, std::string message, std::string hint = {});

  State &state() { return parts_.state(); }
  const MachineThread &thread() { return state().threads[t_]; }
  ObjectId mutexAt(std::uint64_t address) { return parts_.mutexAt(address); }
  [[nodiscard]] SyncEffect effect() const { return step_.source->library->sync; }

  Parts &parts_;
  const unsigned t_;
  Stop &stop_;
  const FrameRef top_; ///< kept: inspecting an argument may replace the frame
  const Step &step_;
  const CallDetail &detail_;
  Ref<Pending> next_; ///< the result
};

} // namespace raceward
