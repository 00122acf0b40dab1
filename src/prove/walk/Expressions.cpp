#include "Expressions.h"

#include "raceward/base/Check.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/ADT/Hashing.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace raceward {

namespace {

// Larger expressions become symbols, which bounds the cost of chains of operations.
constexpr std::size_t kMostTerms = 12;
constexpr unsigned kDeepest = 10;
constexpr unsigned kMostNesting = 100;

constexpr unsigned kComparisons = 1000; ///< above all opcodes

std::int64_t wrapped(std::uint64_t value, unsigned bits) {
  if (bits >= 64 || bits == 0) // zero bits: not an arithmetic type
    return static_cast<std::int64_t>(value);
  if (bits == 1) // a truth value
    return static_cast<std::int64_t>(value & 1);
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  value &= mask;
  return static_cast<std::int64_t>((value ^ sign) - sign);
}

bool isArithmetic(unsigned bits) {
  return bits >= 1 && bits <= 64;
}

} // namespace

unsigned comparisonCode(unsigned predicate) {
  return kComparisons + predicate;
}

std::optional<unsigned> predicateOf(unsigned opcode) {
  if (opcode < kComparisons)
    return std::nullopt;
  return opcode - kComparisons;
}

Expressions::Expressions(const Program &program,
                         std::function<bool(const llvm::Instruction &)> runsOnce)
    : layout_(program.module().getDataLayout()), runsOnce_(std::move(runsOnce)),
      pointerBits_(layout_.getPointerSizeInBits()) {}

unsigned Expressions::bitsOf(const llvm::Type &type) const {
  if (type.isPointerTy())
    return pointerBits_;
  return type.isIntegerTy() && type.getIntegerBitWidth() <= 64 ? type.getIntegerBitWidth() : 0;
}

SymbolId Expressions::add(Symbol symbol) {
  const SymbolId id(symbols_.size());
  if (symbol.kind == Symbol::Kind::Value)
    symbol.madeOf = {id};
  symbols_.push_back(std::move(symbol));
  return id;
}

SymbolId Expressions::symbolOf(const llvm::Value &value) {
  if (const auto at = symbolOf_.find(&value); at != symbolOf_.end())
    return at->second;
  Symbol symbol;
  symbol.value = &value;
  symbol.bits = bitsOf(*value.getType());
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
    symbol.kind = global->isThreadLocal() ? Symbol::Kind::ThreadLocal : Symbol::Kind::Object;
    symbol.scope = global->isThreadLocal() ? Scope::Thread : Scope::Program;
  } else if (llvm::isa<llvm::Constant>(value)) {
    symbol.scope = Scope::Program;
    if (llvm::isa<llvm::Function>(value))
      symbol.kind = Symbol::Kind::Object;
  } else if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
             instruction && runsOnce_(*instruction)) {
    // One value in the whole run, in every thread.
    if (llvm::isa<llvm::AllocaInst>(instruction))
      symbol.kind = Symbol::Kind::Object;
    symbol.scope = Scope::Program;
  }
  const SymbolId id = add(std::move(symbol));
  symbolOf_[&value] = id;
  return id;
}

SymbolId Expressions::indexOf(unsigned bits, const llvm::Value &create,
                              const llvm::Value &counter) {
  const auto [at, isNew] =
      indices_.try_emplace({&create, mutated(ProverMutation::KeyNumbers) ? nullptr : &counter});
  if (isNew) {
    Symbol symbol;
    symbol.kind = Symbol::Kind::Index;
    symbol.scope = Scope::Thread;
    symbol.bits = bits;
    symbol.value = &create;
    at->second = add(std::move(symbol));
  }
  return at->second;
}

SymbolId Expressions::ownObjectOf(unsigned bits, const llvm::Value &create, bool mayBeNull) {
  const auto [at, isNew] =
      ownObjects_.try_emplace({&create, mayBeNull && !mutated(ProverMutation::KeyNull)});
  if (isNew) {
    Symbol symbol;
    symbol.kind = Symbol::Kind::OwnObject;
    symbol.scope = Scope::Thread;
    symbol.bits = bits;
    symbol.value = &create;
    symbol.mayBeNull = mayBeNull;
    at->second = add(std::move(symbol));
  }
  return at->second;
}

