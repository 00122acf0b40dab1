// What the translation of assembly leaves in a module for the engines. Private to program and to
// the pass for clang.
//
// How much an access in assembly orders is not always certain: without the clobber "memory" the
// compiler may move other accesses across it, and whether a `mov` counts as atomic no standard
// says. Such an instruction has the weaker reading, which provers may build on, and a mark with the
// stronger one. A race must be one under the stronger reading (machine and native runs), race-free
// must hold under the weaker.
#pragma once

#include <llvm/IR/Instructions.h>

#include <optional>
#include <string>

namespace raceward::assembly {

void markStrict(llvm::Instruction &access, llvm::AtomicOrdering strict);
void unmarkStrict(llvm::Instruction &access);
/// The stronger reading; nothing if there is only one.
[[nodiscard]] std::optional<llvm::AtomicOrdering> strictOrdering(const llvm::Instruction &access);

/// Fences made of instructions of assembly: in addition to what other operations order.
void markExtraFence(llvm::FenceInst &fence);
[[nodiscard]] bool isExtraFence(const llvm::FenceInst &fence);

/// Assembly that touches registers only: its results are any values, and it has no other effect.
void markHarmless(llvm::CallBase &call);
[[nodiscard]] bool isHarmless(const llvm::CallBase &call);

/// Why assembly is not understood, as the second half of a sentence.
void markUnknown(llvm::CallBase &call, llvm::StringRef why);
[[nodiscard]] std::string whyUnknown(const llvm::CallBase &call);

} // namespace raceward::assembly
