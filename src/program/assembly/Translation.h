// Translation: one asm statement on its way to LLVM IR. Private to program.
//
// The instructions of the text are executed one after the other on values: registers that hold LLVM
// values, flags, memory by its address. Each translation goes into a function of its own, with the
// arguments of the call as parameters; where something is not understood the function is dropped,
// and nothing has happened. After a failure all values are made up, so that nothing need look for
// one at every step.
//
// Rules that make a translation fail, because what the processor does then depends on choices of
// the compiler:
// - an input is read after an output has been written that may share its register (no `&`);
// - a register is written that is neither an output nor clobbered, or is read before it is written;
// - memory is written that the constraints do not name, without the clobber "memory".
#pragma once

#include "assembly/Marks.h"
#include "assembly/Operands.h"
#include "assembly/Text.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace raceward::assembly {

/// Code for engines may have inputs; code for a processor keeps such assembly.
enum class Purpose : std::uint8_t { Check, Native };

/// Gives a function that returns any value of a type.
using AnyValues = llvm::function_ref<llvm::Function *(llvm::Type *)>;

/// One register, or the place that the compiler chooses for a value.
struct Location {
  llvm::Value *value = nullptr; ///< an integer of `known` bits, or a pointer
  unsigned known = 0;           ///< how many of the low bits are defined
  /// What a register held before, which the assembly must not change: the name of that register.
  std::string before;
  std::string name; ///< of a certain register; empty: the compiler chooses
  bool isOutput = false;
  bool isInput = false;
  bool isEarlyClobber = false;
  bool isClobbered = false;
  bool mayBeMemory = false;          ///< the compiler may choose memory
  bool isAny = false;                ///< holds any value of 32 bits
  llvm::Value *input = nullptr;      ///< what it holds at first, at the call
  std::optional<unsigned> writtenAt; ///< the first instruction that wrote it
  bool isReadFirst = false;          ///< in a round of a loop: before it is written there
  bool isWrittenSince = false;       ///< in a round of a loop
};

/// How an instruction touches memory.
enum class Touch : std::uint8_t {
  Alone, ///< one access, which processors perform as a whole
  Part,  ///< a part of what the instruction does to this memory
};

class Translation {
public:
  Translation(const llvm::CallBase &call, Processor processor, Purpose purpose, AnyValues any,
              llvm::Function &into);
  virtual ~Translation() = default;
  Translation(const Translation &) = delete;
  Translation &operator=(const Translation &) = delete;

  /// False if it is not understood: problem() says why.
  bool run(const std::vector<Statement> &statements);
  [[nodiscard]] const std::string &problem() const { return problem_; }

  // What the instructions of a processor are made of.

  // -- failure

  void fail(const std::string &problem);
  [[nodiscard]] bool hasFailed() const { return !problem_.empty(); }
  /// A value for the case that nothing is right any more.
  llvm::Value *madeUp(unsigned bits) { return integer(bits, 0); }

  // -- values

  llvm::IntegerType *type(unsigned bits) { return builder_.getIntNTy(bits); }
  llvm::Constant *integer(unsigned bits, std::uint64_t value) {
    return llvm::ConstantInt::get(type(bits), value);
  }
  [[nodiscard]] unsigned wordBits() const { return wordBits_; }
  /// Any value: an input. Fails where the code is for a processor.
  llvm::Value *anyValue(unsigned bits);
  llvm::Value *asInteger(llvm::Value *value, unsigned bits);
  llvm::Value *asPointer(llvm::Value *value);

  // -- registers

  /// The location of a register by its canonical name.
  unsigned locationOf(const std::string &canonical);
  [[nodiscard]] Location &at(unsigned location) { return locations_[location]; }
  /// The low bits, as an integer, or as a pointer if it is one and all are asked for.
  llvm::Value *readLocation(unsigned location, unsigned bits, bool mayBePointer = false);
  /// Writes the low bits. Of a register, 32 bits clear those above, fewer leave them.
  void writeLocation(unsigned location, unsigned bits, llvm::Value *value);
  /// Writes the low bits; those above become undefined.
  void writeLowBits(unsigned location, unsigned bits, llvm::Value *value);
  /// Checks that the location may be written, and notes that it is.
  bool mayWrite(unsigned location);
  /// Checks that reading the operand cannot meet a register that was written before.
  void checkRead(unsigned number);
  void nextInstruction() { ++instruction_; }
  /// Puts one value for another into all registers.
  void replaceInLocations(const llvm::Value &old, llvm::Value &made);
  /// Between the two are the instructions of a loop whose rounds must not depend on each other.
  void beginRound();
  void endRound();

