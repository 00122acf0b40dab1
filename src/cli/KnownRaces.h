// Races that the user knows of: those that rules suppress, and those of a baseline.
//
// They hide others, as a check stops at the first race that it finds. So where that is a known
// one, the program is checked again for all of its races.
#pragma once

#include "FailOn.h"
#include "OptionParser.h"
#include "OutputFile.h"
#include "raceward/check/Check.h"
#include "raceward/report/Baseline.h"
#include "raceward/report/Suppressions.h"

#include <optional>
#include <string>
#include <vector>

namespace raceward {

class KnownRaces {
public:
  [[nodiscard]] Result<CheckResult> check(CheckRequest request, const CheckEvents &events);

  /// What goes to the files that the user asked for.
  [[nodiscard]] Result<void> write(const CheckResult &result) const;
  /// Lines for people, about the result.
  [[nodiscard]] std::string words(const CheckResult &result) const;
  /// Lines about the rules: those that are of no use, and comments with mistakes.
  [[nodiscard]] std::vector<std::string> warnings(const CheckRequest &request,
                                                  const CheckResult &result) const;

  [[nodiscard]] const std::optional<Baseline> &baseline() const { return baseline_; }
  [[nodiscard]] const FailOn &failOn() const { return failOn_; }

private:
  friend class KnownRacesOptions;
  [[nodiscard]] bool hideOthers(const Ledger &ledger) const;

  Suppressions suppressions_;
  std::optional<Baseline> baseline_;
  std::string baselinePath_;
  OutputFile newSuppressions_;
  OutputFile newBaseline_;
  FailOn failOn_;
};

class KnownRacesOptions {
public:
  void declare(OptionParser &parser);
  /// Reads the files, and `more` rules from `alsoFrom` unless that is empty.
  [[nodiscard]] Result<KnownRaces> read(const std::string &alsoFrom) const;
  /// One that makes sense for races only; empty if none was given.
  [[nodiscard]] std::string givenForRaces() const;

private:
  std::vector<std::string> suppressions_;
  std::string newSuppressions_;
  std::string baseline_;
  std::string newBaseline_;
  std::string failOn_;
};

} // namespace raceward
