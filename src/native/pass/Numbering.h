// The number of an instruction in its module, as the front end left it: functions in their order,
// instructions in their order, from 0 on, without debug instructions. The embedded bitcode gives
// the same numbers when it is read again.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace raceward {

using InstructionNumbers = llvm::DenseMap<const llvm::Instruction *, std::uint32_t>;

InstructionNumbers numberInstructions(const llvm::Module &module);

} // namespace raceward
