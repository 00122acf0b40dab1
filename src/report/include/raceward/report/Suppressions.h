// Suppressions: races that the user knows of and does not want to hear of again.
//
// Rules stand in YAML files or in comments of the program (docs/suppressions.md). They are
// applied to the convictions of a finished check. What they take out stays in the ledger, where
// it forbids race-free.
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

/// What is empty matches everything. Patterns know '*', '?' and '\' before a literal character.
struct SuppressionRule {
  std::string variable;                 ///< matches what one of the accesses calls the memory
  std::string function;                 ///< one of the accesses stands in it
  std::array<std::string, 2> functions; ///< one access stands in each
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
  bool alone = false;  ///< on its line, so that it speaks of the next one
};

/// What `line` says, which stands at `at`; nothing if it holds no such comment.
std::vector<SuppressionComment> commentsIn(std::string_view line, const SourcePosition &at);

class Suppressions {
public:
  void add(std::vector<SuppressionRule> rules);

  /// Moves what a rule or a comment matches from the convictions to the suppressed races.
  void apply(Ledger &ledger);

  /// "rules.yaml:3: …" for each rule that has matched nothing so far, and each comment in `files`
  /// and in the files that `ledger` speaks of.
  [[nodiscard]] std::vector<std::string> unused(const std::vector<std::string> &files,
                                                const Ledger &ledger) const;
  /// Comments in those files that suppress nothing since something is wrong with them.
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
