// WeakOrders: when interleaving atomics is complete, whatever their memory orders.
//
// All accesses of one place agree on one order of the writes there (modification order), and each
// has a position in it: a write its own, a read one right after the write that it sees.
// Happens-before never leads from a later position to an earlier one (C11 5.1.2.4, coherence), and
// seeing a write, or being overwritten, leads to a later one. So, if only one place of a program is
// accessed atomically, there is no cycle through both relations, and all events can be put into one
// order in which every read sees the last write: an execution that the machine follows. With a
// second place that fails: each of two threads may write one place and then miss the other's write
// to the other place.
//
// Other synchronisation (locks, semaphores, joins) only adds to happens-before, unless it reveals
// state without synchronising: attempts that may fail, values of semaphores, and clocks or streams,
// whose state the machine keeps. Programs with those count as if they had two places.
//
// An execution that touches a second place does so after steps that touch only one, which the
// machine follows: so it will reach the second place.
#pragma once

#include "raceward/model/Event.h"
#include "raceward/model/Gap.h"

#include <optional>
#include <vector>

namespace raceward {

class WeakOrders {
public:
  /// Registers the atomic accesses of an operation that a thread is about to perform.
  void meet(const Action &action);
  /// Threads learn about each other by other means than one place.
  void meetOther() { isOnePlace_ = false; }
  /// Registers an access or a fence that is weaker than seq_cst.
  void noteWeak(Gap gap);
  /// The gaps to report; moved out, not copied.
  std::vector<Gap> takeGaps();

private:
  std::optional<Address> place_;
  bool isOnePlace_ = true;
  std::vector<Gap> weak_;
};

} // namespace raceward
