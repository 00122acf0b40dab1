// What Raceward says about a C text.
#pragma once

#include "raceward/model/Verdict.h"
#include "raceward/program/Load.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace raceward::test {

/// Two lines, the smaller one first.
using LinePair = std::pair<std::uint32_t, std::uint32_t>;

/// Compiles the text as the command does.
Result<Program> loadC(const std::string &text, DataModel dataModel);

struct Answer {
  enum class Kind : std::uint8_t { Race, RaceFree, Unknown };
  Kind kind = Kind::Unknown;
  std::optional<LinePair> race;
  std::set<std::string> reasons; ///< why unknown
};

/// The verdict of a check.
Result<Answer> answerFor(const Program &program, MemoryModel model);

/// What the search sees that asks for everything, with every access visible.
struct WholeAnswer {
  std::set<LinePair> races;
  std::set<std::vector<std::uint64_t>> finalValues; ///< of v0, v1 …
  std::set<std::string> reasons;                    ///< why something may be missing
};
Result<WholeAnswer> wholeAnswerFor(const Program &program, MemoryModel model, int variables);

} // namespace raceward::test
