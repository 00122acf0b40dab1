// Debug information of untrusted modules.
//
// LLVM's verifier accepts debug information that its own helpers do not survive: lists with
// elements that are not types, types that contain themselves. These functions survive it.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace raceward {

/// Limit on typedefs of typedefs, pointers to const …: no valid chain is longer, and a circular one
/// has no end.
inline constexpr int kLongestTypeChain = 256;

/// All nodes reachable from metadata of the module, in a fixed order.
std::vector<const llvm::MDNode *> debugNodesOf(const llvm::Module &module);

/// All types in the module's debug information, in a fixed order.
std::vector<const llvm::DIType *> debugTypesOf(const llvm::Module &module);

/// Whether the names of files, types, functions and variables are text or absent. LLVM's verifier
/// does not check this, and its accessors abort on anything else.
bool debugNamesAreText(const llvm::Module &module);

/// The elements of a record or array: any node, or null.
llvm::ArrayRef<llvm::MDOperand> elementsOf(const llvm::DICompositeType &type);

} // namespace raceward
