// Assembly of x86, 32 and 64 bits. Private to program.
#pragma once

#include "assembly/Translation.h"

#include <functional>
#include <string_view>

namespace raceward::assembly {

class X86Translation;

/// One instruction of the text, with its size resolved.
struct X86Instruction {
  const Statement *text = nullptr;
  unsigned bits = 0;   ///< of the operation
  unsigned detail = 0; ///< from the row
  bool isLocked = false;
  bool isRepeated = false;
  std::string condition; ///< of setcc and cmovcc

  [[nodiscard]] const TextOperand &operand(unsigned i) const { return text->operands[i]; }
  [[nodiscard]] std::size_t count() const { return text->operands.size(); }
};

/// A row of the table of instructions: one form of an instruction.
struct X86Form {
  /// What may follow its name.
  enum class Suffix : std::uint8_t {
    None,      ///< nothing, and the size is in the row
    Size,      ///< b, w, l, q; or the operands say it
    Condition, ///< a condition, and then perhaps a size
  };
  enum Traits : std::uint8_t {
    Simple = 0,
    Lockable = 1,   ///< may have the prefix `lock`
    Repeatable = 2, ///< may have the prefix `rep`
    Implicit = 4,   ///< touches memory that is not an operand
    Byte = 8,       ///< its operand is one byte
    Fixed = 16,     ///< writes registers that are not operands
    Reads = 32,     ///< writes none of its operands
    WritesTwo = 64, ///< writes both
  };

  std::string_view name;
  Suffix suffix = Suffix::None;
  unsigned least = 0; ///< how many operands
  unsigned most = 0;
  std::uint8_t traits = Simple;
  unsigned detail = 0; ///< for the function: the operation, the size
  /// Null: it only computes in registers; what it computes is not known.
  void (*translate)(X86Translation &, const X86Instruction &) = nullptr;
};

/// The row for a statement, with what the suffix says.
struct FoundX86Form {
  const X86Form *form = nullptr;
  unsigned bits = 0; ///< 0: there is no suffix
  std::string condition;
};
[[nodiscard]] FoundX86Form findX86Form(const Statement &statement);

/// A register by any of its names: `al`, `ah`, `ax`, `eax` and `rax` are parts of `ax`.
struct X86Register {
  std::string canonical; ///< empty: not a register for whole numbers
  unsigned bits = 0;
  bool isHigh = false; ///< bits 8 to 15
};
[[nodiscard]] X86Register x86Register(llvm::StringRef name, unsigned wordBits);

[[nodiscard]] bool isX86Condition(llvm::StringRef condition);

/// Where an operand is.
struct X86Place {
  enum class Kind : std::uint8_t { Register, Memory, Number };
  Kind kind = Kind::Number;
  unsigned location = 0; ///< of a register
  bool isHigh = false;
  bool mayBeMemory = false;       ///< a value that the compiler may keep in memory
  bool mayBeRegister = false;     ///< a number that it may also put into a register
  llvm::Value *value = nullptr;   ///< of a number; the address of memory
  llvm::Type *element = nullptr;  ///< what the operand in memory is
  std::optional<unsigned> number; ///< the operand in memory
};

/// Flags are computed when they are asked for; an empty function is an undefined flag.
struct X86Flags {
  using Flag = std::function<llvm::Value *()>;
  Flag carry, zero, sign, overflow, parity;
};

class X86Translation final : public Translation {
public:
  using Translation::Translation;

  // -- operands

  X86Place placeOf(const TextOperand &operand, unsigned bits);
  llvm::Value *read(const X86Place &place, unsigned bits, Touch touch, bool mayBePointer = false);
  llvm::Value *read(const TextOperand &operand, unsigned bits, Touch touch = Touch::Alone);
  void write(const X86Place &place, unsigned bits, llvm::Value *value, Touch touch);
  llvm::Value *readRegister(const char *canonical, unsigned bits, bool mayBePointer = false);
  void writeRegister(const char *canonical, unsigned bits, llvm::Value *value);
  /// The number that `base + index * scale + displacement` is.
  llvm::Value *addressIn(const MemoryText &memory);
  /// The size of an operand as it is printed; 0 if the text does not say it.
  unsigned printedBits(const TextOperand &operand);
  /// Where the operand in memory is, for an instruction that reads and writes it in one step.
  /// A locked instruction is atomic, and orders all accesses before and after it.
  template <typename Update> void setLocked(Update &update) {
    setOrder(update, llvm::AtomicOrdering::SequentiallyConsistent);
    fence(llvm::AtomicOrdering::SequentiallyConsistent);
  }
  llvm::Value *addressToUpdate(const X86Place &place, unsigned bits);
  /// One atomic step; gives the old value.
  llvm::Value *update(llvm::AtomicRMWInst::BinOp operation, const X86Place &place,
                      llvm::Value *value);
  /// The type that memory is accessed with: pointers stay pointers.
  llvm::Type *typeFor(const X86Place &memory, unsigned bits, const llvm::Value &value);

