// Certainty: what a thread of a script knows about itself before each statement.
//
// Script gives a meaning to what C leaves undefined: an unlock of a mutex that is not held
// does nothing, a lock of one that is held waits for ever, and so does a join of a thread
// that is never created. Which of these a statement is follows from the branches that the
// thread took. Where the text alone decides, the C program needs no flag for it.
#pragma once

#include "Script.h"

#include <map>
#include <vector>

namespace raceward::test {

enum class Certain : std::uint8_t { No, Yes, Maybe };

/// Before a statement of a thread.
struct ThreadFacts {
  bool reachable = false;
  std::map<int, Certain> held;    ///< mutexes; those that are missing: No
  std::map<int, Certain> reading; ///< locks, as a reader; Yes: once, Maybe: or more often
  std::map<int, Certain> created; ///< threads, by this one
  std::map<int, Certain> joined;  ///< threads, by this one

  bool operator==(const ThreadFacts &) const = default;
};

[[nodiscard]] Certain factAbout(const std::map<int, Certain> &facts, int number);

/// One for each statement, and one for the end of the thread.
[[nodiscard]] std::vector<ThreadFacts> factsOf(const ThreadScript &thread);

} // namespace raceward::test
