// ThreadState: the threads that a thread may have started when it reaches some point, and whether
// it can still join them. Private to prove.
#pragma once

#include <llvm/ADT/BitVector.h>

namespace raceward {

struct ThreadState {
  bool reached = false;
  // By creation, only of threads that this thread itself creates.
  llvm::BitVector alive; ///< a thread may exist
  llvm::BitVector lost;  ///< … and its handle may not be where a join looks for it
  // By template, threads started by this one or by those that it started.
  llvm::BitVector left;    ///< may exist although their creator was joined
  llvm::BitVector started; ///< were ever started

  ThreadState() = default;
  ThreadState(std::size_t creations, std::size_t templates)
      : reached(true), alive(static_cast<unsigned>(creations)),
        lost(static_cast<unsigned>(creations)), left(static_cast<unsigned>(templates)),
        started(static_cast<unsigned>(templates)) {}

  bool operator==(const ThreadState &) const = default;
};

/// Adds the possibilities of `from`. Returns true if `into` changed.
inline bool joinInto(ThreadState &into, const ThreadState &from) {
  if (!from.reached)
    return false;
  if (!into.reached) {
    into = from;
    return true;
  }
  const auto add = [](llvm::BitVector &to, const llvm::BitVector &more) {
    const bool grows = more.test(to); // has a bit that the other lacks
    to |= more;
    return grows;
  };
  bool changed = add(into.alive, from.alive);
  changed = add(into.lost, from.lost) || changed;
  changed = add(into.left, from.left) || changed;
  return add(into.started, from.started) || changed;
}

} // namespace raceward
