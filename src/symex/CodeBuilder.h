// CodeBuilder: the micro code of one function under construction.
//
// It emits steps for the current instruction, and gives every value its registers (one per scalar
// of its type) and every constant its slot. An operand that must be computed, such as an undefined
// value or the address of a thread-local variable, gets steps of its own before its use.
//
// Invariant: whatever cannot be executed exactly is recorded by unsupported(); the translator then
// replaces the steps of the instruction by a gap.
#pragma once

#include "Translate.h"
#include "raceward/model/Gap.h"

#include <string>
#include <vector>

namespace raceward {

class CodeBuilder {
protected:
  CodeBuilder(const Image &image, const Function &function, TermArena &arena);

  [[nodiscard]] std::uint32_t here() const {
    return static_cast<std::uint32_t>(out_->steps.size());
  }
  /// The current instruction cannot be executed: the first reason counts.
  void unsupported(std::string why, GapKind kind = GapKind::UnsupportedInstruction);
  void emitGap(const std::string &why, GapKind kind);
  Step &emit(Micro op);
  [[nodiscard]] bool hasVisibleSite() const;
  /// Makes the thread stop before the next step, if others could observe it.
  void emitVisible();

  // Operands.
  std::uint32_t newRegisters(std::size_t count);
  void numberRegisters();
  Layout layoutOf(llvm::Type *type);
  /// The first slot of a value; a struct has one for each of its scalars after it.
  std::uint32_t slot(const llvm::Value *value);
  std::uint32_t numberSlot(std::uint64_t number);

  // Steps that compute a value.
  void emitThreadLocal(const llvm::GlobalVariable &global, std::uint32_t result,
                       std::uint64_t offset);
  void emitFresh(std::uint32_t result, std::uint32_t width);
  void moveMany(std::uint32_t to, std::uint32_t from, std::size_t count);
  void moveConstant(std::uint32_t result, std::uint64_t bits);
  static bool isTooWide(std::uint32_t width) { return width > UINT16_MAX; }

  // Edges between blocks.
  std::uint32_t edge(const llvm::Instruction &terminator, unsigned successor);
  /// Phi nodes, once every block has its position. A source that must be computed (an undefined
  /// value, the address of a thread-local) gets a few steps between the blocks.
  void finishEdges();

  const Image &image_;
  const Function &function_;
  const llvm::DataLayout &layout_;
  std::unique_ptr<MicroFunction> out_;
  llvm::DenseMap<const llvm::Value *, std::uint32_t> slots_;
  llvm::DenseMap<const llvm::BasicBlock *, std::uint32_t> blockStarts_;
  const Instruction *current_ = nullptr;
  std::string gap_; ///< why the current instruction cannot be executed
  GapKind gapKind_ = GapKind::UnsupportedInstruction;

private:
  struct PendingEdge {
    std::uint32_t edge = 0;
    const llvm::BasicBlock *from = nullptr;
    const llvm::BasicBlock *to = nullptr;
    const Instruction *source = nullptr;
  };

  std::uint32_t constantSlot(const llvm::Constant &constant);
  /// Addresses of thread-local variables differ between threads.
  std::uint32_t computedConstant(const llvm::Constant &constant);

  ConstantReader constants_;
  llvm::DenseMap<const llvm::Constant *, std::uint32_t> constantSlots_;
  std::vector<PendingEdge> pending_;
};

} // namespace raceward
