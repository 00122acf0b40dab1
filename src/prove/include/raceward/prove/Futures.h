// Futures: the possible actions of a thread from a position in the code.
//
// For a machine that executes the program, of any kind: it gives the position of a thread (the next
// instruction, and the calls on its stack) and the locks that it holds. It gets everything on some
// path from there to the end of the thread, with the locks that are certainly held there, and the
// same for every thread that may still be created.
//
//   Futures futures(facts, suspects, visibleSites(program, suspects), names);
//   const Future &future = futures.from({frames, held});   // stays, for the same question
//   futures.areSuspects(a, b)                              // for Machine::areSuspects
//
// The future is "anything" where the code's behaviour is unknown here: a call that leads outside,
// atomic sections, jumps out of functions, handlers at the end of threads, an unlock of a lock that
// is not certainly held.
#pragma once

#include "raceward/model/Future.h"
#include "raceward/model/Suspects.h"
#include "raceward/prove/Facts.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace raceward {

/// A lock in a global variable: the same lock wherever it is named.
struct GlobalLock {
  GlobalId global;
  std::int64_t offset = 0;
  bool exclusive = true;
  auto operator<=>(const GlobalLock &) const = default;
};

struct CodeFrame {
  InstructionRef at;
  /// The instruction itself is still to be executed or completed; otherwise the thread continues
  /// after it, as after a call.
  bool inclusive = true;
  auto operator<=>(const CodeFrame &) const = default;
};

struct CodePoint {
  std::vector<CodeFrame> frames; ///< innermost first
  std::vector<GlobalLock> held;  ///< sorted; other locks are ignored
  auto operator<=>(const CodePoint &) const = default;
};

/// The machine's ids of objects of the program.
struct MachineNames {
  std::function<ObjectId(GlobalId)> variable;
  std::function<ObjectId(GlobalId, std::int64_t offset)> lock; ///< also semaphores and barriers
};

class Futures {
public:
  /// `visible` by SiteId: accesses that are steps of the machine; others cannot race. The arguments
  /// must outlive it.
  Futures(const Facts &facts, const SuspectSet &suspects, const std::vector<bool> &visible,
          MachineNames names);
  ~Futures();

  const Future &from(const CodePoint &point);
  /// Whether no prover has removed the pair.
  [[nodiscard]] bool areSuspects(SiteId a, SiteId b);

private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace raceward
