// ValueTranslator: instructions that only compute values → micro code.
//
// Arithmetic, comparisons, casts, structs, vectors, and intrinsics without effects on memory. A
// vector or struct is computed scalar by scalar.
#pragma once

#include "AddressUses.h"
#include "CodeBuilder.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

namespace raceward {

class ValueTranslator : public CodeBuilder {
protected:
  ValueTranslator(const Image &image, const Function &function, TermArena &arena);

  void translateBinary(const llvm::Instruction &origin, std::uint32_t result);
  void translateCompare(const llvm::CmpInst &origin, std::uint32_t result);
  void translateCast(const llvm::CastInst &origin, std::uint32_t result);
  void translateSelect(const llvm::SelectInst &origin, std::uint32_t result);
  void translateVector(const llvm::Instruction &origin, std::uint32_t result);
  void translateIntrinsic(const llvm::CallBase &origin, std::uint32_t result);
  void translateExtract(const llvm::ExtractValueInst &origin, std::uint32_t result);
  void translateInsert(const llvm::InsertValueInst &origin, std::uint32_t result);
  void translateFresh(llvm::Type *type, std::uint32_t result);

  AddressUses addressUses_;

private:
  void repack(const Layout &from, std::uint32_t source, const Layout &to, std::uint32_t result);
  /// Number of scalars of the type before the part that the indices name.
  std::uint32_t scalarsBefore(llvm::Type *type, llvm::ArrayRef<unsigned> indices);
  void translateShuffle(const llvm::ShuffleVectorInst &origin, std::uint32_t result);
};

} // namespace raceward
