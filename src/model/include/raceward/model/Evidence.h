// Evidence: one run of a program, told so that a reader can follow it.
//
// Plain data, without the ids of the machine that executed it: threads are numbered in
// the order in which this run creates them, and main is 0.
#pragma once

#include "raceward/model/Action.h"
#include "raceward/model/Source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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

struct Caller {
  std::string function;
  SourcePosition at; ///< of the call
};

struct EvidenceThread {
  std::string function;                 ///< that it starts in
  std::optional<std::uint32_t> creator; ///< number of the thread; main has none
  SourcePosition createdAt;
};

/// What a step does to memory. Objects are numbered in the order in which the run touches them,
/// mutexes and other meeting points included.
struct EvidenceAccess {
  std::uint32_t object = 0;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  bool writes = false;
  std::string value; ///< that is there afterwards, as C writes it; empty if it is not a number
};

struct EvidenceStep {
  std::uint32_t thread = 0;
  ActionKind action = ActionKind::Local;
  std::string object; ///< what is touched or locked, as C would write it; may be empty
  std::optional<std::uint32_t> target; ///< the thread that is created or joined
  SourcePosition at;
  std::string function;
  std::uint32_t outcome = 0;           ///< tells the ways apart in which a step can turn out
  std::string call = {};               ///< the library function that does it; empty for plain code
  std::vector<Caller> calledFrom = {}; ///< innermost first
  std::vector<EvidenceAccess> accesses = {}; ///< of an atomic section or a library call several
  std::optional<std::uint32_t> meeting = {}; ///< number of the lock, semaphore or barrier
  /// Steps of other threads that synchronisation puts right before this one.
  std::vector<std::uint32_t> after = {};
};

/// Ends with the second of the two racing accesses.
struct Evidence {
  std::vector<EvidenceThread> threads;
  std::vector<GivenInput> inputs; ///< in the order in which they were asked for
  std::vector<EvidenceStep> steps;
  std::uint32_t firstAccess = 0; ///< index of the step that makes the first one
};

/// Whether a read gets another value, for equal inputs, if the racing accesses come in the other
/// order. A benign race is still one by the C standard.
struct Harm {
  enum class Answer : std::uint8_t {
    NotAsked,
    Harmful, ///< two runs show it
    Benign,  ///< in no run, for no inputs
    Undecided,
  };
  Answer answer = Answer::NotAsked;
  std::string words; ///< a sentence; empty if it was not asked
  /// Two with equal inputs, if it is harmful: each ends with the read.
  std::vector<Evidence> runs = {};
};
/// "harmful", "benign" or "undecided".
std::string_view toString(Harm::Answer answer);

/// Whether the race was made to happen in the program as a compiler translates it.
struct Confirmation {
  enum class Answer : std::uint8_t {
    NotTried,
    Confirmed,    ///< ThreadSanitizer reported the same two lines in one forced run
    NotConfirmed, ///< it could not be tried, or ended otherwise
  };
  Answer answer = Answer::NotTried;
  std::string words; ///< a sentence; empty if it was not tried
};

} // namespace raceward
