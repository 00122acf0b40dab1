// Tracks the position of a thread: struct rw_here and struct rw_frame of raceward_control.h.
#pragma once

#include "SiteTable.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <vector>

namespace raceward {

/// A call, and its site.
struct MarkedCall {
  llvm::CallBase *call = nullptr;
  llvm::Constant *site = nullptr;
};

/// Gives the function a frame, and records its site before each of these calls.
void addFrame(llvm::Function &function, const std::vector<MarkedCall> &calls);

} // namespace raceward
