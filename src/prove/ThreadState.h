// ThreadState: what a thread may have started by the time it comes to some point, and
// whether it can still join it. Private to prove.
#pragma once

#include <llvm/ADT/BitVector.h>

namespace raceward {

struct ThreadState {
  bool reached = false;
  // By creation, only of threads that this very thread creates.
  llvm::BitVector alive; ///< a thread may exist
  llvm::BitVector lost;  ///< … whose handle is perhaps not where a join would look for it
  // By template, threads that this one or those that it started have started.
  llvm::BitVector left;    ///< may exist though the one who created them was joined
  llvm::BitVector started; ///< ever

  ThreadState() = default;
  ThreadState(std::size_t creations, std::size_t templates)
      : reached(true), alive(static_cast<unsigned>(creations)),
        lost(static_cast<unsigned>(creations)), left(static_cast<unsigned>(templates)),
        started(static_cast<unsigned>(templates)) {}

  bool operator==(const ThreadState &) const = default;
};

/// Adds what may be in `from`. Returns true if `into` changed.
inline bool joinInto(ThreadState &into, const ThreadState &from) {
  if (!from.reached)
    return false;
  if (!into.reached) {
    into = from;
    return true;
  }
  const auto add = [](llvm::BitVector &to, const llvm::BitVector &more) {
    const bool grows = more.test(to); // has a bit that the other has not
    to |= more;
    return grows;
  };
  bool changed = add(into.alive, from.alive);
  changed = add(into.lost, from.lost) || changed;
  changed = add(into.left, from.left) || changed;
  return add(into.started, from.started) || changed;
}

} // namespace raceward
