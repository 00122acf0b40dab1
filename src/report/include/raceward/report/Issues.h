// What a result has to say, one entry for each thing that a developer should look at.
//
// The formats that other programs read (SARIF, JUnit, GitLab, GitHub) are views of this list,
// whatever property was checked. It points into the result that it was made of, which must
// live as long.
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
  std::string object;  ///< that races, as C would write it; may be empty
  std::string message; ///< one sentence
  SourcePosition at;
  std::string function;
  std::vector<RelatedPlace> related; ///< the second access, where the threads were created …
  std::string why;                   ///< nothing orders the accesses; may be empty
  std::string advice;                ///< may be empty
  bool benign = false;               ///< shown to be without effect on any value
  /// Does not change with lines or addresses; unique in its list.
  std::string fingerprint;
  const Evidence *run = nullptr;  ///< the way there; nothing where only the place is known
  std::optional<bool> known = {}; ///< whether the baseline has it; nothing without one
  std::string justification = {}; ///< of a suppressed race, in the words of the user
};

struct IssueList {
  std::string property;
  std::string verdict; ///< as the result names it
  std::string summary; ///< what follows "raceward: race: "
  std::vector<Issue> issues;
  std::vector<Issue> suppressed; ///< races that a rule takes out
  std::vector<Gap> reasons;      ///< why it is unknown; empty for any other verdict
  double seconds = 0;

  [[nodiscard]] bool isUnknown() const { return !reasons.empty(); }
};

/// `baseline` may be null.
IssueList issuesOf(const CheckResult &result, const Baseline *baseline = nullptr);
IssueList issuesOf(const PropertyResult &result);

} // namespace raceward
