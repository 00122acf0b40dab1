// AddressUses: where a function looks at the number behind an address.
//
// The machine places objects as it likes. A pointer that becomes an integer and a pointer
// again is none of its business, but an answer that hangs on the integer itself ("is it a
// multiple of 4096?") holds for the machine's own addresses only. Here such instructions are
// found; whether the integer is an address when they are executed, the interpreter sees
// (AddressChecks.cpp): `(int)(long)argument` looks the same for a small number in a pointer.
//
// Integers are followed within one function. If a program stores, passes or returns one that
// was an address, those that are loaded, passed in or returned may be addresses, too. Integers
// that are read from where an address can lie (a union, what memcpy() has filled) may be one, or a
// part of one. memcmp() tells which address is the larger one.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace raceward {

/// What to look at before an instruction is executed.
struct AddressCheck {
  enum class Kind : std::uint8_t {
    Bits,     ///< the lowest `bits` of `a` matter
    Tagged,   ///< `b` is put into the lowest bits of `a`
    Distance, ///< `a - b`: of one object, or no addresses at all
    Mixed,    ///< `a` and `b` are put together: not both are addresses
    Constant, ///< an operand is a constant made of the bits of an address
    Part,     ///< of what is used as a number, `bits` bytes are read at the address `a`
    Whole,    ///< `a` has been read, and is used as a number
    Order,    ///< the first of `bits` bytes in which what `a` and `b` point to differ
    // Of handles of threads and of keys (HandleUses.h):
    Number,   ///< `a` is used as a number
    Compared, ///< `a` with `b` (none: with what lies in memory)
    Ordered,  ///< `a` and `b` are compared by order
    NearZero, ///< `a` is compared with a small number
  };
  Kind kind = Kind::Bits;
  const llvm::Value *a = nullptr;
  const llvm::Value *b = nullptr;
  std::uint64_t bits = UINT64_MAX;
};

/// A member of a struct, read by its name.
bool isNamedMember(const llvm::LoadInst &load);
/// What it gets is told to nobody but who reads the output.
bool isPrinting(const llvm::CallBase &call);

/// Whether some integer that was an address is stored, passed or returned.
bool addressesTravelAsNumbers(const llvm::Module &module);

class AddressUses {
public:
  enum class Travel : std::uint8_t { No, Yes };
  AddressUses(const llvm::Function &function, Travel travel);

  [[nodiscard]] llvm::SmallVector<AddressCheck, 2>
  checksBefore(const llvm::Instruction &instruction) const;
  [[nodiscard]] llvm::SmallVector<AddressCheck, 2>
  checksAfter(const llvm::Instruction &instruction) const;
  /// Two integers that may be addresses are compared as pointers are.
  [[nodiscard]] bool comparesAddresses(const llvm::CmpInst &compare) const;
  /// The function itself lets one out.
  [[nodiscard]] bool letsNumbersOut() const;

private:
  void follow();
  [[nodiscard]] bool isRoot(const llvm::Instruction &instruction) const;
  [[nodiscard]] bool passesOn(const llvm::Instruction &user, const llvm::Value &number) const;
  [[nodiscard]] bool isNumber(const llvm::Value *value) const;
  [[nodiscard]] bool isDistance(const llvm::Instruction &instruction) const;
  [[nodiscard]] bool isScrambled(const llvm::Instruction &instruction) const;
  [[nodiscard]] bool mayReadPart(const llvm::LoadInst &load) const;
  [[nodiscard]] bool mayReadWhole(const llvm::LoadInst &load) const;
  [[nodiscard]] unsigned pointerBits() const;

  const llvm::Function &function_;
  const llvm::DataLayout &layout_;
  bool travel_;
  llvm::DenseSet<const llvm::Value *> numbers_; ///< that may be addresses
};

} // namespace raceward
