// AddressUses: instructions of a function that depend on the number behind an address.
//
// The machine chooses the addresses of objects. A pointer that becomes an integer and a pointer
// again is harmless, but an answer that depends on the integer itself ("is it a multiple of 4096?")
// holds for the machine's own addresses only. This analysis finds such instructions; whether the
// integer is an address at run time is checked by the interpreter (AddressChecks.cpp):
// `(int)(long)argument` looks the same for a small number in a pointer.
//
// Integers are followed within one function. If a program stores, passes or returns one that was an
// address, those that are loaded, passed in or returned may be addresses as well. Integers read
// from memory that can hold an address (a union, a target of memcpy()) may be one, or a part of
// one. memcmp() reveals which address is larger.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace raceward {

/// A check before an instruction is executed.
struct AddressCheck {
  enum class Kind : std::uint8_t {
    Bits,     ///< the lowest `bits` of `a` matter
    Tagged,   ///< `b` is put into the lowest bits of `a`
    Distance, ///< `a - b`: of one object, or not addresses
    Mixed,    ///< `a` and `b` are combined: not both are addresses
    Constant, ///< an operand is a constant computed from the bits of an address
    Part,     ///< `b`, of `bits` bits, was read at the address `a`: it may have parts of others
    Real,     ///< the same for a floating-point number, which may have all of one
    Cut,      ///< `bits` bits are written at the address `a`: others may keep only a part there
    Changed,  ///< `bits` bits at the address `a` are read and written at once
    Whole,    ///< `a` was read, and is used as a number
    Order,    ///< the order of `a` and `b` at the first of `bits` bytes that differ
    Same,     ///< whether they are equal
    // For handles of threads and keys (HandleUses.h):
    Number,   ///< `a` is used as a number
    Compared, ///< `a` with `b` (none: with memory content)
    Ordered,  ///< `a` and `b` are compared by order
    NearZero, ///< `a` is compared with a small number
  };
  Kind kind = Kind::Bits;
  const llvm::Value *a = nullptr;
  const llvm::Value *b = nullptr;
  std::uint64_t bits = UINT64_MAX;
};

/// Those that are not answered by a gap alone (AddressParts.h).
constexpr bool isAboutParts(AddressCheck::Kind kind) {
  using Kind = AddressCheck::Kind;
  return kind == Kind::Part || kind == Kind::Real || kind == Kind::Cut || kind == Kind::Changed;
}

/// Whether a struct member is read by its name.
bool isNamedMember(const llvm::LoadInst &load);
/// Whether the call passes its arguments only to output.
bool isPrinting(const llvm::CallBase &call);

/// Whether an integer that was an address is stored, passed or returned anywhere.
bool addressesTravelAsNumbers(const llvm::Module &module);

class AddressUses {
public:
  enum class Travel : std::uint8_t { No, Yes };
  AddressUses(const llvm::Function &function, Travel travel);

  [[nodiscard]] llvm::SmallVector<AddressCheck, 2>
  checksBefore(const llvm::Instruction &instruction) const;
  [[nodiscard]] llvm::SmallVector<AddressCheck, 2>
  checksAfter(const llvm::Instruction &instruction) const;
  /// Whether two integers that may be addresses are compared as pointers are.
  [[nodiscard]] bool comparesAddresses(const llvm::CmpInst &compare) const;
  /// Whether the function itself lets one escape.
  [[nodiscard]] bool letsNumbersOut() const;

private:
  using Checks = llvm::SmallVector<AddressCheck, 2>;

  void checkConstants(const llvm::Instruction &instruction, Checks &checks) const;
  void checkMemory(const llvm::Instruction &instruction, Checks &checks) const;
  void checkPointers(const llvm::Instruction &instruction, Checks &checks) const;
  void checkNumbers(const llvm::Instruction &instruction, Checks &checks) const;
  void follow();
  [[nodiscard]] bool isRoot(const llvm::Instruction &instruction) const;
  [[nodiscard]] bool passesOn(const llvm::Instruction &user, const llvm::Value &number) const;
  [[nodiscard]] bool isNumber(const llvm::Value *value) const;
  [[nodiscard]] bool isDistance(const llvm::Instruction &instruction) const;
  [[nodiscard]] bool isScrambled(const llvm::Instruction &instruction) const;
  [[nodiscard]] bool mayHavePart(const llvm::Value &place, const llvm::Type &type) const;
  [[nodiscard]] bool mayReadWhole(const llvm::LoadInst &load) const;
  [[nodiscard]] unsigned pointerBits() const;

  const llvm::Function &function_;
  const llvm::DataLayout &layout_;
  bool travel_;
  llvm::DenseSet<const llvm::Value *> numbers_; ///< integers that may be addresses
};

} // namespace raceward
