// TermArena: constructs terms over a table of them (TermTable.h), which builds each one once.
//
// The constructors simplify (Rule.h lists the rules) and inspect only the top of their operands, so
// that building is cheap however deep a term is. Wrong sorts are a defect of the caller: RW_CHECK.
#pragma once

#include "raceward/smt/Rule.h"
#include "raceward/smt/TermTable.h"

#include <array>

namespace raceward {

class TermArena : public TermTable {
public:
  /// Off is for tests that compare simplified with unsimplified terms.
  enum class Rewriting : std::uint8_t { On, Off };
  explicit TermArena(Rewriting rewriting = Rewriting::On) : rewriting_(rewriting) {}

  Term lnot(Term a);
  Term land(Term a, Term b);
  Term lor(Term a, Term b);
  Term implies(Term a, Term b) { return lor(lnot(a), b); }
  Term equal(Term a, Term b);
  Term distinct(Term a, Term b) { return lnot(equal(a, b)); }
  Term ite(Term condition, Term then, Term otherwise);

  Term ult(Term a, Term b);
  Term ule(Term a, Term b);
  Term slt(Term a, Term b);
  Term sle(Term a, Term b);

  Term bvNot(Term a);
  Term neg(Term a);
  Term bvAnd(Term a, Term b);
  Term bvOr(Term a, Term b);
  Term bvXor(Term a, Term b);
  Term add(Term a, Term b);
  Term sub(Term a, Term b);
  Term mul(Term a, Term b);
  Term udiv(Term a, Term b);
  Term urem(Term a, Term b);
  Term sdiv(Term a, Term b);
  Term srem(Term a, Term b);
  Term shl(Term a, Term amount);
  Term lshr(Term a, Term amount);
  Term ashr(Term a, Term amount);

  /// `high` above `low`.
  Term concat(Term high, Term low);
  Term extract(Term a, std::uint32_t high, std::uint32_t low);
  /// `width` is the total width of the result.
  Term zext(Term a, std::uint32_t width);
  Term sext(Term a, std::uint32_t width);

  /// Every element is `element`.
  Term constArray(std::uint32_t indexWidth, Term element);
  Term select(Term array, Term index);
  Term store(Term array, Term index, Term element);

  /// Number of applications of a rule.
  std::uint64_t applied(Rule rule) const { return applied_[static_cast<std::size_t>(rule)]; }

private:
  Term by(Rule rule, Term result) {
    ++applied_[static_cast<std::size_t>(rule)];
    return result;
  }
  bool rewriting() const { return rewriting_ == Rewriting::On; }

  // Predicates for rules.
  bool areComplements(Term a, Term b) const;
  bool neverEqual(Term a, Term b) const;
  void requireSameBits(Term a, Term b) const;
  void orderOperands(Term &a, Term &b) const;

  // Parts of constructors; an invalid term means that no rule applies.
  Term foldBinary(TermKind kind, Term a, Term b);
  Term reassociate(TermKind kind, Term a, Term b);
  Term equalConstant(Term a, Term constant);
  Term compareExtensions(TermKind kind, Term a, Term b);
  Term shift(TermKind kind, Term a, Term amount);
  Term extractExtension(Term a, std::uint32_t high, std::uint32_t low);

  Rewriting rewriting_;
  std::array<std::uint64_t, kRuleCount> applied_{};
};

} // namespace raceward
