// Violation witnesses: a path to a race in the competition's exchange formats.
//
// Plain data, written from a Conviction or read from a foreign file (docs/use/witnesses.md).
// Threads are numbered in the order in which the witness creates them, and main is 0.
#pragma once

#include "raceward/model/Source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace raceward {

enum class WaypointType : std::uint8_t {
  Assumption,     ///< the statement is reached, and the constraint holds before it
  Branching,      ///< a branch is taken as the constraint says
  FunctionEnter,  ///< a call; one that creates a thread gives it the next number
  FunctionReturn, ///< a call comes back, and the constraint holds for its \result
  Target,         ///< one of the two accesses
};

struct Waypoint {
  WaypointType type = WaypointType::Assumption;
  SourcePosition at; ///< line of the statement; column 0: anywhere in the line
  std::string function;
  std::string constraint; ///< a C expression; empty: none
  std::optional<std::uint32_t> thread;
  std::string callee;          ///< the function that is called or started; may be empty
  std::uint32_t writtenAt = 0; ///< line in the witness
};

/// Passed in order; `follow` happens, `avoid` does not happen before.
struct WitnessSegment {
  std::vector<Waypoint> follow;
  std::vector<Waypoint> avoid;
};

struct WitnessFile {
  std::string name;
  std::string sha256;
};

struct ViolationWitness {
  std::string formatVersion;
  std::string uuid;
  std::string creationTime; ///< ISO 8601
  std::string producer;
  std::string producerVersion;
  std::vector<WitnessFile> files;
  std::string specification;
  std::string dataModel; ///< "ILP32" or "LP64"; empty: unspecified
  std::string language;
  /// The last segment has the two racing accesses.
  std::vector<WitnessSegment> segments;
};

} // namespace raceward
