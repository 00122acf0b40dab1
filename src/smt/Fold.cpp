#include "Fold.h"

#include "raceward/base/Check.h"

namespace raceward {

BitVector foldBits(TermKind kind, const BitVector &a, const BitVector &b) {
  switch (kind) {
  case TermKind::BvAnd:
    return a.bitAnd(b);
  case TermKind::BvOr:
    return a.bitOr(b);
  case TermKind::BvXor:
    return a.bitXor(b);
  case TermKind::Add:
    return a.add(b);
  case TermKind::Sub:
    return a.sub(b);
  case TermKind::Mul:
    return a.mul(b);
  case TermKind::UDiv:
    return a.udiv(b);
  case TermKind::URem:
    return a.urem(b);
  case TermKind::SDiv:
    return a.sdiv(b);
  case TermKind::SRem:
    return a.srem(b);
  case TermKind::Shl:
    return a.shl(b);
  case TermKind::LShr:
    return a.lshr(b);
  case TermKind::AShr:
    return a.ashr(b);
  default:
    RW_CHECK(!"an operation on two bit-vectors");
    return a;
  }
}

} // namespace raceward
