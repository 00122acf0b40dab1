#include "AddressTerms.h"

#include "raceward/smt/TermArena.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace raceward {

namespace {

constexpr unsigned kMostDepth = 12;

unsigned zeroBits(const TermArena &arena, Term term, unsigned depth) {
  const TermNode &node = arena.node(term);
  const unsigned width = node.sort.width();
  if (depth > kMostDepth)
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

constexpr std::uint64_t kMostShift = 24;

std::uint64_t distanceOf(std::uint64_t difference) {
  return difference >> 63 != 0 ? -difference : difference;
}

OffsetRow rowOf(const TermArena &arena, Term term, unsigned depth) {
  const TermNode &node = arena.node(term);
  const OffsetRow anything{0, 1};
  if (depth > kMostDepth || node.sort.isBoolean() || node.sort.width() > 64)
    return anything;
  const auto constantOf = [&](Term part) {
    const unsigned unused = 64 - arena.width(part);
    return static_cast<std::uint64_t>(
        static_cast<std::int64_t>(arena.value(part).low64() << unused) >> unused);
  };
  const auto times = [](const OffsetRow &row, std::uint64_t factor) {
    return OffsetRow{row.first * factor, distanceOf(row.step * factor)};
  };
  switch (node.kind) {
  case TermKind::Constant:
    return {constantOf(term), 0};
  case TermKind::Add:
  case TermKind::Sub: {
    const OffsetRow a = rowOf(arena, node.a, depth + 1);
    const OffsetRow b = rowOf(arena, node.b, depth + 1);
    return {node.kind == TermKind::Add ? a.first + b.first : a.first - b.first,
            std::gcd(a.step, b.step)};
  }
  case TermKind::Mul:
    for (const auto &[factor, rest] : {std::pair(node.a, node.b), std::pair(node.b, node.a)})
      if (arena.isConstant(factor))
        return times(rowOf(arena, rest, depth + 1), constantOf(factor));
    return anything;
  case TermKind::Shl:
    return arena.isConstant(node.b) && constantOf(node.b) < kMostShift
               ? times(rowOf(arena, node.a, depth + 1), std::uint64_t{1} << constantOf(node.b))
               : anything;
  case TermKind::Concat:
    return arena.isConstant(node.b) && arena.width(node.b) < kMostShift
               ? OffsetRow{constantOf(node.b), std::uint64_t{1} << arena.width(node.b)}
               : anything;
  case TermKind::Ite: {
    const OffsetRow a = rowOf(arena, node.b, depth + 1);
    const OffsetRow b = rowOf(arena, node.c, depth + 1);
    return {a.first, std::gcd(std::gcd(a.step, b.step), distanceOf(a.first - b.first))};
  }
  default:
    return anything;
  }
}

bool isSumOrChoice(const TermArena &arena, const Memory &memory, Term term, unsigned depth) {
  const TermNode &node = arena.node(term);
  switch (node.kind) {
  case TermKind::Constant:
    return node.sort.width() <= 64 && memory.isInside(arena.value(term).low64());
  case TermKind::Ite:
    return depth < kMostDepth && (isSumOrChoice(arena, memory, node.b, depth + 1) ||
                                  isSumOrChoice(arena, memory, node.c, depth + 1));
  case TermKind::Add:
    return depth < kMostDepth && (isSumOrChoice(arena, memory, node.a, depth + 1) ||
                                  isSumOrChoice(arena, memory, node.b, depth + 1));
  default:
    return false;
  }
}

} // namespace

unsigned zeroBits(const TermArena &arena, Term term) {
  return zeroBits(arena, term, 0);
}

bool OffsetRow::has(std::uint64_t offset) const {
  const auto distance = static_cast<std::int64_t>(offset - first);
  return step == 0 ? distance == 0 : distance % static_cast<std::int64_t>(step) == 0;
}

OffsetRow rowOf(const TermArena &arena, Term term) {
  return rowOf(arena, term, 0);
}

bool isSumOrChoice(const TermArena &arena, const Memory &memory, Term term) {
  return isSumOrChoice(arena, memory, term, 0);
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
