// Mutants: the provers without one of their conditions, each in a process of its own.
#pragma once

#include "raceward/prove/ProverMutation.h"

#include <optional>
#include <string>
#include <vector>

namespace raceward::test {

struct Mutant {
  ProverMutation mutation;
  const char *name;
  const char *text;
  std::string noticedBy; ///< empty: by nobody yet
};

std::vector<Mutant> allMutants();

/// How a process of a mutant ended.
struct MutantEnd {
  int code = 0;
  bool failedCheck = false;
  bool doesNotEnd = false;
};

/// Forks. Nothing in the new process, which is without the condition and under limits, and what
/// became of it in the old one.
std::optional<MutantEnd> goOnWithout(const Mutant &mutant);

} // namespace raceward::test
