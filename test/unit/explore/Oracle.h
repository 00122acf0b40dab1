// Oracles: slow, simple answers to what the search must find.
//
// They share with the search the machine, which accesses conflict, and happens-before, and
// nothing else. That these are right is shown by answers that use neither: final states,
// deadlocks, races as two accesses that are both next, and the definition of happens-before
// without clocks. That threads that wait may sleep, and that
// ranges stand for addresses, is shown by a machine on which they do not.
#pragma once

#include "ScriptedMachine.h"
#include "raceward/explore/Search.h"
#include "raceward/model/Dependency.h"

#include <optional>
#include <set>
#include <string>

namespace raceward::test {

struct Truth {
  std::uint64_t interleavings = 0;
  std::uint64_t traces = 0;            ///< equivalence classes under Dependency::EveryConflict
  std::set<RacingPair> races;          ///< unordered by happens-before in some run
  bool happensBeforeIsRight = true;    ///< as its definition, in a run of each class
  bool ambiguous = false;              ///< a pair races in some run by the loose reading alone
  std::set<RacingPair> coenabledRaces; ///< both next in some reachable state
  std::set<std::string> finalStates;
  std::set<std::string> deadlocks;
};

/// Every interleaving; nullopt above the limit. Where threads wait busily, a step that may
/// change nothing is taken once in each state of a run.
std::optional<Truth> bruteForce(const Script &script, std::uint64_t limit = 100'000,
                                Waiting waiting = Waiting::Asleep,
                                Indices indices = Indices::Ranges);

/// Sleep sets on full enabled sets: one complete run per trace, for larger programs.
struct SleepTruth {
  std::uint64_t traces = 0;
  std::uint64_t blocked = 0;
  std::set<RacingPair> races;
  bool ambiguous = false;
  std::set<std::string> finalStates;
  std::set<std::string> deadlocks;
};
std::optional<SleepTruth> sleepSetSearch(const Script &script, std::uint64_t limit);

} // namespace raceward::test
