#include "Numbering.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace raceward {

InstructionNumbers numberInstructions(const llvm::Module &module) {
  InstructionNumbers numbers;
  std::uint32_t next = 0;
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (!llvm::isa<llvm::DbgInfoIntrinsic>(instruction))
        numbers[&instruction] = next++;
  return numbers;
}

} // namespace raceward
