// LLVM IR → pre-decoded code. Private to program.
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
  /// A library may do without main.
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
  unsigned nesting_ = 0; ///< of the constant that is being resolved

  Function *current_ = nullptr;
  llvm::DenseMap<const llvm::Value *, std::uint32_t> registers_;
  llvm::DenseMap<const llvm::BasicBlock *, std::uint32_t> blockStarts_;
  /// A phi node itself would search all its blocks for each of them.
  llvm::DenseMap<std::pair<const llvm::PHINode *, const llvm::BasicBlock *>, const llvm::Value *>
      incoming_;
};

} // namespace raceward
