// Expressions: the values that a thread computes, as sums over symbols.
//
// Every value of the program is a constant plus multiples of symbols, modulo two to the number of
// its bits. Equal expressions have equal ids (hash consing), so that "the same lock" and "the lock
// beside the data" are questions about small sums. A symbol is an opaque value (an argument, a
// load, a call), the address of a variable, or a pure operation on expressions. Its scope is the
// region in which it has one meaning: the run, a thread, or a frame. Private to prove.
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

/// The region in which a symbol has one meaning.
enum class Scope : std::uint8_t { Program, Thread, Frame };

struct Symbol {
  enum class Kind : std::uint8_t {
    Object,      ///< the address of an object that exists once
    ThreadLocal, ///< the address of a thread-local variable
    Value,       ///< the value of an instruction or argument of this frame
    Index,       ///< a number that no two threads of one creation share
    OwnObject,   ///< the address of an object that was made for this thread alone
    Operation,
  };
  Kind kind = Kind::Value;
  Scope scope = Scope::Frame;
  unsigned bits = 0; ///< 0: not an arithmetic value
  const llvm::Value *value = nullptr;
  bool mayBeNull = true; ///< of an own object: it was not checked for null
  // Operation
  unsigned opcode = 0; ///< LLVM's opcode; comparisons include their predicate
  std::vector<ExpressionId> operands;
  unsigned depth = 0;
  /// Symbols that it is made of, sorted.
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
  /// `runsOnce` decides whether no run executes an instruction twice.
  Expressions(const Program &program, std::function<bool(const llvm::Instruction &)> runsOnce);

  /// The expression of the value; invalid if each use of it may see another value.
  ExpressionId of(const llvm::Value &value);
  SymbolId symbolOf(const llvm::Value &value);
  ExpressionId constant(unsigned bits, std::int64_t value);
  ExpressionId symbol(SymbolId symbol);
  ExpressionId add(ExpressionId a, ExpressionId b) { return combine(a, b, 1); }
  ExpressionId subtract(ExpressionId a, ExpressionId b) { return combine(a, b, -1); }
  ExpressionId plus(ExpressionId a, std::int64_t constant);
  ExpressionId scale(ExpressionId a, std::int64_t factor);
  ExpressionId operation(unsigned opcode, unsigned bits, std::vector<ExpressionId> operands);
  /// A symbol for a number that differs between all threads that this call creates: the value of
  /// `counter` where the thread is created.
  SymbolId indexOf(unsigned bits, const llvm::Value &create, const llvm::Value &counter);
  SymbolId ownObjectOf(unsigned bits, const llvm::Value &create, bool mayBeNull);

  [[nodiscard]] const Sum &sum(ExpressionId e) const { return sums_[e.index()]; }
  [[nodiscard]] const Symbol &at(SymbolId s) const { return symbols_[s.index()]; }
  [[nodiscard]] Scope scopeOf(ExpressionId e) const { return scopes_[e.index()]; }
  [[nodiscard]] bool isMadeOf(ExpressionId e, SymbolId s) const;
  [[nodiscard]] bool isMadeOf(SymbolId e, SymbolId s) const;
  [[nodiscard]] std::optional<std::int64_t> constantOf(ExpressionId e) const;
  /// The symbol, if the expression is a single symbol.
  [[nodiscard]] SymbolId soleSymbol(ExpressionId e) const;
  /// The symbol, if the expression is one symbol plus a constant.
  [[nodiscard]] SymbolId soleSymbolPlus(ExpressionId e) const;

  /// Replaces symbols, also inside operations. `with` returns an invalid id for symbols that stay.
  /// Invalid if the result is too large to keep.
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
  // Deques: references stay valid while others are added.
  std::deque<Symbol> symbols_;
  std::deque<Sum> sums_;
  std::vector<Scope> scopes_;
  struct SumHash {
    std::size_t operator()(const Sum &sum) const;
  };
  std::unordered_map<Sum, ExpressionId, SumHash> known_;
  std::map<std::tuple<unsigned, unsigned, std::vector<ExpressionId>>, SymbolId> operations_;
  /// By the creating call and the counting variable, or whether it may be null.
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
