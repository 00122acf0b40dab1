#include "raceward/smt/Model.h"

#include "Fold.h"
#include "raceward/base/Check.h"
#include "raceward/smt/Traversal.h"

namespace raceward {

BitVector Model::scalar(Term variable, std::uint32_t width) const {
  const auto found = scalars_.find(variable);
  return found == scalars_.end() ? BitVector(width, 0) : found->second;
}

BitVector Model::element(Term array, const BitVector &index, std::uint32_t width) const {
  const auto elements = arrays_.find(array);
  if (elements == arrays_.end())
    return BitVector(width, 0);
  const auto found = elements->second.find(index);
  return found == elements->second.end() ? BitVector(width, 0) : found->second;
}

void Model::copyVariable(const Model &from, Term variable) {
  if (const auto scalar = from.scalars_.find(variable); scalar != from.scalars_.end())
    scalars_[variable] = scalar->second;
  if (const auto array = from.arrays_.find(variable); array != from.arrays_.end())
    arrays_[variable] = array->second;
}

const BitVector &Evaluator::evaluate(Term term) {
  const auto found = values_.find(term);
  if (found != values_.end())
    return found->second;
  visitPostOrder(
      arena_, term, [this](Term t) { return values_.contains(t); },
      [this](Term t) { values_.emplace(t, compute(t)); });
  return values_.at(term);
}

BitVector Evaluator::compute(Term term) const {
  const TermNode &n = arena_.node(term);
  const auto truth = [](bool value) { return BitVector(1, value ? 1 : 0); };
  switch (n.kind) {
  case TermKind::True:
  case TermKind::False:
    return truth(n.kind == TermKind::True);
  case TermKind::Constant:
    return arena_.value(term);
  case TermKind::Variable:
    if (n.sort.isArray())
      return {}; // arrays have no single value: see read()
    return model_.scalar(term, n.sort.isBoolean() ? 1 : n.sort.width());
  case TermKind::Not:
  case TermKind::BvNot:
    return known(n.a).bitNot();
  case TermKind::And:
    return known(n.a).bitAnd(known(n.b));
  case TermKind::Or:
    return known(n.a).bitOr(known(n.b));
  case TermKind::Equal:
    return truth(known(n.a) == known(n.b));
  case TermKind::Ite:
    return n.sort.isArray() ? BitVector() : known(known(n.a).isZero() ? n.c : n.b);
  case TermKind::Ult:
    return truth(known(n.a).ult(known(n.b)));
  case TermKind::Ule:
    return truth(known(n.a).ule(known(n.b)));
  case TermKind::Slt:
    return truth(known(n.a).slt(known(n.b)));
  case TermKind::Sle:
    return truth(known(n.a).sle(known(n.b)));
  case TermKind::BvNeg:
    return known(n.a).neg();
  case TermKind::BvAnd:
  case TermKind::BvOr:
  case TermKind::BvXor:
  case TermKind::Add:
  case TermKind::Sub:
  case TermKind::Mul:
  case TermKind::UDiv:
  case TermKind::URem:
  case TermKind::SDiv:
  case TermKind::SRem:
  case TermKind::Shl:
  case TermKind::LShr:
  case TermKind::AShr:
    return foldBits(n.kind, known(n.a), known(n.b));
  case TermKind::Concat:
    return known(n.a).concat(known(n.b));
  case TermKind::Extract: {
    const auto low = static_cast<std::uint32_t>(n.payload);
    return known(n.a).extract(low + n.sort.width() - 1, low);
  }
  case TermKind::ZExt:
    return known(n.a).zext(n.sort.width());
  case TermKind::SExt:
    return known(n.a).sext(n.sort.width());
  case TermKind::Select:
    return read(n.a, known(n.b));
  case TermKind::ConstArray:
  case TermKind::Store:
    return {};
  }
  RW_CHECK(!"a kind of term");
  return {};
}

/// Walks back through the stores; their indices and elements are already evaluated.
BitVector Evaluator::read(Term array, const BitVector &index) const {
  while (true) {
    const TermNode &n = arena_.node(array);
    switch (n.kind) {
    case TermKind::Variable:
      return model_.element(array, index, n.sort.width());
    case TermKind::ConstArray:
      return known(n.a);
    case TermKind::Ite:
      array = known(n.a).isZero() ? n.c : n.b;
      break;
    case TermKind::Store:
      if (known(n.b) == index)
        return known(n.c);
      array = n.a;
      break;
    default:
      RW_CHECK(!"an array");
    }
  }
}

} // namespace raceward
