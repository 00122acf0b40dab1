#include "raceward/smt/SmtLib.h"

#include "raceward/base/Check.h"
#include "raceward/smt/Traversal.h"

#include <unordered_map>
#include <unordered_set>

namespace raceward {

namespace {

const char *operatorName(TermKind kind) {
  switch (kind) {
  case TermKind::Not:
    return "not";
  case TermKind::And:
    return "and";
  case TermKind::Or:
    return "or";
  case TermKind::Equal:
    return "=";
  case TermKind::Ite:
    return "ite";
  case TermKind::Ult:
    return "bvult";
  case TermKind::Ule:
    return "bvule";
  case TermKind::Slt:
    return "bvslt";
  case TermKind::Sle:
    return "bvsle";
  case TermKind::BvNot:
    return "bvnot";
  case TermKind::BvNeg:
    return "bvneg";
  case TermKind::BvAnd:
    return "bvand";
  case TermKind::BvOr:
    return "bvor";
  case TermKind::BvXor:
    return "bvxor";
  case TermKind::Add:
    return "bvadd";
  case TermKind::Sub:
    return "bvsub";
  case TermKind::Mul:
    return "bvmul";
  case TermKind::UDiv:
    return "bvudiv";
  case TermKind::URem:
    return "bvurem";
  case TermKind::SDiv:
    return "bvsdiv";
  case TermKind::SRem:
    return "bvsrem";
  case TermKind::Shl:
    return "bvshl";
  case TermKind::LShr:
    return "bvlshr";
  case TermKind::AShr:
    return "bvashr";
  case TermKind::Concat:
    return "concat";
  case TermKind::Select:
    return "select";
  case TermKind::Store:
    return "store";
  default:
    return nullptr;
  }
}

bool isLeaf(TermKind kind) {
  return kind == TermKind::True || kind == TermKind::False || kind == TermKind::Constant ||
         kind == TermKind::Variable;
}

std::string leafText(const TermArena &arena, Term term) {
  switch (arena.kind(term)) {
  case TermKind::True:
    return "true";
  case TermKind::False:
    return "false";
  case TermKind::Constant:
    return arena.value(term).toString();
  default:
    return symbolOf(arena, term);
  }
}

/// The operator applied to the texts of its operands.
template <typename OperandText>
std::string applied(const TermArena &arena, Term term, OperandText text) {
  const TermNode &n = arena.node(term);
  std::string head;
  switch (n.kind) {
  case TermKind::Extract:
    head = "(_ extract " + std::to_string(n.payload + n.sort.width() - 1) + " " +
           std::to_string(n.payload) + ")";
    break;
  case TermKind::ZExt:
  case TermKind::SExt:
    head = std::string(n.kind == TermKind::ZExt ? "(_ zero_extend " : "(_ sign_extend ") +
           std::to_string(n.sort.width() - arena.width(n.a)) + ")";
    break;
  case TermKind::ConstArray:
    head = "(as const " + toSmtLib(n.sort) + ")";
    break;
  default:
    RW_CHECK(operatorName(n.kind) != nullptr);
    head = operatorName(n.kind);
  }
  std::string result = "(" + head;
  for (const Term operand : {n.a, n.b, n.c})
    if (operand.valid())
      result += " " + text(operand);
  return result + ")";
}

} // namespace

std::string toSmtLib(Sort sort) {
  const auto bits = [](std::uint32_t width) { return "(_ BitVec " + std::to_string(width) + ")"; };
  if (sort.isBoolean())
    return "Bool";
  if (sort.isArray())
    return "(Array " + bits(sort.indexWidth()) + " " + bits(sort.width()) + ")";
  return bits(sort.width());
}

std::string symbolOf(const TermArena &arena, Term variable) {
  std::string symbol = "|" + std::to_string(arena.node(variable).payload) + ":";
  for (const char c : arena.name(variable))
    symbol += c == '|' || c == '\\' || c < ' ' || c > '~' ? '_' : c;
  return symbol + "|";
}

std::string toSmtLib(const TermArena &arena, Term term) {
  std::unordered_map<Term, std::string> texts;
  visitPostOrder(
      arena, term, [&](Term t) { return texts.contains(t); },
      [&](Term t) {
        texts.emplace(t, isLeaf(arena.kind(t))
                             ? leafText(arena, t)
                             : applied(arena, t, [&](Term operand) { return texts.at(operand); }));
      });
  return texts.at(term);
}

std::string smtLibName(const TermArena &arena, Term term) {
  return isLeaf(arena.kind(term)) ? leafText(arena, term) : "t" + std::to_string(term.index());
}

std::string smtLibDefinitions(const TermArena &arena, Term root,
                              const std::function<bool(Term)> &isDefined,
                              const std::function<void(Term)> &define) {
  std::string text;
  visitPostOrder(arena, root, isDefined, [&](Term t) {
    const TermKind kind = arena.kind(t);
    if (kind == TermKind::Variable)
      text += "(declare-fun " + symbolOf(arena, t) + " () " + toSmtLib(arena.sort(t)) + ")\n";
    else if (!isLeaf(kind))
      text += "(define-fun " + smtLibName(arena, t) + " () " + toSmtLib(arena.sort(t)) + " " +
              applied(arena, t, [&](Term operand) { return smtLibName(arena, operand); }) + ")\n";
    define(t);
  });
  return text;
}

std::string smtLibQuery(const TermArena &arena, std::span<const Term> constraints) {
  std::string text = std::string("(set-logic ") + kSmtLibLogic + ")\n";
  std::unordered_set<Term> defined;
  for (const Term constraint : constraints) {
    text += smtLibDefinitions(
        arena, constraint, [&](Term t) { return defined.contains(t); },
        [&](Term t) { defined.insert(t); });
    text += "(assert " + smtLibName(arena, constraint) + ")\n";
  }
  return text + "(check-sat)\n";
}

} // namespace raceward
