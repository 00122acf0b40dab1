// TermTable: owns terms, and builds each distinct one once (hash consing).
//
// Invariant: equal terms have equal ids, so comparing terms is comparing numbers. Ids are assigned
// in order of construction: one sequence of calls gives one sequence of ids, on every machine.
// Terms live as long as the table. One table per worker; not thread safe, no globals.
#pragma once

#include "raceward/smt/BitVector.h"
#include "raceward/smt/Term.h"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace raceward {

class TermTable {
public:
  TermTable();
  TermTable(const TermTable &) = delete;
  TermTable &operator=(const TermTable &) = delete;

  Term boolean(bool value) const { return value ? true_ : false_; }
  Term constant(const BitVector &value);
  Term constant(std::uint32_t width, std::uint64_t value) {
    return constant(BitVector(width, value));
  }
  /// One variable per name; requesting it with another sort is a defect.
  Term variable(std::string_view name, Sort sort);

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

protected:
  ~TermTable() = default;

  Term make(TermKind kind, Sort sort, Term a, Term b = {}, Term c = {}, std::uint64_t payload = 0) {
    return intern({kind, sort, a, b, c, payload});
  }

  bool is(Term term, TermKind wanted) const { return kind(term) == wanted; }
  bool isZero(Term term) const { return isConstant(term) && value(term).isZero(); }
  bool isOne(Term term) const { return isConstant(term) && value(term).isOne(); }
  bool isOnes(Term term) const { return isConstant(term) && value(term).isOnes(); }

  Term true_, false_;

private:
  struct Hash {
    std::size_t operator()(const TermNode &node) const noexcept;
  };

  Term intern(const TermNode &node);

  std::vector<TermNode> nodes_;
  std::unordered_map<TermNode, Term, Hash> known_;
  std::vector<BitVector> wide_;
  std::map<BitVector, std::uint64_t> wideNumbers_;
  std::vector<std::string> names_;
  std::map<std::string, Term, std::less<>> variables_;
};

} // namespace raceward
