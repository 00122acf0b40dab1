// CELE → LLVM IR: the exact route, on which a program is executed like a C program.
//
// Every construct is lowered so that the machine's events are CELE's steps:
//
//   variable       a global; each use and each write is a separate atomic access
//   fork           one pthread per branch, created and then joined by the forking thread
//   when           an atomic section that assumes the condition
//   read(port)     read by main before anything else, one value per occurrence, so that
//                  inputs are the same in every schedule
//   number         64 bits; larger numbers are left out, as a gap
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
  /// Whether a failed assertion, a division by zero and an index outside of the array are faults of
  /// the program; otherwise they only end the thread.
  bool failuresAreFaults = false;
  /// The possible values of an input; empty: every 16-bit number.
  std::vector<std::int64_t> inputDomain;
};

struct Lowered {
  Program program;
  std::vector<ExpressionId> inputs; ///< in the order in which main reads them
  /// The variable in which each use stores its value; zero before.
  std::map<ExpressionId, GlobalId> seen;
};

/// `unrolled` has no loops.
Result<Lowered> lower(const Source &unrolled, const LowerOptions &options);

/// The CELE step of this instruction: the access of a use, the write of an assignment, the start of
/// a section that is a `when` or writes an array. Empty for all others.
std::optional<Step> stepOf(const llvm::Instruction &instruction);

} // namespace raceward::cele
