#include "Ranges.h"

#include "StaticUses.h"

#include <algorithm>
#include <limits>

namespace raceward::cele {

namespace {

using Wide = __int128;
// Far enough from the limits of Wide that sums and negations of bounds do not overflow.
constexpr Wide kLargest = static_cast<Wide>(1) << (kMostBits - 2);

struct Interval {
  Wide low = 0;
  Wide high = 0;
  bool operator==(const Interval &) const = default;
};

/// Empty: no value so far.
using MaybeInterval = std::optional<Interval>;

void include(MaybeInterval &hull, const MaybeInterval &other) {
  if (!other)
    return;
  if (!hull)
    hull = other;
  hull->low = std::min(hull->low, other->low);
  hull->high = std::max(hull->high, other->high);
}

Wide magnitude(const Interval &interval) {
  return std::max(interval.high, -interval.low);
}

class Analysis {
public:
  Analysis(const Source &source, const Cssa &cssa, const std::vector<std::int64_t> &inputDomain)
      : source_(source), cssa_(cssa), ofVersion_(cssa.ssa.versions.size()) {
    for (const std::int64_t value : inputDomain)
      include(input_, Interval{value, value});
    if (!input_)
      input_ = Interval{std::numeric_limits<std::int16_t>::min(),
                        std::numeric_limits<std::int16_t>::max()};
  }

  std::optional<std::uint32_t> run() {
    for (const std::vector<std::uint32_t> &group : groups())
      if (!iterate(group))
        return std::nullopt;
    all_ = Interval{0, 1};
    for (const Variable &variable : source_.variables)
      include(all_, Interval{0, variable.length});
    for (const Statement &statement : source_.statements)
      for (const ExpressionId part : evaluated(statement))
        evaluate(part);
    if (tooLarge_)
      return std::nullopt;
    std::uint32_t bits = 1;
    for (Wide limit = 1; all_->low < -limit || all_->high >= limit; limit *= 2)
      ++bits;
    return bits;
  }

private:
  /// The versions that this one's interval depends on.
  std::vector<std::uint32_t> needs(std::uint32_t version) const {
    const Version &it = cssa_.ssa.versions[version];
    std::vector<std::uint32_t> needed;
    for (const VersionId argument : it.arguments)
      needed.push_back(argument.index());
    if (it.kind == Version::Kind::Write)
      visitUses(source_, source_.at(it.statement), [&](ExpressionId use) {
        if (const Pi *pi = cssa_.at(use))
          for (const VersionId candidate : pi->candidates)
            needed.push_back(candidate.index());
        else
          needed.push_back(cssa_.ssa.ofUse[use.index()].index());
      });
    return needed;
  }

  /// Strongly connected components of the dependencies, each after those that it depends on
  /// (Tarjan's algorithm without recursion).
  std::vector<std::vector<std::uint32_t>> groups() const {
    struct Frame {
      std::uint32_t version;
      std::vector<std::uint32_t> todo;
    };
    const std::size_t count = ofVersion_.size();
    std::vector<std::uint32_t> order(count, 0), lowest(count, 0), open;
    std::vector<bool> isOpen(count);
    std::vector<std::vector<std::uint32_t>> found;
    std::uint32_t next = 0;
    std::vector<Frame> stack;
    const auto enter = [&](std::uint32_t version) {
      order[version] = lowest[version] = ++next;
      open.push_back(version);
      isOpen[version] = true;
      stack.push_back({version, needs(version)});
    };
    for (std::uint32_t root = 0; root < count; ++root) {
      if (order[root] == 0)
        enter(root);
      while (!stack.empty()) {
        Frame &frame = stack.back();
        const std::uint32_t version = frame.version;
        if (!frame.todo.empty()) {
          const std::uint32_t other = frame.todo.back();
          frame.todo.pop_back();
          if (order[other] == 0)
            enter(other);
          else if (isOpen[other])
            lowest[version] = std::min(lowest[version], order[other]);
          continue;
        }
        stack.pop_back();
        if (!stack.empty())
          lowest[stack.back().version] = std::min(lowest[stack.back().version], lowest[version]);
        if (lowest[version] != order[version])
          continue;
        std::vector<std::uint32_t> &group = found.emplace_back();
        do {
          group.push_back(open.back());
          isOpen[open.back()] = false;
          open.pop_back();
        } while (group.back() != version);
      }
    }
    return found;
  }

