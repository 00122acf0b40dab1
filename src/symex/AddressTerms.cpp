#include "AddressTerms.h"

#include "raceward/smt/TermArena.h"

#include <algorithm>
#include <vector>

namespace raceward {

namespace {

unsigned zeroBits(const TermArena &arena, Term term, unsigned depth) {
  const TermNode &node = arena.node(term);
  const unsigned width = node.sort.width();
  if (depth > 12)
    return 0;
  switch (node.kind) {
  case TermKind::Constant: {
    const BitVector value = arena.value(term);
    unsigned zeros = 0;
    while (zeros < width && !value.bit(zeros))
      ++zeros;
    return zeros;
  }
  case TermKind::Add:
  case TermKind::Sub:
  case TermKind::BvOr:
  case TermKind::BvXor:
    return std::min(zeroBits(arena, node.a, depth + 1), zeroBits(arena, node.b, depth + 1));
  case TermKind::BvAnd:
    return std::max(zeroBits(arena, node.a, depth + 1), zeroBits(arena, node.b, depth + 1));
  case TermKind::Mul:
    return std::min(width, zeroBits(arena, node.a, depth + 1) + zeroBits(arena, node.b, depth + 1));
  case TermKind::Shl:
    if (arena.isConstant(node.b) && arena.value(node.b).fits64())
      return static_cast<unsigned>(std::min<std::uint64_t>(
          width, zeroBits(arena, node.a, depth + 1) + arena.value(node.b).low64()));
    return zeroBits(arena, node.a, depth + 1);
  case TermKind::Concat: {
    const unsigned low = zeroBits(arena, node.b, depth + 1);
    const unsigned lowWidth = arena.width(node.b);
    return low < lowWidth ? low : lowWidth + zeroBits(arena, node.a, depth + 1);
  }
  case TermKind::ZExt:
  case TermKind::SExt: {
    const unsigned zeros = zeroBits(arena, node.a, depth + 1);
    return zeros == arena.width(node.a) ? width : zeros;
  }
  case TermKind::Ite:
    return std::min(zeroBits(arena, node.b, depth + 1), zeroBits(arena, node.c, depth + 1));
  default:
    return 0;
  }
}

} // namespace

unsigned zeroBits(const TermArena &arena, Term term) {
  return zeroBits(arena, term, 0);
}

bool isMadeUp(const TermArena &arena, const Memory &memory, Term address) {
  constexpr std::size_t kMostTerms = 256;
  std::vector<Term> open{address};
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (open.size() > kMostTerms)
      return false;
    const TermNode node = arena.node(open[i]);
    switch (node.kind) {
    case TermKind::Variable:
      break;
    case TermKind::Constant:
      // A part of an address is not recognised, and does not come with any of these operations.
      if (node.sort.width() > 64 || memory.isInside(arena.value(open[i]).low64()))
        return false;
      break;
    case TermKind::Add:
    case TermKind::Sub:
    case TermKind::Mul:
      open.push_back(node.a);
      open.push_back(node.b);
      break;
    case TermKind::Concat:
      if (arena.isConstant(node.a) || arena.isConstant(node.b))
        return false;
      open.push_back(node.a);
      open.push_back(node.b);
      break;
    case TermKind::Extract:
    case TermKind::ZExt:
    case TermKind::SExt:
      open.push_back(node.a);
      break;
    default:
      return false;
    }
  }
  return true;
}

} // namespace raceward
