// Known races: those that rules suppress, and those of a baseline.
//
// They hide others, as a check stops at the first race that it finds. So if that race is
// suppressed, or there is a baseline, the program is checked again for all of its races.
#pragma once

#include "commands/FailOn.h"
#include "options/OptionValues.h"
#include "output/OutputFile.h"
#include "raceward/check/Check.h"
#include "raceward/report/Baseline.h"
#include "raceward/report/Suppressions.h"

#include <optional>
#include <string>
#include <vector>

namespace raceward {

class KnownRaces {
public:
  /// Reads the files that the options name, and the rules in `alsoFrom` unless that is empty.
  static Result<KnownRaces> from(const OptionValues &options, const std::string &alsoFrom);

  [[nodiscard]] Result<CheckResult> check(const CheckRequest &request, const CheckEvents &events);

  /// Writes the files that the user asked for.
  [[nodiscard]] Result<void> write(const CheckResult &result) const;
  /// Lines about the result, for people.
  [[nodiscard]] std::string words(const CheckResult &result) const;
  /// Lines about the rules: unused ones, and malformed comments.
  [[nodiscard]] std::vector<std::string> warnings(const CheckRequest &request,
                                                  const CheckResult &result) const;

  /// Complete only after the check.
  [[nodiscard]] const std::optional<Baseline> &baseline() const { return baseline_; }
  [[nodiscard]] const FailOn &failOn() const { return failOn_; }

private:
  [[nodiscard]] Result<CheckResult> checkTwice(CheckRequest request, const CheckEvents &events);
  [[nodiscard]] bool hideOthers(const Ledger &ledger) const;
  void completeBaseline(const std::vector<Conviction> &races);

  Suppressions suppressions_;
  std::optional<Baseline> baseline_;
  std::string baselinePath_;
  OutputFile newSuppressions_;
  OutputFile newBaseline_;
  FailOn failOn_;
};

} // namespace raceward
