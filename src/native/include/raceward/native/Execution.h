// Execution: one finished run of an instrumented program, as its runtime logged it.
#pragma once

#include "raceward/model/Source.h"

#include "raceward_control.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace raceward {

/// A place in the program that the pass has put a hook at.
struct NativeSite {
  SourcePosition at;
  std::uint32_t index = 0;  ///< of the instruction in its module
  std::uint32_t module = 0; ///< of those that are linked together
  std::string function;
  std::string object; ///< what is touched, as C would write it; may be empty
  std::string callee; ///< of a call
};

/// What a run did without hooks (struct rw_unseen).
struct UnseenPart {
  std::uint64_t address = 0; ///< of the function; 0: inline assembly
  std::uint32_t site = 0;
  std::string name; ///< as the linker has it; may be empty
};

struct Execution {
  rw_state state = RW_IDLE;
  std::vector<rw_event> events;
  std::vector<rw_event> pending;        ///< per thread: what it stands before at the end
  std::vector<std::uint64_t> starts;    ///< per thread: address of the function that it began with
  std::vector<rw_context> contexts;     ///< number n is entry n - 1
  std::vector<std::uint64_t> crashedAt; ///< sites, innermost first
  std::uint64_t enabled = 0;            ///< threads that could still move at the end
  std::uint64_t switches = 0;
  int signal = 0;        ///< that ended it; 0 if none did
  int exitStatus = 0;    ///< if the process ended by itself
  bool timedOut = false; ///< it was killed at the time limit of a run
  bool stopped = false;  ///< it was killed since the time of the whole check was over
  std::vector<UnseenPart> unseen;
  std::string words; ///< of the runtime: why it diverged, crashed or could not go on
};

/// What the next run has to do.
struct ScheduleOrder {
  std::vector<rw_forced> forced; ///< the steps that it begins with
  rw_policy policy = RW_LOWEST;  ///< what comes after them
  std::uint64_t seed = 0;
  std::uint64_t length = 1000; ///< of a run, for priorities
  std::uint32_t depth = 3;
  std::uint32_t switchPermille = 1000;
  std::uint64_t mostEvents = UINT64_MAX;
  std::vector<rw_change> changes;
  std::uint64_t avoided = 0; ///< numbers of threads that go only if no other can
  /// Per site, number n is entry n - 1: where not 1, the policy does not switch, unless threads
  /// synchronise there. Nothing: it may switch everywhere.
  std::shared_ptr<const std::vector<std::uint8_t>> marks;
};

} // namespace raceward
