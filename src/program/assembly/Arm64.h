// Assembly of 64-bit ARM. Private to program.
#pragma once

#include "assembly/Translation.h"

#include <functional>
#include <span>

namespace raceward::assembly {

/// One instruction, with what its name says.
struct Arm64Instruction {
  const Statement *text = nullptr;
  unsigned detail = 0; ///< from the row
  unsigned bits = 0;   ///< of an access: 8 and 16 by a suffix; 0: the register says it
  bool isAcquire = false;
  bool isRelease = false;

  [[nodiscard]] const TextOperand &operand(unsigned i) const { return text->operands[i]; }
  [[nodiscard]] std::size_t count() const { return text->operands.size(); }
};

class Arm64Translation;

/// A row of the table of instructions.
struct Arm64Form {
  enum Traits : std::uint8_t {
    Simple = 0,
    Sized = 1,   ///< may end in `b` or `h`
    Ordered = 2, ///< may have `a`, `l` or `al` after its name
    Memory = 4,  ///< touches memory
    Flags = 8,   ///< may end in `s`: sets flags
    Reads = 16,  ///< writes none of its operands
  };
  std::string_view name;
  unsigned least = 0;
  unsigned most = 0;
  std::uint8_t traits = Simple;
  unsigned detail = 0;
  void (*translate)(Arm64Translation &, const Arm64Instruction &) = nullptr;
};

struct FoundArm64Form {
  const Arm64Form *form = nullptr;
  Arm64Instruction instruction;
};
[[nodiscard]] FoundArm64Form findArm64Form(const Statement &statement);

class Arm64Translation final : public Translation {
public:
  using Translation::Translation;

  struct Place {
    bool isZero = false; ///< the register that is always zero
    unsigned location = 0;
    unsigned bits = 0;
  };

  /// A register operand.
  Place registerIn(const TextOperand &operand);
  llvm::Value *read(const TextOperand &operand, unsigned bits);
  llvm::Value *read(const Place &place, unsigned bits, bool mayBePointer = false);
  void write(const Place &place, llvm::Value *value);
  /// The address of an operand in memory, and which one it is.
  llvm::Value *addressIn(const TextOperand &operand, std::optional<unsigned> &number);
  void checkAddress(const TextOperand &operand);
  llvm::Value *conditionHolds(llvm::StringRef condition) override;

  using Flag = std::function<llvm::Value *()>;
  struct Flags {
    Flag negative, zero, carry, overflow;
  };
  [[nodiscard]] Flags &flags() { return flags_; }

protected:
  void execute(const std::vector<Statement> &statements) override;
  std::string registerOf(llvm::StringRef constraint) override;
  // The processor may reorder both.
  [[nodiscard]] llvm::AtomicOrdering orderOfLoad() const override {
    return llvm::AtomicOrdering::Monotonic;
  }
  [[nodiscard]] llvm::AtomicOrdering orderOfStore() const override {
    return llvm::AtomicOrdering::Monotonic;
  }

private:
  void executeOne(const Statement &statement);
  /// A loop of `ldxr` and `stxr` that begins here: how many statements it has; 0 if there is none.
  std::size_t executeLoop(std::span<const Statement> statements);
  /// The two accesses of such a loop.
  struct Exclusive {
    unsigned bits = 0;
    llvm::AtomicOrdering ordering = llvm::AtomicOrdering::Monotonic;
    llvm::Value *address = nullptr;
    Place to; ///< of what is loaded
  };
  std::optional<Exclusive> beginExclusive(const Statement &first, const Statement &last);
  void executeUpdate(std::span<const Statement> inner, const Statement &first,
                     const Statement &last);
  void executeCompare(std::span<const Statement> inner, const Statement &first,
                      const Statement &last);
  /// The load stands for the old value, from which the new one is computed.
  void replaceByUpdate(llvm::LoadInst &old, llvm::Value *value, llvm::AtomicOrdering ordering);

  Flags flags_;
};

namespace arm64 {

using Instruction = const Arm64Instruction &;

enum Operation : std::uint8_t {
  Add,
  Subtract,
  And,
  Or,
  Xor,
  AndNot,
  OrNot,
  ShiftLeft,
  ShiftRight,
  ShiftRightSigned,
  Rotate,
  Multiply,
  MultiplyHigh,
  MultiplyHighSigned,
  Divide,
  DivideSigned,
};
enum Unary : std::uint8_t {
  Move,
  Complement,
  Negate,
  SwapBytes,
  SwapIn16,
  SwapIn32,
  ReverseBits,
  LeadingZeros,
};
/// In the detail: the instruction sets flags.
inline constexpr unsigned kSetsFlags = 0x100;

void nothing(Arm64Translation &t, Instruction at);
void barrier(Arm64Translation &t, Instruction at);
void unary(Arm64Translation &t, Instruction at);
void binary(Arm64Translation &t, Instruction at);
void compare(Arm64Translation &t, Instruction at);
void setIf(Arm64Translation &t, Instruction at);
void chooseIf(Arm64Translation &t, Instruction at);
void load(Arm64Translation &t, Instruction at);
void store(Arm64Translation &t, Instruction at);
void update(Arm64Translation &t, Instruction at);
void updateOnly(Arm64Translation &t, Instruction at);
void compareExchange(Arm64Translation &t, Instruction at);
void systemRegister(Arm64Translation &t, Instruction at);

} // namespace arm64

} // namespace raceward::assembly
