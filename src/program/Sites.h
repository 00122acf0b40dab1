// Finds the access sites of one instruction. Private to program.
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
