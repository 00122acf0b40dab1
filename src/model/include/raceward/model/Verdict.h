// The ledger of a check, and the one function that turns it into a verdict.
//
// Engines write into a Ledger: how many suspects there were, which engine removed how
// many of them, what each engine did not look at. conclude() is bookkeeping over it.
// A RaceFree cannot be made in any other way, and is not made if a single suspect is
// unaccounted for, if the ledger was not closed, if an engine that the answer rests on
// recorded a gap, or if a race was suppressed.
#pragma once

#include "raceward/model/Access.h"
#include "raceward/model/Assumption.h"
#include "raceward/model/Evidence.h"
#include "raceward/model/Explanation.h"
#include "raceward/model/Gap.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace raceward {

/// Which orders of atomic operations a verdict speaks about (DESIGN: "Model").
enum class MemoryModel : std::uint8_t { C11, Sc };
std::string_view toString(MemoryModel model);

/// What one engine did: a prover, the explorer, or the stage that finds the suspects.
struct EngineRecord {
  std::string engine;
  std::uint64_t removed = 0;
  std::vector<Gap> gaps;
  /// The others build on it: its gaps forbid race-free even if it removed nothing.
  bool foundation = false;
  /// Why the suspects that it removed are none, in a few words.
  std::string reason = {};
};

/// A suspect that nobody could decide, as reports show it.
struct OpenSuspect {
  AccessSite first;
  AccessSite second;
  std::string object;
};

/// A run that exists, in which two accesses race. The engines that execute programs
/// make these; no prover can.
struct Conviction {
  AccessSite first;
  AccessSite second;
  std::string firstThread; ///< the function that it was started with
  std::string secondThread;
  Evidence run = {}; ///< the way there; without steps where only the pair is known
  Confirmation native = {};
  Harm harm = {};
};

/// A race that a rule of the user's takes out of the report. It exists all the same.
struct SuppressedRace {
  Conviction race;
  std::string reason; ///< why it may be there, in the words of the user
  std::string rule;   ///< where the rule stands: "file:12"
};

struct Ledger {
  std::uint64_t suspects = 0;
  std::vector<EngineRecord> engines;
  std::vector<Conviction> convictions;
  /// Taken from the convictions after the check. A single one forbids race-free.
  std::vector<SuppressedRace> suppressed;
  /// The search went on after races and left nothing out: suspects that are neither removed nor
  /// convicted do not race. Tells what is open besides suppressed races, and proves nothing alone.
  bool everyRaceFound = false;
  /// What race-free would rest on besides what every verdict assumes. Reports show it; the verdict
  /// does not look at it.
  std::vector<Assumption> assumptions;
  std::vector<OpenSuspect> open; ///< a sample of what is left, the likeliest races first
  Explanation explanation;       ///< for the report; the verdict rests on the engines' records
  /// What ended the check early, such as a time limit. Forbids race-free.
  std::vector<Gap> interruptions;
  /// Set last, when every engine has written its record. A ledger from a process that
  /// died is not closed.
  bool closed = false;

  [[nodiscard]] std::uint64_t removed() const;
  [[nodiscard]] std::uint64_t left() const { return suspects - removed(); }
};

class Verdict;
Verdict conclude(const Ledger &ledger);

/// The ledger has the convictions.
struct Race {};

class RaceFree {
  RaceFree() = default;
  friend Verdict conclude(const Ledger &ledger);
};

struct Unknown {
  std::vector<Gap> reasons; ///< never empty
};

class Verdict {
public:
  [[nodiscard]] bool isRace() const { return std::holds_alternative<Race>(value_); }
  [[nodiscard]] bool isRaceFree() const { return std::holds_alternative<RaceFree>(value_); }
  /// Part of the verdict, and not longer there than it.
  [[nodiscard]] const Unknown *unknown() const { return std::get_if<Unknown>(&value_); }
  [[nodiscard]] bool isUnknown() const { return std::holds_alternative<Unknown>(value_); }
  /// "race", "race-free" or "unknown".
  [[nodiscard]] std::string_view name() const;

private:
  explicit Verdict(std::variant<Race, RaceFree, Unknown> value) : value_(std::move(value)) {}
  friend Verdict conclude(const Ledger &ledger);

  std::variant<Race, RaceFree, Unknown> value_;
};

} // namespace raceward
