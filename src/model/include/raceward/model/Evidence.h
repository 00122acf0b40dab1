// Evidence: one run of a program, told so that a reader can follow it.
//
// Plain data, without the ids of the machine that executed it: threads are numbered in
// the order in which this run creates them, and main is 0.
#pragma once

#include "raceward/model/Source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace raceward {

/// A value that the program got from outside.
struct GivenInput {
  std::string source; ///< the function that gave it; empty for memory never written
  SourcePosition at;
  std::uint32_t bits = 0;
  std::string value;           ///< as C writes it
  std::uint32_t thread = 0;    ///< that asked for it
  std::uint32_t afterStep = 0; ///< how many steps of the run came before
};

struct EvidenceThread {
  std::string function;                 ///< that it starts in
  std::optional<std::uint32_t> creator; ///< number of the thread; main has none
  SourcePosition createdAt;
};

struct EvidenceStep {
  std::uint32_t thread = 0;
  std::string action; ///< stable: "create", "lock", "write", "atomic-read", "choice" …
  std::string object; ///< what is touched or locked, as C would write it; may be empty
  std::optional<std::uint32_t> target; ///< the thread that is created or joined
  SourcePosition at;
  std::string function;
  std::uint32_t outcome = 0; ///< tells the ways apart in which a step can turn out
};

/// Ends with the second of the two racing accesses.
struct Evidence {
  std::vector<EvidenceThread> threads;
  std::vector<GivenInput> inputs; ///< in the order in which they were asked for
  std::vector<EvidenceStep> steps;
  std::uint32_t firstAccess = 0; ///< index of the step that makes the first one
};

} // namespace raceward
