// Futures: what a thread may still do from a place in the code.
//
// For a machine that executes the program, whatever it is made of: it says where a thread stands
// (the instruction that it will execute next, and the calls that it is in) and which locks it
// holds, and gets all that lies on some way from there to the end of the thread, with the locks
// that are held there for certain, and the same of every thread that may still be created.
//
//   Futures futures(facts, suspects, visibleSites(program, suspects), names);
//   const Future &future = futures.from({frames, held});   // stays, for the same question
//   futures.areSuspects(a, b)                              // for Machine::areSuspects
//
// Where the code does what is not known here (a call that leads outside, atomic sections, jumps
// out of functions, handlers at the end of threads, a lock that is given up and not held for
// certain), the future is "anything".
#pragma once

#include "raceward/model/Future.h"
#include "raceward/model/Suspects.h"
#include "raceward/prove/Facts.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace raceward {

/// A lock in a global variable: it is the same one wherever it is named.
struct GlobalLock {
  GlobalId global;
  std::int64_t offset = 0;
  bool exclusive = true;
  auto operator<=>(const GlobalLock &) const = default;
};

struct CodeFrame {
  InstructionRef at;
  /// The instruction is executed, or goes on; else the thread goes on after it, as after a call.
  bool inclusive = true;
  auto operator<=>(const CodeFrame &) const = default;
};

struct CodePoint {
  std::vector<CodeFrame> frames; ///< innermost first
  std::vector<GlobalLock> held;  ///< sorted; locks elsewhere do not count
  auto operator<=>(const CodePoint &) const = default;
};

/// What the machine calls things of the program.
struct MachineNames {
  std::function<ObjectId(GlobalId)> variable;
  std::function<ObjectId(GlobalId, std::int64_t offset)> lock; ///< also semaphores and barriers
};

class Futures {
public:
  /// `visible` by SiteId: accesses that are steps of the machine; others cannot race. All of
  /// these must outlive it.
  Futures(const Facts &facts, const SuspectSet &suspects, const std::vector<bool> &visible,
          MachineNames names);
  ~Futures();

  const Future &from(const CodePoint &point);
  /// No prover has removed the pair.
  [[nodiscard]] bool areSuspects(SiteId a, SiteId b);

private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace raceward
