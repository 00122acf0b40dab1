// Random programs with branches, loops and nested locks, in which most data has its lock.
#pragma once

#include "Script.h"

#include <cstdint>

namespace raceward::test {

/// 2 or 3 threads. Variables v1, v2 … are mostly accessed with their locks m1, m2 …, v0 mostly
/// without. What is read decides which branches are taken. The same seed gives the same program
/// on every machine.
Script branchyScript(std::uint64_t seed);

} // namespace raceward::test
