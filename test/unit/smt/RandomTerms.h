// Random terms over a few small variables, and every assignment of them.
//
// The same seed makes the same choices in any arena: a simplifying one and one that
// does not give two versions of the same terms.
#pragma once

#include "raceward/smt/Model.h"
#include "raceward/smt/TermArena.h"

#include <map>
#include <random>
#include <vector>

namespace raceward {

class RandomTerms {
public:
  static constexpr std::uint32_t kIndexWidth = 1;
  static constexpr std::uint32_t kElementWidth = 2;
  static constexpr std::uint32_t kMaxWidth = 9;

  RandomTerms(TermArena &arena, std::uint64_t seed) : arena_(arena), random_(seed) {
    x = addBits(arena.variable("x", Sort::bits(3)));
    y = addBits(arena.variable("y", Sort::bits(3)));
    z = addBits(arena.variable("z", Sort::bits(2)));
    p = arena.variable("p", Sort::boolean());
    booleans.push_back(p);
    array = arena.variable("a", Sort::array(kIndexWidth, kElementWidth));
    arrays.push_back(array);
    addBits(arena.variable("i", Sort::bits(kIndexWidth)));
  }

  /// The assignment with this number, of kAssignments.
  Model assignment(std::uint64_t bits) const {
    Model model;
    const auto next = [&bits](std::uint32_t width) {
      const BitVector value(width, bits);
      bits >>= width;
      return value;
    };
    model.set(x, next(3));
    model.set(y, next(3));
    model.set(p, next(1));
    model.set(z, next(2));
    model.set(arena_.variable("i", Sort::bits(1)), next(1));
    model.setElement(array, BitVector(1, 0), next(2));
    model.setElement(array, BitVector(1, 1), next(2));
    return model;
  }
  static constexpr std::uint64_t kAssignments = std::uint64_t{1} << 14;

  /// Builds one more term from those there are.
  void step() {
    switch (pick(28)) {
    case 0:
      return add(arena_.lnot(any()));
    case 1: {
      const Term a = any();
      return add(arena_.land(a, maybeRelated(a)));
    }
    case 2: {
      const Term a = any();
      return add(arena_.lor(a, maybeRelated(a)));
    }
    case 3: {
      const Term a = any();
      return add(arena_.equal(a, maybeRelated(a)));
    }
    case 4:
    case 5: {
      const std::uint32_t w = width();
      const Term c = any();
      const Term a = bits(w);
      return add(arena_.ite(c, a, bits(w)));
    }
    case 6: {
      const Term c = any();
      const Term a = any();
      return add(arena_.ite(c, a, any()));
    }
    case 7:
    case 8:
    case 9:
    case 10: {
      const std::uint32_t w = width();
      const Term a = bits(w);
      const Term b = bits(w);
      switch (pick(6)) {
      case 0:
        return add(arena_.ult(a, b));
      case 1:
        return add(arena_.ule(a, b));
      case 2:
        return add(arena_.slt(a, b));
      case 3:
        return add(arena_.sle(a, b));
      default:
        return add(arena_.equal(a, b));
      }
    }
    case 11: {
      const Term a = bits(width());
      return add(pick(2) == 0 ? arena_.bvNot(a) : arena_.neg(a));
    }
    case 12:
    case 13:
    case 14:
    case 15:
    case 16:
      return binary();
    case 17:
    case 18: {
      const std::uint32_t w = width();
      const std::uint32_t v = width();
      if (w + v > kMaxWidth)
        return;
      const Term high = bits(w);
      return add(arena_.concat(high, bits(v)));
    }
    case 19:
    case 20: {
      const std::uint32_t w = width();
      const std::uint32_t low = pick(w);
      const std::uint32_t high = low + pick(w - low);
      const Term a = bits(w);
      add(arena_.extract(a, high, low));
      // The neighbour as well, so that the two can meet again.
      if (high + 1 < w)
        return add(arena_.concat(arena_.extract(a, w - 1, high + 1), last));
      return;
    }
    case 21:
    case 22: {
      const std::uint32_t w = width();
      const std::uint32_t v = w + pick(kMaxWidth - w + 1);
      const Term a = bits(w);
      return add(pick(2) == 0 ? arena_.zext(a, v) : arena_.sext(a, v));
    }
    case 26:
    case 27:
      return promoted();
    case 23: {
      const Term a = arrays[pick(arrays.size())];
      return add(arena_.select(a, bits(kIndexWidth)));
    }
    default: {
      const Term a = arrays[pick(arrays.size())];
      const Term index = bits(kIndexWidth);
      switch (pick(5)) {
      case 0:
        arrays.push_back(arena_.constArray(kIndexWidth, bits(kElementWidth)));
        break;
      case 1:
        arrays.push_back(arena_.ite(any(), a, arrays[pick(arrays.size())]));
        break;
      case 2:
        arrays.push_back(arena_.store(a, index, arena_.select(a, index)));
        break;
      default:
        arrays.push_back(arena_.store(a, index, bits(kElementWidth)));
      }
    }
    }
  }

