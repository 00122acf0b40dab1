// Debug information of modules that nobody vouches for.
//
// LLVM's verifier lets through what its own helpers do not survive: lists with elements
// that are no types, types that contain themselves. These here survive it.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace raceward {

/// Typedefs of typedefs, pointers to const …: no honest chain is longer, and one that
/// leads back to itself has no end.
inline constexpr int kLongestTypeChain = 256;

/// All nodes that metadata of the module leads to, always in the same order.
std::vector<const llvm::MDNode *> debugNodesOf(const llvm::Module &module);

/// All types that the module's debug information mentions, always in the same order.
std::vector<const llvm::DIType *> debugTypesOf(const llvm::Module &module);

/// Names of files, types, functions and variables are text, or not there. LLVM's verifier
/// does not look, and its accessors abort on anything else.
bool debugNamesAreText(const llvm::Module &module);

/// The elements of a record or array: anything, or null.
llvm::ArrayRef<llvm::MDOperand> elementsOf(const llvm::DICompositeType &type);

} // namespace raceward
