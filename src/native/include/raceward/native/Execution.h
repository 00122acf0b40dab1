// Execution: one finished run of an instrumented program, as logged by its runtime.
#pragma once

#include "raceward/model/Source.h"

#include "raceward_control.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace raceward {

/// A place in the program with a hook.
struct NativeSite {
  SourcePosition at;
  std::uint32_t index = 0;  ///< of the instruction in its module
  std::uint32_t module = 0; ///< number among the linked units
  std::string function;
  std::string object; ///< the accessed object in C syntax; may be empty
  std::string callee; ///< of a call
};

/// A part of a run without hooks (struct rw_unseen).
struct UnseenPart {
  std::uint64_t address = 0; ///< of the function; 0: inline assembly
  std::uint32_t site = 0;
  std::string name; ///< the linker's; may be empty
};

struct Execution {
  rw_state state = RW_IDLE;
  std::vector<rw_event> events;
  std::vector<rw_event> pending;        ///< per thread: its next step at the end
  std::vector<std::uint64_t> starts;    ///< per thread: address of its start function
  std::vector<rw_context> contexts;     ///< number n is entry n - 1
  std::vector<std::uint64_t> crashedAt; ///< sites, innermost first
  std::uint64_t enabled = 0;            ///< threads that could still move at the end
  std::uint64_t switches = 0;
  int signal = 0;        ///< that ended it; 0 if none did
  int exitStatus = 0;    ///< if the process ended by itself
  bool timedOut = false; ///< it was killed at the time limit of a run
  bool stopped = false;  ///< it was killed at the time limit of the whole check
  std::vector<UnseenPart> unseen;
  std::string words; ///< of the runtime: why it diverged, crashed or stopped
};

/// The order for the next run.
struct ScheduleOrder {
  std::vector<rw_forced> forced; ///< the steps that it begins with
  rw_policy policy = RW_LOWEST;  ///< for the steps after them
  std::uint64_t seed = 0;
  std::uint64_t length = 1000; ///< of a run, for priorities
  std::uint32_t depth = 3;
  std::uint32_t switchPermille = 1000;
  std::uint64_t mostEvents = UINT64_MAX;
  std::vector<rw_change> changes;
  std::uint64_t avoided = 0; ///< numbers of threads that run only if no other can
  /// Per site, number n is entry n - 1: the policy does not switch at sites that are not 1, unless
  /// threads synchronise there. Null: it may switch everywhere.
  std::shared_ptr<const std::vector<std::uint8_t>> marks;
};

} // namespace raceward
