// The ledger of a check, and the one function that turns it into a verdict.
//
// Engines write into a Ledger: how many suspects there were, which engine removed how many of them,
// and what each engine did not examine. conclude() only does the bookkeeping. It is the only way to
// construct a RaceFree, and requires that every suspect was removed, that the ledger was closed,
// that no engine that the answer rests on recorded a gap, and that no race was suppressed.
#pragma once

#include "raceward/model/Access.h"
#include "raceward/model/Assumption.h"
#include "raceward/model/Evidence.h"
#include "raceward/model/Explanation.h"
#include "raceward/model/Gap.h"
#include "raceward/model/OpenVariable.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace raceward {

/// Memory model of a verdict: the orders of atomic operations considered (DESIGN: "Model").
enum class MemoryModel : std::uint8_t { C11, Sc };
std::string_view toString(MemoryModel model);

/// Contribution of one engine: a prover, the explorer, or the stage that finds the suspects.
struct EngineRecord {
  std::string engine;
  std::uint64_t removed = 0;
  std::vector<Gap> gaps;
  /// The other engines build on it: its gaps forbid race-free even if it removed nothing.
  bool foundation = false;
  /// Why the suspects that it removed do not race, in a few words.
  std::string reason = {};
};

/// An undecided suspect, as reports show it.
struct OpenSuspect {
  AccessSite first;
  AccessSite second;
  std::string object;
};

/// Both accesses know the memory by one name, or by that of the variable, or the one that writes
/// says what it is about.
std::string nameOfSuspect(const AccessSite &first, const AccessSite &second,
                          const std::string &variable);

/// An existing run in which two accesses race. Only the engines that execute programs make these;
/// no prover can.
struct Conviction {
  AccessSite first;
  AccessSite second;
  std::string firstThread; ///< the function that the thread was started with
  std::string secondThread;
  Evidence run = {}; ///< the run up to the race; without steps if only the pair is known
  Confirmation native = {};
  Harm harm = {};
};

/// A race that a rule of the user suppresses in the report. It exists nevertheless.
struct SuppressedRace {
  Conviction race;
  std::string reason; ///< why the race is accepted, in the words of the user
  std::string rule;   ///< position of the rule: "file:12"
};

struct Ledger {
  std::uint64_t suspects = 0;
  std::vector<EngineRecord> engines;
  std::vector<Conviction> convictions;
  /// Moved from the convictions after the check. A single one forbids race-free.
  std::vector<SuppressedRace> suppressed;
  /// The search went on after races and omitted nothing: suspects that are neither removed nor
  /// convicted do not race. Decides what is open besides suppressed races, and proves nothing
  /// alone.
  bool everyRaceFound = false;
  /// Assumptions of race-free beyond those of every verdict. Reports show them; the verdict does
  /// not use them.
  std::vector<Assumption> assumptions;
  std::vector<OpenSuspect> open; ///< a sample of the remaining suspects, the likeliest races first
  OpenVariables variables;       ///< the remaining suspects, by variable
  Explanation explanation;       ///< for the report; the verdict rests on the engines' records
  /// Reasons for an early end of the check, such as a time limit. Forbid race-free.
  std::vector<Gap> interruptions;
  /// Set last, when every engine has written its record. The ledger of a process that died is not
  /// closed.
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
