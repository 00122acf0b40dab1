// Provers: each removes suspects for a reason that holds in every execution.
//
// To add one: a file in src/prove/provers/ with a function of this shape, a row in
// allProvers(), tests that fail if it removes too much (test/unit/prove), and a line in
// docs/develop/provers.md.
#pragma once

#include "raceward/model/Suspects.h"
#include "raceward/prove/Facts.h"

#include <span>
#include <string>
#include <vector>

namespace raceward {

struct Prover {
  std::string name;        ///< short, for tables and JSON
  std::string description; ///< the reason in a few words
  /// Removes suspects in the name of `self`, by its description or by a more specific reason.
  void (*prove)(const Facts &facts, SuspectSet &suspects, const Prover &self);
  /// Its removals hold in every execution up to the first race (rule R2): a thread that obtained
  /// the address of a new object by a race may race on the object as well.
  bool upToFirstRace = false;

  void run(const Facts &facts, SuspectSet &suspects) const { prove(facts, suspects, *this); }
};

/// All provers, in the order in which they run: cheap and general ones first.
std::span<const Prover> allProvers();

/// Groups the access sites of reachable code by the memory they may touch.
SuspectSet findSuspects(const Facts &facts);

/// Calls and instructions without a model, in reachable code.
std::vector<Gap> foundationGaps(const Facts &facts);
/// Calls of functions that are taken by contract, in reachable code: what the gaps of the
/// foundation would be without contracts.
std::vector<Gap> contractGaps(const Facts &facts);
/// Those functions, sorted.
std::vector<std::string> functionsByContract(const Facts &facts);

/// Remaining suspects that an execution does not decide: accesses to adjacent bit-fields, which are
/// one memory location and may share no byte.
std::vector<Gap> bitFieldGaps(const Facts &facts, const SuspectSet &suspects);

} // namespace raceward