  /// False if numbers become too large.
  bool iterate(const std::vector<std::uint32_t> &group) {
    std::vector<MaybeInterval> next(group.size());
    for (std::size_t round = 0; round < group.size(); ++round) {
      // All from the intervals of the previous round: that makes a round one derivation step.
      for (std::size_t i = 0; i < group.size(); ++i)
        next[i] = compute(group[i]);
      bool changed = false;
      for (std::size_t i = 0; i < group.size(); ++i) {
        changed |= ofVersion_[group[i]] != next[i];
        ofVersion_[group[i]] = next[i];
      }
      if (tooLarge_)
        return false;
      if (!changed)
        break;
    }
    return true;
  }

  MaybeInterval compute(std::uint32_t version) {
    const Version &it = cssa_.ssa.versions[version];
    MaybeInterval result;
    if (it.kind == Version::Kind::Initial)
      result = Interval{};
    for (const VersionId argument : it.arguments)
      include(result, ofVersion_[argument.index()]);
    if (it.kind != Version::Kind::Write)
      return result;
    const Statement &statement = source_.at(it.statement);
    if (statement.value.valid())
      include(result, evaluate(statement.value));
    for (const ExpressionId element : statement.elements)
      include(result, evaluate(element));
    return result;
  }

  /// Recursion as deep as the parser allows. Every part counts towards `all_`.
  MaybeInterval evaluate(ExpressionId id) {
    const Expression &expression = source_.at(id);
    MaybeInterval left, right;
    if (expression.left.valid())
      left = evaluate(expression.left);
    if (expression.right.valid())
      right = evaluate(expression.right);
    MaybeInterval result = combine(id, left, right);
    if (result && (result->low < -kLargest || result->high > kLargest)) {
      tooLarge_ = true;
      result = Interval{};
    }
    include(all_, result);
    return result;
  }

  MaybeInterval combine(ExpressionId id, const MaybeInterval &left, const MaybeInterval &right) {
    const Expression &expression = source_.at(id);
    switch (expression.kind) {
    case Expression::Kind::Integer:
      return Interval{expression.number, expression.number};
    case Expression::Kind::Boolean:
      return Interval{0, 1};
    case Expression::Kind::Input:
      return input_;
    case Expression::Kind::Variable:
    case Expression::Kind::Element: {
      const Pi *pi = cssa_.at(id);
      if (pi == nullptr)
        return ofVersion_[cssa_.ssa.ofUse[id.index()].index()];
      MaybeInterval hull;
      for (const VersionId candidate : pi->candidates)
        include(hull, ofVersion_[candidate.index()]);
      return hull;
    }
    case Expression::Kind::Unary:
      if (!left)
        return std::nullopt;
      return expression.op == Operator::Negate ? Interval{-left->high, -left->low} : Interval{0, 1};
    case Expression::Kind::Binary:
      if (!left || !right)
        return std::nullopt;
      return binary(expression.op, *left, *right);
    }
    return std::nullopt;
  }

  Interval binary(Operator op, const Interval &a, const Interval &b) {
    switch (op) {
    case Operator::Add:
      return {a.low + b.low, a.high + b.high};
    case Operator::Subtract:
      return {a.low - b.high, a.high - b.low};
    case Operator::Multiply:
      return product(a, b);
    case Operator::Divide:
      return {-magnitude(a), magnitude(a)};
    case Operator::Remainder: {
      // At most as far from zero as the dividend and the divisor.
      const Wide most = std::min(magnitude(a), magnitude(b));
      return {-most, most};
    }
    default:
      return {0, 1};
    }
  }

  Interval product(const Interval &a, const Interval &b) {
    MaybeInterval hull;
    for (const Wide x : {a.low, a.high})
      for (const Wide y : {b.low, b.high}) {
        Wide result = 0;
        if (__builtin_mul_overflow(x, y, &result)) {
          tooLarge_ = true;
          result = 0;
        }
        include(hull, Interval{result, result});
      }
    return *hull;
  }

  const Source &source_;
  const Cssa &cssa_;
  MaybeInterval input_;
  std::vector<MaybeInterval> ofVersion_;
  MaybeInterval all_;
  bool tooLarge_ = false;
};

} // namespace

std::optional<std::uint32_t> bitsNeeded(const Source &unrolled, const Cssa &cssa,
                                        const std::vector<std::int64_t> &inputDomain) {
  return Analysis(unrolled, cssa, inputDomain).run();
}

} // namespace raceward::cele
