// The static route: constraints over concurrent SSA, encoded twice over the same inputs
// (docs/develop/cele-encodings.md).
#pragma once

#include "raceward/base/Result.h"
#include "raceward/cele/Run.h"
#include "raceward/model/Gap.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace raceward::cele {

/// How much of the order of steps the constraints express.
enum class Encoding : std::uint8_t {
  Pi,      ///< none: a use may get the value of any write that could come before it
  Edges,   ///< a conflict edge that is taken excludes contradicting ones, for each two threads
  OneEdge, ///< as Edges, and at most one edge leaves a block: misses races
  Exact,   ///< a clock per step: every model is a run
};
/// "pi", "edges", "one-edge", "exact".
std::string_view toString(Encoding encoding);
std::optional<Encoding> encodingFromString(std::string_view name);

/// The result for one use in the text, over all its occurrences.
struct UseAnswer {
  enum class Kind : std::uint8_t {
    Same,      ///< in every two runs of the unrolled program
    Differs,   ///< `race` was confirmed
    Suspected, ///< the constraints are satisfiable, and no run that shows it was found
    Undecided, ///< the solver gave up
  };
  ExpressionId use; ///< in the text, not in the unrolled program
  Kind kind = Kind::Undecided;
  std::optional<ValueRace> race; ///< if it differs, or the last model if it is suspected
};

struct StaticOptions {
  Encoding encoding = Encoding::Exact;
  /// Maximum refutations of one use, before it stays suspected.
  std::uint32_t mostRefuted = 50;
  std::optional<std::uint64_t> effortPerQuery;
  /// The possible inputs; empty: every 16-bit value. For comparisons with brute force.
  std::vector<std::int64_t> inputDomain;
  /// Executes both runs; false refutes the model. Empty: models are not executed.
  std::function<Result<bool>(const ValueRace &)> confirm;
  std::function<void(std::string_view phase)> onProgress;
  /// Polled between queries: true stops with a gap. Empty: no time limit.
  std::function<bool()> isTimeOver;
};

struct StaticStats {
  std::uint64_t blocks = 0;
  std::uint64_t piFunctions = 0;
  std::uint64_t constraints = 0; ///< of both copies
  std::uint64_t terms = 0;
  std::uint64_t queries = 0;
  std::uint64_t refuted = 0;
  double encodeSeconds = 0;
  double solveSeconds = 0;
};

struct StaticAnswer {
  std::vector<UseAnswer> uses; ///< every use in the text outside of `when`, in order
  /// Loops of the text that a run may leave early; empty: all paths are covered.
  std::vector<StatementId> cutLoops;
  std::vector<Gap> gaps; ///< such as numbers that may become too large
  StaticStats stats;
};

/// `unrolled` comes from unroll(), `text` is its origin.
Result<StaticAnswer> findValueRaces(const Source &text, const Source &unrolled,
                                    const StaticOptions &options);

} // namespace raceward::cele
