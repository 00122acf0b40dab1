// CallDescriber: the next operation of a thread that is about to call a library function.
//
// Here are the calls that concern threads and the process, and what all of them need. The list of
// effects and the calls that synchronise are in DescribeSync.cpp. Nothing here changes what the
// program sees. An operation that will turn out to be a fault is a local step: performing it
// reports the fault.
#pragma once

#include "Parts.h"

#include <string_view>

namespace raceward {

class ThreadedMachine::Parts::CallDescriber {
public:
  CallDescriber(Parts &parts, unsigned thread, Stop &stop);

protected:
  // They return null with a stop: a choice comes first, or it cannot be followed.
  Ref<Pending> createThread();
  Ref<Pending> joinThread();
  Ref<Pending> exitThread();
  Ref<Pending> endProcess();
  Ref<Pending> lookAheadToEnd();
  Ref<Pending> local();

  Ref<Pending> writeResult(std::uint64_t address, std::uint64_t bytes);
  bool describeWrite(std::uint64_t address, std::uint64_t bytes);
  void noteSharedArguments();
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

private:
  bool isOverThreadBound();
  Ref<Pending> writeHandle(CallPart part);
};

} // namespace raceward
