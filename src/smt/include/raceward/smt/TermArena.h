// TermArena: owns terms, and builds each distinct one once (hash consing).
//
// Invariant: equal terms have equal ids, so comparing terms is comparing numbers. Ids are assigned
// in order of construction: one sequence of calls gives one sequence of ids, on every machine.
// Terms live as long as the arena. One arena per worker; not thread safe, no globals.
//
// The constructors simplify (Rule.h lists the rules) and inspect only the top of their operands, so
// that building is cheap however deep a term is. Wrong sorts are a defect of the caller: RW_CHECK.
#pragma once

#include "raceward/smt/BitVector.h"
#include "raceward/smt/Rule.h"
#include "raceward/smt/Term.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace raceward {

class TermArena {
public:
  /// Off is for tests that compare simplified with unsimplified terms.
  enum class Rewriting : std::uint8_t { On, Off };
  explicit TermArena(Rewriting rewriting = Rewriting::On);
  TermArena(const TermArena &) = delete;
  TermArena &operator=(const TermArena &) = delete;

  Term boolean(bool value) const { return value ? true_ : false_; }
  Term constant(const BitVector &value);
  Term constant(std::uint32_t width, std::uint64_t value) {
    return constant(BitVector(width, value));
  }
  /// One variable per name; requesting it with another sort is a defect.
  Term variable(std::string_view name, Sort sort);

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

  const TermNode &node(Term term) const { return nodes_[term.index()]; }
  Sort sort(Term term) const { return node(term).sort; }
  TermKind kind(Term term) const { return node(term).kind; }
  std::uint32_t width(Term term) const { return sort(term).width(); }
  bool isConstant(Term term) const { return kind(term) == TermKind::Constant; }
  /// Requires isConstant.
  BitVector value(Term term) const;
  /// Requires a variable.
  const std::string &name(Term variable) const;

  std::size_t size() const { return nodes_.size(); }
  /// Number of applications of a rule.
  std::uint64_t applied(Rule rule) const { return applied_[static_cast<std::size_t>(rule)]; }

private:
  struct Hash {
    std::size_t operator()(const TermNode &node) const noexcept;
  };

  Term intern(const TermNode &node);
  Term make(TermKind kind, Sort sort, Term a, Term b = {}, Term c = {}, std::uint64_t payload = 0) {
    return intern({kind, sort, a, b, c, payload});
  }
  Term by(Rule rule, Term result) {
    ++applied_[static_cast<std::size_t>(rule)];
    return result;
  }
  bool rewriting() const { return rewriting_ == Rewriting::On; }

  // Predicates for rules.
  bool is(Term term, TermKind wanted) const { return kind(term) == wanted; }
  bool isZero(Term term) const { return isConstant(term) && value(term).isZero(); }
  bool isOne(Term term) const { return isConstant(term) && value(term).isOne(); }
  bool isOnes(Term term) const { return isConstant(term) && value(term).isOnes(); }
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
  std::vector<TermNode> nodes_;
  std::unordered_map<TermNode, Term, Hash> known_;
  std::vector<BitVector> wide_;
  std::map<BitVector, std::uint64_t> wideNumbers_;
  std::vector<std::string> names_;
  std::map<std::string, Term, std::less<>> variables_;
  std::array<std::uint64_t, kRuleCount> applied_{};
  Term true_, false_;
};

} // namespace raceward
