// Random programs, and the smallest program that still fails.
#pragma once

#include "Script.h"

#include <cstdint>
#include <functional>

namespace raceward::test {

enum class ScriptSize : std::uint8_t {
  Small, ///< mostly within reach of brute force
  Large, ///< for the sleep-set oracle
};

/// 2 to 4 threads with mutexes, atomics, sections, inputs, branches, create and join in any
/// shape, and one or two of what is rarer, such as read-write locks; the same seed gives the same
/// program on every machine.
Script randomScript(std::uint64_t seed, ScriptSize size = ScriptSize::Small);

/// Removes statements, and makes numbers smaller, as long as `fails` holds.
Script shrink(Script script, const std::function<bool(const Script &)> &fails);

} // namespace raceward::test