std::size_t Expressions::SumHash::operator()(const Sum &sum) const {
  llvm::hash_code hash = llvm::hash_combine(sum.bits, sum.constant);
  for (const auto &[symbol, factor] : sum.terms)
    hash = llvm::hash_combine(hash, symbol.index(), factor);
  return hash;
}

ExpressionId Expressions::intern(Sum sum) {
  if (sum.terms.size() > kMostTerms)
    return {};
  sum.constant = wrapped(static_cast<std::uint64_t>(sum.constant), sum.bits);
  const auto [at, isNew] = known_.try_emplace(sum, ExpressionId(sums_.size()));
  if (isNew) {
    Scope scope = Scope::Program;
    for (const auto &[symbol, factor] : sum.terms)
      scope = std::max(scope, symbols_[symbol.index()].scope);
    sums_.push_back(std::move(sum));
    scopes_.push_back(scope);
  }
  return at->second;
}

ExpressionId Expressions::constant(unsigned bits, std::int64_t value) {
  return intern({bits, value, {}});
}

ExpressionId Expressions::symbol(SymbolId symbol) {
  return intern({at(symbol).bits, 0, {{symbol, 1}}});
}

ExpressionId Expressions::plus(ExpressionId a, std::int64_t value) {
  return a.valid() ? add(a, constant(sum(a).bits, value)) : a;
}

ExpressionId Expressions::combine(ExpressionId a, ExpressionId b, std::int64_t factor) {
  if (!a.valid() || !b.valid() || sum(a).bits != sum(b).bits || !isArithmetic(sum(a).bits))
    return {};
  const Sum &x = sum(a);
  const Sum &y = sum(b);
  Sum result{x.bits, 0, {}};
  const auto multiplied = [&](std::int64_t value) {
    return static_cast<std::uint64_t>(value) * static_cast<std::uint64_t>(factor);
  };
  result.constant =
      static_cast<std::int64_t>(static_cast<std::uint64_t>(x.constant) + multiplied(y.constant));
  auto i = x.terms.begin();
  auto j = y.terms.begin();
  while (i != x.terms.end() || j != y.terms.end()) {
    const bool fromX = j == y.terms.end() || (i != x.terms.end() && i->first <= j->first);
    const bool fromY = i == x.terms.end() || (j != y.terms.end() && j->first <= i->first);
    const SymbolId symbol = fromX ? i->first : j->first;
    std::uint64_t count = 0;
    if (fromX)
      count += static_cast<std::uint64_t>((i++)->second);
    if (fromY)
      count += multiplied((j++)->second);
    if (const std::int64_t kept = wrapped(count, x.bits); kept != 0)
      result.terms.emplace_back(symbol, kept);
  }
  return intern(std::move(result));
}

ExpressionId Expressions::scale(ExpressionId a, std::int64_t factor) {
  if (!a.valid())
    return a;
  return combine(constant(sum(a).bits, 0), a, factor);
}

ExpressionId Expressions::operation(unsigned opcode, unsigned bits,
                                    std::vector<ExpressionId> operands) {
  unsigned depth = 0;
  Scope scope = Scope::Program;
  std::vector<SymbolId> madeOf;
  for (const ExpressionId operand : operands) {
    if (!operand.valid())
      return {};
    scope = std::max(scope, scopeOf(operand));
    for (const auto &[symbol, factor] : sum(operand).terms) {
      depth = std::max(depth, at(symbol).depth + 1);
      madeOf.insert(madeOf.end(), at(symbol).madeOf.begin(), at(symbol).madeOf.end());
    }
  }
  if (depth > kDeepest)
    return {};
  // Widening a number does not change it.
  if (operands.size() == 1)
    if (const std::optional<std::int64_t> value = constantOf(operands[0])) {
      if (opcode == llvm::Instruction::SExt && sum(operands[0]).bits > 1)
        return constant(bits, *value);
      if (opcode == llvm::Instruction::Trunc)
        return constant(bits, *value);
      if (opcode == llvm::Instruction::ZExt && *value >= 0)
        return constant(bits, *value);
    }
  // trunc(sext(x)) and trunc(zext(x)) are x.
  if (opcode == llvm::Instruction::Trunc)
    if (const SymbolId inner = soleSymbol(operands[0]);
        inner.valid() && at(inner).kind == Symbol::Kind::Operation &&
        (at(inner).opcode == llvm::Instruction::SExt ||
         at(inner).opcode == llvm::Instruction::ZExt) &&
        sum(at(inner).operands[0]).bits == bits)
      return at(inner).operands[0];
  const auto [known, isNew] = operations_.try_emplace({opcode, bits, operands});
  if (isNew) {
    Symbol symbol;
    symbol.kind = Symbol::Kind::Operation;
    symbol.scope = scope;
    symbol.bits = bits;
    symbol.opcode = opcode;
    symbol.operands = std::move(operands);
    symbol.depth = depth;
    std::sort(madeOf.begin(), madeOf.end());
    madeOf.erase(std::unique(madeOf.begin(), madeOf.end()), madeOf.end());
    symbol.madeOf = std::move(madeOf);
    known->second = add(std::move(symbol));
  }
  return symbol(known->second);
}