  // -- memory

  /// The object behind an operand of kind Memory.
  llvm::Value *addressOf(unsigned number);
  /// Whether the compiler knows that the memory is read, or written: the bytes of an operand, or
  /// those of any object.
  void requireMemoryRead(std::optional<unsigned> number, unsigned bits);
  void requireMemoryWritten(std::optional<unsigned> number, unsigned bits);
  llvm::Value *load(llvm::Value *address, llvm::Type *type, Touch touch);
  llvm::StoreInst *store(llvm::Value *address, llvm::Value *value, Touch touch);
  /// For instructions that are atomic accesses by definition.
  void makeAtomic(llvm::LoadInst &made, llvm::AtomicOrdering ordering);
  void makeAtomic(llvm::StoreInst &made, llvm::AtomicOrdering ordering);
  /// Marks what may order less than `ordering`: without "memory" the compiler may move others.
  void setOrder(llvm::AtomicRMWInst &update, llvm::AtomicOrdering ordering);
  void setOrder(llvm::AtomicCmpXchgInst &update, llvm::AtomicOrdering ordering);
  /// The order that an atomic operation in this assembly has for certain.
  llvm::AtomicOrdering certainOrder(llvm::AtomicOrdering ordering) const;
  void fence(llvm::AtomicOrdering ordering, bool isCertain = true);

  // -- what the translators see

  llvm::IRBuilder<> &builder() { return builder_; }
  [[nodiscard]] const Operands &operands() const { return operands_; }
  [[nodiscard]] const Operand *operand(unsigned number);
  [[nodiscard]] unsigned locationOfOperand(unsigned number) const { return places_[number]; }
  [[nodiscard]] bool isFor(Purpose purpose) const { return purpose_ == purpose; }
  [[nodiscard]] bool isIntel() const;
  [[nodiscard]] llvm::Module &module() { return *into_.getParent(); }

protected:
  virtual void execute(const std::vector<Statement> &statements) = 0;
  /// The canonical name of a register in a constraint; empty if it is none for whole numbers.
  virtual std::string registerOf(llvm::StringRef constraint) = 0;
  /// Whether a condition (of a flag output) holds now.
  virtual llvm::Value *conditionHolds(llvm::StringRef condition) = 0;
  /// One of two registers, by `A`: makes them outputs; the value at the end.
  virtual void placePair(const Operand &operand);
  virtual llvm::Value *eitherOfTwo(llvm::Type *type);
  /// How a single access is ordered by the processor.
  [[nodiscard]] virtual llvm::AtomicOrdering orderOfLoad() const = 0;
  [[nodiscard]] virtual llvm::AtomicOrdering orderOfStore() const = 0;

private:
  void placeOperands();
  bool placeOperand(const Operand &operand);
  llvm::Value *resultOf(const Operand &operand, unsigned number);
  llvm::Value *completed(const Location &location, unsigned bits);
  void checkShared(const llvm::Value &input, llvm::StringRef name, unsigned own);
  /// How much memory an operand names.
  [[nodiscard]] std::uint64_t bitsIn(const Operand &memory) const;
  [[nodiscard]] bool isNamedAs(bool output, const Operand &memory, std::uint64_t bits) const;
  unsigned newLocation();
  llvm::Value *finished();

  const llvm::CallBase &call_;
  llvm::Function &into_;
  Purpose purpose_;
  AnyValues any_;
  llvm::IRBuilder<> builder_;
  unsigned wordBits_;
  Operands operands_;
  std::vector<unsigned> places_; ///< by operand
  std::vector<Location> locations_;
  std::vector<std::pair<std::string, unsigned>> registers_; ///< by canonical name
  std::set<unsigned> written_;                              ///< operands in memory
  std::string problem_;
  unsigned instruction_ = 0;
};

/// Whether two values are certainly the same address: clang computes that of `*p` anew for each
/// operand that names it.
[[nodiscard]] bool isSameAddress(const llvm::Value &a, const llvm::Value &b);

} // namespace raceward::assembly
