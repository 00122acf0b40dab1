// WeakOrders: when executing atomics one after the other leaves nothing out, whatever their orders.
//
// All accesses of one place agree on one order of the writes there, and each has a position in it:
// a write its own, a read one right behind the write that it sees. Happens-before never leads from
// a later position to an earlier one (C11 5.1.2.4, coherence), and seeing a write, or being
// overwritten, leads to a later one. So, if a program has one place that is accessed atomically, no
// cycle goes through both, and all that happens can be put into one order in which every read sees
// the last write: an execution that the machine follows. With a second place that is not so: each
// of two threads may write one and then miss what the other has written to the other one.
//
// What orders threads besides (locks, semaphores, joins) only adds to happens-before, unless it
// tells how things stand without synchronising: attempts that may fail, values of semaphores, and
// clocks or streams, whose state the machine keeps. Programs with those count as if they had two
// places.
//
// An execution that touches a second place does so after steps that touch only one, which the
// machine follows: it will meet the second place.
#pragma once

#include "raceward/model/Event.h"
#include "raceward/model/Gap.h"

#include <optional>
#include <vector>

namespace raceward {

class WeakOrders {
public:
  /// Atomic accesses of an operation that a thread is about to perform.
  void meet(const Action &action);
  /// What the threads learn of each other is not only in one place.
  void meetOther() { isOnePlace_ = false; }
  /// An access or a fence that is weaker than seq_cst.
  void noteWeak(Gap gap);
  /// What is left out; taken, not copied.
  std::vector<Gap> takeGaps();

private:
  std::optional<Address> place_;
  bool isOnePlace_ = true;
  std::vector<Gap> weak_;
};

} // namespace raceward
