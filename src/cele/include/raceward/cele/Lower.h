// CELE → LLVM IR: the exact route, on which a program is executed like any other.
//
//   variable       a global; each use and each write is an atomic access of its own
//   fork           one pthread per branch, created and then joined by the thread that forks
//   when           an atomic section that assumes the condition
//   read(port)     asked for by main before anything else, one value per occurrence, so that
//                  inputs are the same in every schedule
//   number         64 bits; what would be more is left out, as a gap
//   stop for good  an atomic section that assumes false
#pragma once

#include "raceward/base/Result.h"
#include "raceward/cele/Run.h"
#include "raceward/program/Program.h"

#include <map>
#include <optional>
#include <vector>

namespace raceward::cele {

struct LowerOptions {
  /// What a failed assertion, a division by zero and an index outside of the array are: a fault
  /// of the program, or the end of the thread alone.
  bool failuresAreFaults = false;
  /// The values that an input can have; empty: every 16-bit number.
  std::vector<std::int64_t> inputDomain;
};

struct Lowered {
  Program program;
  std::vector<ExpressionId> inputs; ///< in the order in which main asks for them
  /// Where each use leaves the value that it got; zero before.
  std::map<ExpressionId, GlobalId> seen;
};

/// `unrolled` has no loops.
Result<Lowered> lower(const Source &unrolled, const LowerOptions &options);

/// What this instruction is in CELE: the access of a use, the write of an assignment, the start
/// of a section that is a `when` or writes an array. None for all others.
std::optional<Step> stepOf(const llvm::Instruction &instruction);

} // namespace raceward::cele
