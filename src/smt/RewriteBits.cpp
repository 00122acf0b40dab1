// Extraction, concatenation and extension.
#include "raceward/base/Check.h"
#include "raceward/smt/TermArena.h"

namespace raceward {

Term TermArena::concat(Term high, Term low) {
  RW_CHECK(sort(high).isBits() && sort(low).isBits());
  const std::uint32_t total = width(high) + width(low);
  if (rewriting()) {
    if (isConstant(high) && isConstant(low))
      return by(Rule::ConcatConstants, constant(value(high).concat(value(low))));
    const TermNode h = node(high);
    // Chains lean to the right, so that adjacent pieces always meet at one place.
    if (h.kind == TermKind::Concat)
      return by(Rule::ConcatNested, concat(h.a, concat(h.b, low)));
    const TermNode l = node(low);
    // Adjacent pieces of one term are merged; so are adjacent constants.
    const auto joined = [this](Term upper, Term lower) -> Term {
      const TermNode u = node(upper);
      const TermNode w = node(lower);
      if (u.kind == TermKind::Constant && w.kind == TermKind::Constant)
        return by(Rule::ConcatConstants, constant(value(upper).concat(value(lower))));
      if (u.kind != TermKind::Extract || w.kind != TermKind::Extract || u.a != w.a ||
          u.payload != w.payload + w.sort.width())
        return {};
      const auto bottom = static_cast<std::uint32_t>(w.payload);
      return by(Rule::ConcatExtracts,
                extract(u.a, bottom + u.sort.width() + w.sort.width() - 1, bottom));
    };
    if (const Term piece = joined(high, low); piece.valid())
      return piece;
    if (l.kind == TermKind::Concat)
      if (const Term piece = joined(high, l.a); piece.valid())
        return concat(piece, l.b);
    if (isZero(high))
      return by(Rule::ConcatZero, zext(low, total));
  }
  return make(TermKind::Concat, Sort::bits(total), high, low);
}

Term TermArena::extract(Term a, std::uint32_t high, std::uint32_t low) {
  const TermNode n = node(a);
  RW_CHECK(n.sort.isBits() && low <= high && high < n.sort.width());
  const std::uint32_t size = high - low + 1;
  if (rewriting()) {
    if (size == n.sort.width())
      return by(Rule::ExtractWhole, a);
    switch (n.kind) {
    case TermKind::Constant:
      return by(Rule::ExtractConstant, constant(value(a).extract(high, low)));
    case TermKind::Extract: {
      const auto base = static_cast<std::uint32_t>(n.payload);
      return by(Rule::ExtractExtract, extract(n.a, base + high, base + low));
    }
    case TermKind::Concat: {
      const std::uint32_t split = width(n.b);
      if (high < split)
        return by(Rule::ExtractConcat, extract(n.b, high, low));
      if (low >= split)
        return by(Rule::ExtractConcat, extract(n.a, high - split, low - split));
      return by(Rule::ExtractConcat,
                concat(extract(n.a, high - split, 0), extract(n.b, split - 1, low)));
    }
    case TermKind::ZExt:
    case TermKind::SExt:
      return extractExtension(a, high, low);
    case TermKind::Ite:
      if (isConstant(n.b) && isConstant(n.c))
        return by(Rule::ExtractIteConstant,
                  ite(n.a, extract(n.b, high, low), extract(n.c, high, low)));
      break;
    case TermKind::Add:
    case TermKind::Sub:
    case TermKind::Mul:
    case TermKind::BvAnd:
    case TermKind::BvOr:
    case TermKind::BvXor: {
      // Arithmetic on promoted chars that is truncated to a char again. Only where both operands
      // shrink: pushing further would double shared terms at every level.
      const auto shrinks = [this](Term operand) {
        const TermKind k = kind(operand);
        return k == TermKind::ZExt || k == TermKind::SExt || k == TermKind::Constant;
      };
      if (low != 0 || !shrinks(n.a) || !shrinks(n.b))
        break;
      const Term x = extract(n.a, high, 0);
      const Term y = extract(n.b, high, 0);
      const auto rebuild = [&] {
        switch (n.kind) {
        case TermKind::Add:
          return add(x, y);
        case TermKind::Sub:
          return sub(x, y);
        case TermKind::Mul:
          return mul(x, y);
        case TermKind::BvAnd:
          return bvAnd(x, y);
        case TermKind::BvOr:
          return bvOr(x, y);
        default:
          return bvXor(x, y);
        }
      };
      return by(Rule::ExtractLowArithmetic, rebuild());
    }
    default:
      break;
    }
  }
  return make(TermKind::Extract, Sort::bits(size), a, {}, {}, low);
}

Term TermArena::extractExtension(Term a, std::uint32_t high, std::uint32_t low) {
  const TermNode n = node(a);
  const std::uint32_t inner = width(n.a);
  const std::uint32_t size = high - low + 1;
  const bool zero = n.kind == TermKind::ZExt;
  const Rule rule = zero ? Rule::ExtractZExt : Rule::ExtractSExt;
  if (high < inner)
    return by(rule, extract(n.a, high, low));
  if (low < inner) {
    const Term kept = extract(n.a, inner - 1, low);
    return by(rule, zero ? zext(kept, size) : sext(kept, size));
  }
  return by(rule, zero ? constant(size, 0) : sext(extract(n.a, inner - 1, inner - 1), size));
}

Term TermArena::zext(Term a, std::uint32_t width) {
  const TermNode n = node(a);
  RW_CHECK(n.sort.isBits() && width >= n.sort.width());
  if (width == n.sort.width())
    return by(Rule::ExtendByNothing, a);
  if (rewriting()) {
    if (n.kind == TermKind::Constant)
      return by(Rule::ExtendConstant, constant(value(a).zext(width)));
    if (n.kind == TermKind::ZExt)
      return by(Rule::ZExtZExt, zext(n.a, width));
  }
  return make(TermKind::ZExt, Sort::bits(width), a);
}

Term TermArena::sext(Term a, std::uint32_t width) {
  const TermNode n = node(a);
  RW_CHECK(n.sort.isBits() && width >= n.sort.width());
  if (width == n.sort.width())
    return by(Rule::ExtendByNothing, a);
  if (rewriting()) {
    if (n.kind == TermKind::Constant)
      return by(Rule::ExtendConstant, constant(value(a).sext(width)));
    if (n.kind == TermKind::SExt)
      return by(Rule::SExtSExt, sext(n.a, width));
    // A ZExt in the arena really extends: its highest bit is zero.
    if (n.kind == TermKind::ZExt)
      return by(Rule::SExtZExt, zext(n.a, width));
  }
  return make(TermKind::SExt, Sort::bits(width), a);
}

} // namespace raceward
