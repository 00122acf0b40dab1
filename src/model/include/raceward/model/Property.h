// Properties other than races, and the one function that decides them.
//
// The engine follows the paths of a program and records them in a PathLedger. As with races,
// `holds` cannot be constructed directly: one gap, or a ledger that was not closed, forbids it.
#pragma once

#include "raceward/model/Evidence.h"
#include "raceward/model/Gap.h"
#include "raceward/model/Source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace raceward {

enum class Property : std::uint8_t { NoDataRace, Assertions, MemorySafety, Deadlock };

/// "no-data-race", "assertions", "memory-safety", "deadlock".
std::string_view toString(Property property);
std::optional<Property> propertyFromString(std::string_view name);

struct Violation {
  std::string kind; ///< stable: "assertion-failed", "invalid-read" …
  std::string message;
  SourcePosition at;
  std::string function;
  std::vector<Caller> calledFrom; ///< innermost first
  std::vector<GivenInput> inputs; ///< in the order in which they were requested
};

struct PathLedger {
  Property property = Property::Assertions;
  std::uint64_t paths = 0;
  std::uint64_t steps = 0;
  std::uint64_t queries = 0; ///< answered by a solver
  std::vector<Violation> violations;
  std::vector<Gap> gaps;
  /// Set last, when no path is left. The ledger of a process that died is not closed.
  bool closed = false;
};

class PropertyVerdict;
PropertyVerdict conclude(const PathLedger &ledger);

class PropertyVerdict {
public:
  /// "holds", "violated" or "unknown".
  [[nodiscard]] std::string_view name() const;
  [[nodiscard]] bool holds() const { return answer_ == Answer::Holds; }
  [[nodiscard]] bool isViolated() const { return answer_ == Answer::Violated; }
  /// Reasons for unknown; never empty then.
  [[nodiscard]] const std::vector<Gap> &reasons() const & { return reasons_; }
  [[nodiscard]] std::vector<Gap> reasons() && { return std::move(reasons_); }

private:
  enum class Answer : std::uint8_t { Holds, Violated, Unknown };
  PropertyVerdict(Answer answer, std::vector<Gap> reasons)
      : answer_(answer), reasons_(std::move(reasons)) {}
  friend PropertyVerdict conclude(const PathLedger &ledger);

  Answer answer_;
  std::vector<Gap> reasons_;
};

} // namespace raceward