  Term any() {
    return pick(12) == 0 ? arena_.boolean(pick(2) == 0) : booleans[pick(booleans.size())];
  }

  std::uint64_t pick(std::uint64_t below) { return random_() % below; }

  Term x, y, z, p, array, last;
  std::vector<Term> booleans;
  std::vector<Term> arrays;
  std::map<std::uint32_t, std::vector<Term>> byWidth;

private:
  Term addBits(Term term) {
    byWidth[arena_.width(term)].push_back(term);
    return term;
  }
  void add(Term term) {
    last = term;
    if (arena_.sort(term).isBoolean())
      booleans.push_back(term);
    else
      addBits(term);
  }
  /// A width that has terms already; they differ by seed only.
  std::uint32_t width() {
    auto at = byWidth.begin();
    std::advance(at, static_cast<long>(pick(byWidth.size())));
    return at->first;
  }
  Term bits(std::uint32_t w) {
    const std::vector<Term> &there = byWidth[w];
    if (!there.empty() && pick(5) < 3)
      return there[pick(there.size())];
    switch (pick(5)) {
    case 0:
      return arena_.constant(w, 0);
    case 1:
      return arena_.constant(w, 1);
    case 2:
      return arena_.constant(BitVector::ones(w));
    case 3:
      return arena_.constant(w, std::uint64_t{1} << pick(w));
    default:
      return arena_.constant(w, random_());
    }
  }
  /// Often the negation, or the same: what rules about pairs look for.
  Term maybeRelated(Term a) {
    switch (pick(4)) {
    case 0:
      return arena_.lnot(a);
    case 1:
      return a;
    default:
      return any();
    }
  }
  /// What C does to small integers: extend, compute or compare, and cut down again.
  void promoted() {
    const std::uint32_t w = width();
    const std::uint32_t v = w + 1 + static_cast<std::uint32_t>(pick(3));
    if (v > kMaxWidth)
      return;
    const auto extended = [&] {
      const Term a = bits(w);
      return pick(2) == 0 ? arena_.zext(a, v) : arena_.sext(a, v);
    };
    const Term a = extended();
    const Term b = extended();
    const auto low = [&](Term t) { return arena_.extract(t, w - 1, 0); };
    switch (pick(10)) {
    case 0:
      return add(arena_.ult(a, b));
    case 1:
      return add(arena_.ule(a, b));
    case 2:
      return add(arena_.slt(a, b));
    case 3:
      return add(arena_.sle(a, b));
    case 4:
      return add(low(arena_.add(a, b)));
    case 5:
      return add(low(arena_.sub(a, b)));
    case 6:
      return add(low(arena_.mul(a, b)));
    case 7:
      return add(low(arena_.bvAnd(a, b)));
    case 8:
      return add(low(arena_.bvOr(a, b)));
    default:
      return add(low(arena_.bvXor(a, b)));
    }
  }
  void binary() {
    const std::uint32_t w = width();
    const Term a = bits(w);
    Term b = bits(w);
    switch (pick(8)) {
    case 0:
      b = arena_.bvNot(a);
      break;
    case 1:
      b = arena_.neg(a);
      break;
    default:
      break;
    }
    switch (pick(13)) {
    case 0:
      return add(arena_.bvAnd(a, b));
    case 1:
      return add(arena_.bvOr(a, b));
    case 2:
      return add(arena_.bvXor(a, b));
    case 3:
      return add(arena_.add(a, b));
    case 4:
      return add(arena_.sub(a, b));
    case 5:
      return add(arena_.mul(a, b));
    case 6:
      return add(arena_.udiv(a, b));
    case 7:
      return add(arena_.urem(a, b));
    case 8:
      return add(arena_.sdiv(a, b));
    case 9:
      return add(arena_.srem(a, b));
    case 10:
      return add(arena_.shl(a, b));
    case 11:
      return add(arena_.lshr(a, b));
    default:
      return add(arena_.ashr(a, b));
    }
  }

  TermArena &arena_;
  std::mt19937_64 random_;
};

} // namespace raceward
