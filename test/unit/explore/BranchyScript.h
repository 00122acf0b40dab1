// Random programs with branches, loops and nested locks, in which most data has its lock.
#pragma once

#include "Script.h"

#include <cstdint>

namespace raceward::test {

/// Programs with a race that is lost without one clause of rule R1: what is hidden counts at all;
/// for a thread that is not there yet, or came asleep, all threads are taken; accesses of the past
/// count where no two are ever both next.
inline constexpr const char *kClauseScripts[] = {
    "lock m0; read r0 v1; unlock m0; skip 1 unless r0 1; read r1 v0 | "
    "lock m0; write v1 1; unlock m0; write v0 1",
    "lock m0; read r0 v1; unlock m0; skip 1 unless r0 1; read r1 v0 | create 2 | "
    "lock m0; write v1 1; unlock m0; write v0 1",
    "lock m1; read r0 v2; unlock m1; skip 4 unless r0 1; lock m0; write v1 1; unlock m0; "
    "write v0 1 | lock m0; read r0 v1; unlock m0; skip 1 unless r0 1; read r1 v0 | "
    "create 1; create 3 | lock m1; write v2 1; unlock m1",
    "aread.relaxed r0 v0; skip 1 unless r0 1; read r1 v1 | write v1 1; awrite.relaxed v0 1",
};

/// 2 or 3 threads. Variables v1, v2 … are mostly accessed with their locks m1, m2 …, v0 mostly
/// without. What is read decides which branches are taken. The same seed gives the same program
/// on every machine.
Script branchyScript(std::uint64_t seed);

} // namespace raceward::test