  // -- flags

  [[nodiscard]] X86Flags &flags() { return flags_; }
  llvm::Value *flag(const X86Flags::Flag &flag);
  llvm::Value *conditionHolds(llvm::StringRef condition) override;

  /// What `push` has put aside.
  [[nodiscard]] std::vector<Location> &pushed() { return pushed_; }

protected:
  void execute(const std::vector<Statement> &statements) override;
  std::string registerOf(llvm::StringRef constraint) override;
  void placePair(const Operand &operand) override;
  llvm::Value *eitherOfTwo(llvm::Type *type) override;
  // x86 keeps the order of loads and of stores; only a store may pass a later load.
  [[nodiscard]] llvm::AtomicOrdering orderOfLoad() const override {
    return llvm::AtomicOrdering::Acquire;
  }
  [[nodiscard]] llvm::AtomicOrdering orderOfStore() const override {
    return llvm::AtomicOrdering::Release;
  }

private:
  void executeOne(const Statement &statement);
  bool resolveSize(X86Instruction &instruction, const FoundX86Form &found);
  X86Place placeOfReference(const Reference &reference, unsigned bits);
  llvm::Value *partOf(const AddressPart &part, bool mayBePointer);

  X86Flags flags_;
  std::vector<Location> pushed_;
};

/// What `cpuid` answers, in memory.
inline constexpr const char *kProcessorAnswers = "raceward.processor";
/// Adds a constructor that makes the answers inputs, if the program asks at all.
void giveAnswersValues(llvm::Module &module, AnyValues any);

// The functions of the table, by family.

namespace x86 {

using Instruction = const X86Instruction &;

enum Operation : std::uint8_t { Add, AddCarry, Subtract, SubtractBorrow, And, Or, Xor };
enum Unary : std::uint8_t { Increment, Decrement, Negate, Complement };
enum Shift : std::uint8_t { Left, Right, RightSigned, RotateLeft, RotateRight };
enum Bit : std::uint8_t { Test, Set, Reset, Flip };
enum Scan : std::uint8_t { Forward, Backward, TrailingZeros, LeadingZeros, Ones };

void nothing(X86Translation &t, Instruction at);
void fence(X86Translation &t, Instruction at);
void trap(X86Translation &t, Instruction at);

void move(X86Translation &t, Instruction at);
void extend(X86Translation &t, Instruction at);
void loadAddress(X86Translation &t, Instruction at);
void exchange(X86Translation &t, Instruction at);
void push(X86Translation &t, Instruction at);
void pop(X86Translation &t, Instruction at);
void moveIf(X86Translation &t, Instruction at);
void setIf(X86Translation &t, Instruction at);
void signExtend(X86Translation &t, Instruction at);

void binary(X86Translation &t, Instruction at);
void compare(X86Translation &t, Instruction at);
void unary(X86Translation &t, Instruction at);
void exchangeAdd(X86Translation &t, Instruction at);
void compareExchange(X86Translation &t, Instruction at);
void compareExchangePair(X86Translation &t, Instruction at);
void setCarry(X86Translation &t, Instruction at);

void shift(X86Translation &t, Instruction at);
void doubleShift(X86Translation &t, Instruction at);
void bit(X86Translation &t, Instruction at);
void scan(X86Translation &t, Instruction at);
void swapBytes(X86Translation &t, Instruction at);

void multiply(X86Translation &t, Instruction at);
void multiplySigned(X86Translation &t, Instruction at);
void multiplyWithoutFlags(X86Translation &t, Instruction at);
void divide(X86Translation &t, Instruction at);

void fill(X86Translation &t, Instruction at);
void copy(X86Translation &t, Instruction at);

void timeStamp(X86Translation &t, Instruction at);
void random(X86Translation &t, Instruction at);
void identify(X86Translation &t, Instruction at);
void extendedControl(X86Translation &t, Instruction at);
void storeControl(X86Translation &t, Instruction at);
void loadControl(X86Translation &t, Instruction at);

void setAddFlags(X86Translation &t, llvm::Value *a, llvm::Value *b, llvm::Value *result,
                 llvm::Value *carry = nullptr);
/// Without a result it is computed if need be.
void setSubtractFlags(X86Translation &t, llvm::Value *a, llvm::Value *b, llvm::Value *result,
                      llvm::Value *borrow = nullptr);
void setLogicFlags(X86Translation &t, llvm::Value *result);

} // namespace x86

} // namespace raceward::assembly