ExpressionId Expressions::resized(ExpressionId e, unsigned bits, unsigned opcodeToWiden) {
  if (!e.valid() || sum(e).bits == bits)
    return e;
  return operation(sum(e).bits < bits ? opcodeToWiden : unsigned{llvm::Instruction::Trunc}, bits,
                   {e});
}

ExpressionId Expressions::of(const llvm::Value &value) {
  if (const auto at = expressionOf_.find(&value); at != expressionOf_.end())
    return at->second;
  if (llvm::isa<llvm::UndefValue>(value))
    return {};
  ExpressionId made;
  if (nesting_ < kMostNesting) {
    ++nesting_;
    made = make(value);
    --nesting_;
  }
  if (!made.valid())
    made = symbol(symbolOf(value));
  expressionOf_[&value] = made;
  return made;
}

/// Invalid: the value becomes a symbol of its own.
ExpressionId Expressions::make(const llvm::Value &value) {
  if (!isArithmetic(bitsOf(*value.getType())))
    return {};
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&value))
    return constant(number->getBitWidth(), number->getBitWidth() == 1
                                               ? static_cast<std::int64_t>(number->getZExtValue())
                                               : number->getSExtValue());
  if (llvm::isa<llvm::ConstantPointerNull>(value))
    return constant(pointerBits_, 0);
  if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(&value))
    return of(*alias->getAliasee());
  if (const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&value);
      call && call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address)
    return of(*call->getArgOperand(0));
  if (const auto *op = llvm::dyn_cast<llvm::Operator>(&value))
    return makeOperator(*op);
  return {};
}

ExpressionId Expressions::makeAddress(const llvm::GEPOperator &address) {
  if (address.getType()->isVectorTy())
    return {};
  const unsigned bits = layout_.getIndexTypeSizeInBits(address.getType());
  llvm::MapVector<llvm::Value *, llvm::APInt> variable;
  llvm::APInt fixed(bits, 0);
  if (bits != pointerBits_ || !address.collectOffset(layout_, bits, variable, fixed))
    return {};
  ExpressionId result = plus(of(*address.getPointerOperand()), fixed.getSExtValue());
  for (const auto &[index, factor] : variable)
    result = add(result,
                 scale(resized(of(*index), bits, llvm::Instruction::SExt), factor.getSExtValue()));
  return result;
}

