// The argument behind a verdict: which variables threads share, and why they do not race.
//
// A group of suspects (SuspectSet) appears to the reader as a variable, or as several that one
// pointer may point to. Only groups with conflicting accesses by different threads are listed; the
// others are counted.
#pragma once

#include "raceward/model/Access.h"

#include <cstdint>
#include <string>
#include <vector>

namespace raceward {

/// A rule, and the number of pairs of accesses it removed.
struct Ruling {
  std::string prover;
  std::string reason; ///< names the lock, the creation or the join that it rests on
  std::uint64_t pairs = 0;
};

/// All threads that start with one function.
struct SharingThread {
  std::string function;
  bool several = false; ///< there may be more than one
};

struct SharedVariable {
  std::uint32_t group = 0;            ///< number of the group of suspects
  std::string object;                 ///< in C syntax
  std::uint64_t accesses = 0;         ///< places in the code
  std::vector<AccessSite> sample;     ///< a few of them, on different lines, writes first
  std::uint64_t moreLines = 0;        ///< lines with accesses that are not in the sample
  std::vector<SharingThread> threads; ///< threads that may execute one of the accesses
  std::uint64_t suspects = 0;         ///< pairs of accesses at the start
  std::vector<Ruling> rulings = {};   ///< in the order in which the engines ran
  bool raced = false;                 ///< a race was found on it

  /// Pairs that no engine removed.
  [[nodiscard]] std::uint64_t left() const;
};

struct Explanation {
  std::vector<SharedVariable> shared; ///< those with open pairs first
  std::uint64_t notListed = 0;        ///< number of further variables
  std::uint64_t neverShared = 0;      ///< no conflicting accesses by different threads
  std::uint64_t neverSuspect = 0;     ///< only read, or only accessed by atomic operations
};

} // namespace raceward
