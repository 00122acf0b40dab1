// The operands of an asm statement, as its constraints describe them. Private to program.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include <optional>
#include <string>
#include <vector>

namespace raceward::assembly {

struct Operand {
  enum class Kind : std::uint8_t {
    Value,  ///< in a register, or wherever the compiler puts a private copy
    Memory, ///< an object of the program, by its address
    Number, ///< always in the text itself
    Flag,   ///< a result: whether a condition holds at the end
  };
  Kind kind = Kind::Value;
  bool isOutput = false;
  bool isEarlyClobber = false; ///< written before all inputs are read
  /// Of a value: the compiler may choose memory, or print a constant into the text.
  bool mayBeMemory = false;
  bool mayBeNumber = false;
  std::string fixedRegister;       ///< as the constraint names it; empty: any
  bool isOtherRegister = false;    ///< of a value: in a register that does not hold whole numbers
  bool isEitherOfTwo = false;      ///< constraint `A`: one of two registers, or both
  std::optional<unsigned> tiedTo;  ///< of an input: the output that shares its register
  std::string condition;           ///< of a flag
  llvm::Type *type = nullptr;      ///< of the value, or of the object in memory
  llvm::Value *given = nullptr;    ///< the input, or the address; in the translation
  llvm::Value *original = nullptr; ///< the same at the call
  std::optional<unsigned> result;  ///< of an output: which result of the call it is
  llvm::Value *storedAt = nullptr; ///< of an output that is a value: where it goes instead
};

struct Operands {
  std::vector<Operand> list; ///< numbered as in the text
  std::vector<std::string> clobbers;
  bool clobbersMemory = false;
  std::string problem; ///< empty: all were understood
};

enum class Processor : std::uint8_t { X86, Arm64 };

/// `arguments` stand for those of the call in the translation.
[[nodiscard]] Operands operandsOf(const llvm::CallBase &call, Processor processor,
                                  const std::vector<llvm::Value *> &arguments);

} // namespace raceward::assembly
