// Finds the access sites of one instruction. Private to program.
//
// Loads, stores and atomics are one site each. A library call has one site per row entry of the
// effects table (Effects.h): the arguments that it reads and writes, with the extent if it is
// known, and the arguments of a format string one by one. Structs passed by value, memory
// intrinsics and variadic lists have their own cases. Reads of constants that the compiler created,
// accesses of zero bytes and accesses through null are not sites.
//
// Invariant: every other access to memory has a site. Suspects are pairs of sites, so a missing
// one would be a missed race.
#pragma once

#include "raceward/program/Program.h"

#include <vector>

namespace raceward {

struct FoundSite {
  AccessSite site; ///< without its id
  const llvm::Value *pointer = nullptr;
};

std::vector<FoundSite> sitesOf(const Instruction &instruction, const llvm::DataLayout &layout);

} // namespace raceward
