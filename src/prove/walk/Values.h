// Values: what the walk knows of the value of an expression. Private to prove.
//
// The value of an instruction is its expression with everything replaced that is known to equal
// something else; its range follows from the ranges of its symbols. assume() adds what a taken
// branch implies, and says whether that is possible at all.
#pragma once

#include "Knowledge.h"
#include "ProgramEffects.h"
#include "ReachedMemory.h"

#include <map>
#include <tuple>

namespace raceward {

class Values {
public:
  Values(const Program &program, Expressions &expressions, ReachedMemory &memory,
         const ProgramEffects &effects)
      : program_(program), expressions_(expressions), memory_(memory), effects_(effects) {}

  ExpressionId valueOf(const Knowledge &knowledge, const llvm::Value &value);
  ExpressionId resolve(const Knowledge &knowledge, ExpressionId e);
  ValueRange rangeOf(const Knowledge &knowledge, ExpressionId e) const;
  ValueRange rangeOf(const Knowledge &knowledge, SymbolId s) const;
  void boundByWrites(Knowledge &knowledge, const llvm::Value &value, const llvm::Value &pointer);
  /// False if the condition is impossible.
  bool assume(Knowledge &knowledge, ExpressionId condition, bool holds);
  bool assumeComparison(Knowledge &knowledge, unsigned predicate, ExpressionId a, ExpressionId b);
  bool narrow(Knowledge &knowledge, ExpressionId e, const ValueRange &range);

  /// Whether the address lies in a new object that no other thread knows.
  [[nodiscard]] bool isOwned(const Knowledge &knowledge, ExpressionId address) const;
  [[nodiscard]] bool isAddress(SymbolId symbol) const;
  [[nodiscard]] std::uint64_t bytesOf(const llvm::Value &value) const {
    return program_.module().getDataLayout().getTypeStoreSize(value.getType()).getKnownMinValue();
  }

private:
  ValueRange everWritten(ExpressionId address, std::uint64_t bytes, unsigned bits);
  std::optional<bool> compare(const Knowledge &knowledge, unsigned predicate, ExpressionId a,
                              ExpressionId b) const;

  const Program &program_;
  Expressions &expressions_;
  ReachedMemory &memory_;
  const ProgramEffects &effects_;
  /// By address, bytes and bits of the value.
  std::map<std::tuple<ExpressionId, std::uint64_t, unsigned>, ValueRange> everWritten_;
};

} // namespace raceward
