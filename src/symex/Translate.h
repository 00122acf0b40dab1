// Translator: Program's code → micro code (Micro.h).
//
// One function at a time, at its first call. Every value gets one register per scalar of its type,
// every constant a slot of the function's table; widths, offsets and masks are computed here, once.
// Before a step that another thread could observe (an access at a visible site, a library call with
// an effect on threads, a fence) a Visible step is emitted; before one that may depend on the
// number of an address, the checks of AddressUses.h.
//
// Invariant: an instruction that the machine cannot execute exactly becomes a step that stops with
// a gap; its other steps are discarded. So translation never fails, and no run passes over
// something unknown.
#pragma once

#include "Image.h"
#include "raceward/smt/TermArena.h"

namespace raceward {

/// Looks a library model up by name; null if there is none.
using FindModel = const LibraryModel *(*)(std::string_view name);

std::unique_ptr<MicroFunction> translate(const Image &image, const Function &function,
                                         TermArena &arena, FindModel findModel);

/// The bytes of an initialiser, including addresses of the image.
class ConstantReader {
public:
  ConstantReader(const Image &image, TermArena &arena)
      : image_(image), arena_(arena), layout_(image.program->module().getDataLayout()) {}

  /// One value per scalar of its type. Undefined values are false in `defined`. False if the
  /// constant cannot be evaluated.
  bool scalars(const llvm::Constant &constant, std::vector<Value> &out,
               std::vector<bool> &defined) const;

private:
  bool expression(const llvm::Constant &constant, Value &out) const;
  [[nodiscard]] Value number(const llvm::APInt &bits) const;

  const Image &image_;
  TermArena &arena_;
  const llvm::DataLayout &layout_;
};

/// Offset of a label that `goto *p` may jump to, within the function's addresses.
std::uint64_t blockOffset(const llvm::BasicBlock &block);

/// A constant of any width, for terms.
BitVector toBitVector(const llvm::APInt &bits);

} // namespace raceward
