// Suppressions: races that the user knows and does not want reported again.
//
// Rules are in YAML files or in comments of the program (docs/use/suppressions.md). They are
// applied to the convictions of a finished check. Suppressed races stay in the ledger, where they
// rule out race-free.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/model/Verdict.h"

#include <array>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace raceward {

/// Empty members match everything. Patterns have '*', '?' and '\' before a literal character.
struct SuppressionRule {
  std::string variable;                 ///< matches the name of the memory in one of the accesses
  std::string function;                 ///< contains one of the accesses
  std::array<std::string, 2> functions; ///< each contains one access
  std::string file;                     ///< of one of the accesses: its path or its last part
  std::string fingerprint;              ///< exactly
  std::string reason;                   ///< never empty
  std::string where;                    ///< of the rule itself: "rules.yaml:3"
};

[[nodiscard]] bool matches(std::string_view pattern, std::string_view text);
[[nodiscard]] bool matches(const SuppressionRule &rule, const Conviction &race);

/// `path` is for messages. An Error names the line and what to do.
Result<std::vector<SuppressionRule>> parseSuppressions(const std::string &path,
                                                       const std::string &text);
Result<std::vector<SuppressionRule>> readSuppressions(const std::string &path);

/// Rules for these races, as parseSuppressions() reads them.
std::string suppressionsFor(std::span<const Conviction> races);

/// `// raceward: allow(race, x) reason`, beside an access or on the line above it.
struct SuppressionComment {
  SourcePosition at;
  std::string variable; ///< a pattern; empty: any
  std::string reason;
  std::string problem; ///< why it suppresses nothing; empty if it does
  bool alone = false;  ///< alone on its line, so that it applies to the next one
};

/// The comments of `line`, which is at `at`.
std::vector<SuppressionComment> commentsIn(std::string_view line, const SourcePosition &at);

class Suppressions {
public:
  void add(std::vector<SuppressionRule> rules);

  /// Moves convictions that a rule or a comment matches to the suppressed races.
  void apply(Ledger &ledger);

  /// "rules.yaml:3: …" for each rule that has matched nothing so far, and each such comment in
  /// `files` and in the files of the ledger.
  [[nodiscard]] std::vector<std::string> unused(const std::vector<std::string> &files,
                                                const Ledger &ledger) const;
  /// Malformed comments in those files, which suppress nothing.
  [[nodiscard]] static std::vector<std::string> badComments(const std::vector<std::string> &files,
                                                            const Ledger &ledger);

private:
  struct UsedRule {
    SuppressionRule rule;
    bool used = false;
  };
  std::vector<UsedRule> rules_;
  std::set<std::pair<std::string, std::uint32_t>> usedComments_; ///< by file and line
};

} // namespace raceward