ExpressionId Expressions::makeOperator(const llvm::Operator &op) {
  if (const auto *address = llvm::dyn_cast<llvm::GEPOperator>(&op))
    return makeAddress(*address);
  const unsigned bits = bitsOf(*op.getType());
  const auto operand = [&](unsigned i) -> ExpressionId {
    const llvm::Value &value = *op.getOperand(i);
    return isArithmetic(bitsOf(*value.getType())) ? of(value) : ExpressionId();
  };
  switch (op.getOpcode()) {
  case llvm::Instruction::Add:
    return bits > 1 ? add(operand(0), operand(1)) : ExpressionId();
  case llvm::Instruction::Sub:
    return bits > 1 ? subtract(operand(0), operand(1)) : ExpressionId();
  case llvm::Instruction::Mul:
  case llvm::Instruction::Shl: {
    const ExpressionId left = operand(0);
    const ExpressionId right = operand(1);
    if (!left.valid() || !right.valid() || bits == 1)
      return {};
    const bool shifts = op.getOpcode() == llvm::Instruction::Shl;
    if (const auto factor = constantOf(right)) {
      if (!shifts)
        return scale(left, *factor);
      if (*factor >= 0 && *factor < 63 && *factor < bits)
        return scale(left, std::int64_t{1} << *factor);
      return {};
    }
    if (const auto factor = constantOf(left); factor && !shifts)
      return scale(right, *factor);
    return shifts ? ExpressionId() : operation(op.getOpcode(), bits, {left, right});
  }
  case llvm::Instruction::And:
  case llvm::Instruction::Or:
  case llvm::Instruction::Xor:
  case llvm::Instruction::URem:
  case llvm::Instruction::UDiv:
    return operation(op.getOpcode(), bits, {operand(0), operand(1)});
  case llvm::Instruction::ICmp:
    if (const auto *comparison = llvm::dyn_cast<llvm::ICmpInst>(&op))
      return operation(comparisonCode(comparison->getPredicate()), bits, {operand(0), operand(1)});
    return {};
  case llvm::Instruction::SExt:
  case llvm::Instruction::ZExt:
  case llvm::Instruction::Trunc:
    return operation(op.getOpcode(), bits, {operand(0)});
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::IntToPtr:
    return resized(operand(0), bits, llvm::Instruction::ZExt);
  case llvm::Instruction::BitCast:
    return operand(0);
  case llvm::Instruction::Select:
    return operation(op.getOpcode(), bits, {operand(0), operand(1), operand(2)});
  case llvm::Instruction::ExtractValue: {
    const auto *extract = llvm::dyn_cast<llvm::ExtractValueInst>(&op);
    if (!extract || extract->getNumIndices() != 1 ||
        llvm::isa<llvm::Constant>(extract->getAggregateOperand()))
      return {};
    return operation(op.getOpcode(), bits,
                     {symbol(symbolOf(*extract->getAggregateOperand())),
                      constant(32, extract->getIndices()[0])});
  }
  default:
    return {};
  }
}

bool Expressions::isMadeOf(SymbolId e, SymbolId s) const {
  const std::vector<SymbolId> &parts = at(e).madeOf;
  return std::binary_search(parts.begin(), parts.end(), s);
}

bool Expressions::isMadeOf(ExpressionId e, SymbolId s) const {
  const auto &terms = sum(e).terms;
  return std::any_of(terms.begin(), terms.end(),
                     [&](const auto &term) { return isMadeOf(term.first, s); });
}

std::optional<std::int64_t> Expressions::constantOf(ExpressionId e) const {
  if (!e.valid() || !sum(e).terms.empty())
    return std::nullopt;
  return sum(e).constant;
}

SymbolId Expressions::soleSymbolPlus(ExpressionId e) const {
  if (!e.valid() || sum(e).terms.size() != 1 || sum(e).terms.front().second != 1)
    return {};
  return sum(e).terms.front().first;
}

SymbolId Expressions::soleSymbol(ExpressionId e) const {
  return e.valid() && sum(e).constant == 0 ? soleSymbolPlus(e) : SymbolId();
}

ExpressionId Expressions::substitute(ExpressionId e,
                                     const std::function<ExpressionId(SymbolId)> &with) {
  if (!e.valid() || sum(e).terms.empty())
    return e;
  if (!isArithmetic(sum(e).bits)) { // a single symbol
    const SymbolId whole = sum(e).terms.front().first;
    if (const ExpressionId replacement = with(whole); replacement.valid())
      return replacement;
    for (const SymbolId part : at(whole).madeOf) // nothing inside it is replaced
      if (with(part).valid())
        return {};
    return e;
  }
  bool changed = false;
  ExpressionId result = constant(sum(e).bits, sum(e).constant);
  const auto terms = sum(e).terms; // a copy: interning moves the table
  for (const auto &[id, factor] : terms) {
    ExpressionId replacement = with(id);
    if (!replacement.valid() && at(id).kind == Symbol::Kind::Operation) {
      std::vector<ExpressionId> operands = at(id).operands;
      bool inside = false;
      for (ExpressionId &operand : operands) {
        const ExpressionId before = operand;
        operand = substitute(operand, with);
        if (!operand.valid())
          return {};
        inside = inside || operand != before;
      }
      if (inside) {
        replacement = operation(at(id).opcode, at(id).bits, std::move(operands));
        if (!replacement.valid())
          return {};
      }
    }
    changed = changed || replacement.valid();
    if (!replacement.valid())
      replacement = symbol(id);
    if (sum(replacement).bits != sum(e).bits)
      return {};
    result = add(result, scale(replacement, factor));
    if (!result.valid())
      return {};
  }
  return changed ? result : e;
}

} // namespace raceward
