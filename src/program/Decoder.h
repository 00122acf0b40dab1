// Decoder: LLVM IR → pre-decoded code (Code.h). Private to program.
//
// One pass per function: registers are numbered first (parameters, then each instruction with a
// value), then instructions (blocks are laid out in order, phi nodes and debug intrinsics vanish),
// then each instruction is decoded with its operands resolved to a register, a constant, a global
// or a function. Phi nodes become parallel moves on the edges. A constant is resolved once and
// shared; aggregates are expanded up to a limit, larger ones keep their LLVM form.
//
// Invariant: decoding never fails. An instruction outside of the closed list becomes
// Op::Unsupported, so that reaching it is a gap and loading it is not.
#pragma once

#include "raceward/program/Program.h"

#include <llvm/ADT/DenseMap.h>

namespace llvm {
class CallBase;
class IntrinsicInst;
class PHINode;
} // namespace llvm

namespace raceward {

class SiteTable;

class Decoder {
public:
  /// Only a library may lack main.
  Decoder(Program &program, bool isLibrary) : program_(program), isLibrary_(isLibrary) {}
  void run();

private:
  void declareFunctions();
  void declareGlobals();
  void decodeBody(Function &function);

  // Per function.
  void numberRegisters(const llvm::Function &function);
  void numberInstructions(const llvm::Function &function);
  void decode(const llvm::Instruction &origin);
  void decodeCall(const llvm::CallBase &call, Instruction &out);
  void decodeIntrinsic(const llvm::IntrinsicInst &call, Instruction &out);
  void addOperands(const llvm::Instruction &origin, Instruction &out);
  void addEdges(const llvm::Instruction &terminator, Instruction &out);
  Operand operandFor(const llvm::Value &value);

  ConstantId constantFor(const llvm::Constant &constant);
  Constant resolve(const llvm::Constant &constant);

  Program &program_;
  bool isLibrary_;
  llvm::DenseMap<const llvm::Constant *, ConstantId> constants_;
  llvm::DenseMap<const llvm::Value *, GlobalId> globalIds_;
  unsigned nesting_ = 0; ///< depth of the constant being resolved

  Function *current_ = nullptr;
  llvm::DenseMap<const llvm::Value *, std::uint32_t> registers_;
  llvm::DenseMap<const llvm::BasicBlock *, std::uint32_t> blockStarts_;
  /// A cache: looking a block up in a phi node scans all its incoming blocks.
  llvm::DenseMap<std::pair<const llvm::PHINode *, const llvm::BasicBlock *>, const llvm::Value *>
      incoming_;
};

} // namespace raceward
