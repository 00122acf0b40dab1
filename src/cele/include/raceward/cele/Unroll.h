// Unrolling: each loop is followed a number of times, and cut after that.
//
//   while (e) { b };   bound 2   →   if (e) { b; if (e) { b; if (e) { cut; }; }; };
//
// Each copy of an expression is one occurrence: it is evaluated at most once in a run, and it is
// the same occurrence in every run. That makes values of two runs comparable.
#pragma once

#include "raceward/cele/Ast.h"

#include <cstdint>
#include <optional>

namespace raceward::cele {

/// Limit on the nesting of blocks. A loop nests one block per iteration, and readers recurse.
inline constexpr std::uint32_t kDeepestUnrolled = 2'000;

/// Empty if it would have more than `mostStatements`, more than fifty times as many expressions, or
/// be nested deeper than kDeepestUnrolled. Every loop is followed `bound` times.
std::optional<Source> unroll(const Source &source, std::uint32_t bound,
                             std::size_t mostStatements = 20'000);

/// Whether there is any loop.
[[nodiscard]] bool hasLoops(const Source &source);

} // namespace raceward::cele
