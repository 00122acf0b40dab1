// What Raceward says about a C text.
#pragma once

#include "raceward/explore/Search.h"
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
  std::set<LinePair> races;
  std::set<std::string> reasons; ///< why unknown, or why races may be missing
};

/// The verdict of a check.
Answer answerFor(const Program &program, MemoryModel model, Reduction reduction, bool allRaces);

/// What the search sees with every access visible, whatever provers say.
struct Seen {
  std::set<LinePair> races;
  /// Of v0, v1 … at the end of a run; none of a run in which one is no number.
  std::set<std::vector<std::uint64_t>> finalValues;
  std::set<std::string> reasons; ///< why something may be missing
};
Result<Seen> search(const Program &program, MemoryModel model, Reduction reduction,
                    Question question, int variables);

} // namespace raceward::test
