// Program's code → micro code.
#pragma once

#include "Image.h"
#include "raceward/smt/TermArena.h"

namespace raceward {

/// How library functions are executed, by name; null if there is no model.
using FindModel = const LibraryModel *(*)(std::string_view name);

std::unique_ptr<MicroFunction> translate(const Image &image, const Function &function,
                                         TermArena &arena, FindModel findModel);

/// The bytes of an initialiser, with addresses of the image in it.
class ConstantReader {
public:
  ConstantReader(const Image &image, TermArena &arena)
      : image_(image), arena_(arena), layout_(image.program->module().getDataLayout()) {}

  /// One value per scalar of its type. A value that is undefined is left out of
  /// `defined`. False if the constant cannot be evaluated.
  bool scalars(const llvm::Constant &constant, std::vector<Value> &out,
               std::vector<bool> &defined) const;

private:
  bool expression(const llvm::Constant &constant, Value &out) const;
  [[nodiscard]] Value number(const llvm::APInt &bits) const;

  const Image &image_;
  TermArena &arena_;
  const llvm::DataLayout &layout_;
};

/// Address of a label that `goto *p` may jump to: within the function's own addresses.
std::uint64_t blockOffset(const llvm::BasicBlock &block);

/// A constant of any width as a term's constant.
BitVector toBitVector(const llvm::APInt &bits);

} // namespace raceward
