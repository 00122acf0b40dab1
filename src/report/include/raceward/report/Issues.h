// The issues of a result, one entry for each thing that a developer should look at.
//
// The formats for other programs (SARIF, JUnit, GitLab, GitHub) are views of this list, for every
// property. The list points into its result, which must outlive it.
#pragma once

#include "raceward/model/CheckResult.h"
#include "raceward/report/Baseline.h"
#include "raceward/report/FormatContext.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace raceward {

struct RelatedPlace {
  std::string message;
  SourcePosition at;
};

/// A race, or another violation that some run shows.
struct Issue {
  std::string rule;    ///< stable: "data-race", "assertion-failed" …
  std::string object;  ///< the racing object in C syntax; may be empty
  std::string message; ///< one sentence
  SourcePosition at;
  std::string function;
  std::vector<RelatedPlace> related; ///< the second access, where the threads were created …
  std::string why;                   ///< why nothing orders the accesses; may be empty
  std::string advice;                ///< may be empty
  bool benign = false;               ///< proved to have no effect on any value
  /// Does not change with lines or addresses; unique in its list.
  std::string fingerprint;
  const Evidence *run = nullptr;  ///< the run; null if only the place is known
  std::optional<bool> known = {}; ///< whether the baseline has it; nothing without one
  std::string justification = {}; ///< the user's reason for a suppressed race
};

struct IssueList {
  std::string property;
  std::string verdict; ///< as in the result
  std::string summary; ///< the text after "raceward: race: "
  std::string assumed; ///< of functions that are not known: a part of the summary; mostly empty
  std::vector<Issue> issues;
  std::vector<Issue> suppressed; ///< races that a rule suppresses
  std::vector<Issue> open;       ///< variables that may race, the likeliest first
  std::vector<Gap> reasons;      ///< why it is unknown; empty for other verdicts
  double seconds = 0;

  [[nodiscard]] bool isUnknown() const { return !reasons.empty(); }
};

/// `baseline` may be null.
IssueList issuesOf(const CheckResult &result, const Baseline *baseline = nullptr);
IssueList issuesOf(const PropertyResult &result);

} // namespace raceward
