// Expressions: what a thread computes, as sums over symbols.
//
// Every value of the program gets one: a constant plus multiples of symbols, modulo two to
// the number of its bits. Equal expressions have equal ids, so that "the same lock" and "the
// lock beside the data" are questions about small sums. A symbol is something that is not
// looked into (an argument, a load, a call), the address of a variable, or a pure operation
// on expressions. Private to prove.
#pragma once

#include "raceward/base/Id.h"
#include "raceward/program/Program.h"

#include <llvm/ADT/DenseMap.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace llvm {
class GEPOperator;
class Operator;
} // namespace llvm

namespace raceward {

struct SymbolTag;
using SymbolId = Id<SymbolTag>;
struct ExpressionTag;
using ExpressionId = Id<ExpressionTag>;

/// How far a symbol has one meaning.
enum class Scope : std::uint8_t { Program, Thread, Frame };

struct Symbol {
  enum class Kind : std::uint8_t {
    Object,      ///< the address of something that exists once
    ThreadLocal, ///< the address of a variable of which each thread has its own
    Value,       ///< whatever an instruction or argument of this frame holds
    Index,       ///< a number that no two threads of one creation share
    OwnObject,   ///< the address of an object that was made for this thread alone
    Operation,
  };
  Kind kind = Kind::Value;
  Scope scope = Scope::Frame;
  unsigned bits = 0; ///< 0: nothing that can be computed with
  const llvm::Value *value = nullptr;
  bool mayBeNull = true; ///< of an object of one's own: nobody has seen that there is one
  // Operation
  unsigned opcode = 0; ///< of LLVM; comparisons with their predicate
  std::vector<ExpressionId> operands;
  unsigned depth = 0;
  /// Values that it is made of, sorted.
  std::vector<SymbolId> madeOf;
};

struct Sum {
  unsigned bits = 0;
  std::int64_t constant = 0;
  std::vector<std::pair<SymbolId, std::int64_t>> terms; ///< sorted by symbol, no zeros
  auto operator<=>(const Sum &) const = default;
};

class Expressions {
public:
  /// `runsOnce` says of an instruction that no run executes it twice.
  Expressions(const Program &program, std::function<bool(const llvm::Instruction &)> runsOnce);

  /// What the value is made of; invalid if each use of it may see another value.
  ExpressionId of(const llvm::Value &value);
  SymbolId symbolOf(const llvm::Value &value);
  ExpressionId constant(unsigned bits, std::int64_t value);
  ExpressionId symbol(SymbolId symbol);
  ExpressionId add(ExpressionId a, ExpressionId b) { return combine(a, b, 1); }
  ExpressionId subtract(ExpressionId a, ExpressionId b) { return combine(a, b, -1); }
  ExpressionId plus(ExpressionId a, std::int64_t constant);
  ExpressionId scale(ExpressionId a, std::int64_t factor);
  ExpressionId operation(unsigned opcode, unsigned bits, std::vector<ExpressionId> operands);
  /// A symbol for what differs between all threads that this call creates.
  /// A number that is the value of `counter` where the thread is created.
  SymbolId indexOf(unsigned bits, const llvm::Value &create, const llvm::Value &counter);
  SymbolId ownObjectOf(unsigned bits, const llvm::Value &create, bool mayBeNull);

  [[nodiscard]] const Sum &sum(ExpressionId e) const { return sums_[e.index()]; }
  [[nodiscard]] const Symbol &at(SymbolId s) const { return symbols_[s.index()]; }
  [[nodiscard]] Scope scopeOf(ExpressionId e) const { return scopes_[e.index()]; }
  [[nodiscard]] bool isMadeOf(ExpressionId e, SymbolId s) const;
  [[nodiscard]] bool isMadeOf(SymbolId e, SymbolId s) const;
  [[nodiscard]] std::optional<std::int64_t> constantOf(ExpressionId e) const;
  /// The symbol, if the expression is one symbol and nothing else.
  [[nodiscard]] SymbolId soleSymbol(ExpressionId e) const;
  /// The symbol, if the expression is one symbol plus a constant.
  [[nodiscard]] SymbolId soleSymbolPlus(ExpressionId e) const;

  /// Replaces symbols, also those inside of operations. `with` gives an invalid id for what
  /// stays. Invalid if the result is too large to keep.
  ExpressionId substitute(ExpressionId e, const std::function<ExpressionId(SymbolId)> &with);

  [[nodiscard]] unsigned pointerBits() const { return pointerBits_; }
  [[nodiscard]] unsigned bitsOf(const llvm::Type &type) const;

private:
  ExpressionId combine(ExpressionId a, ExpressionId b, std::int64_t factor);
  ExpressionId intern(Sum sum);
  ExpressionId make(const llvm::Value &value);
  ExpressionId makeOperator(const llvm::Operator &value);
  ExpressionId makeAddress(const llvm::GEPOperator &address);
  ExpressionId resized(ExpressionId e, unsigned bits, unsigned opcodeToWiden);
  SymbolId add(Symbol symbol);

  const llvm::DataLayout &layout_;
  std::function<bool(const llvm::Instruction &)> runsOnce_;
  unsigned pointerBits_ = 64;
  // Deques: whoever reads one of these may well make others meanwhile.
  std::deque<Symbol> symbols_;
  std::deque<Sum> sums_;
  std::vector<Scope> scopes_;
  struct SumHash {
    std::size_t operator()(const Sum &sum) const;
  };
  std::unordered_map<Sum, ExpressionId, SumHash> known_;
  std::map<std::tuple<unsigned, unsigned, std::vector<ExpressionId>>, SymbolId> operations_;
  /// By the creating call and the variable that counts, or whether it may be null.
  std::map<std::pair<const llvm::Value *, const llvm::Value *>, SymbolId> indices_;
  std::map<std::pair<const llvm::Value *, bool>, SymbolId> ownObjects_;
  llvm::DenseMap<const llvm::Value *, SymbolId> symbolOf_;
  llvm::DenseMap<const llvm::Value *, ExpressionId> expressionOf_;
  unsigned nesting_ = 0;
};

/// The opcode of a comparison, for operation().
unsigned comparisonCode(unsigned predicate);
/// The predicate, if the opcode is one of a comparison.
std::optional<unsigned> predicateOf(unsigned opcode);

} // namespace raceward
