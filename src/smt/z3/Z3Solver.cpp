#include "raceward/smt/Z3Solver.h"

#include "raceward/base/Check.h"
#include "raceward/smt/Support.h"
#include "raceward/smt/Traversal.h"

#include <algorithm>
#include <z3++.h>

namespace raceward {

namespace {

/// All state with the lifetime of one Z3 context.
class Session {
public:
  // Naming the logic was faster than z3::solver::simple() (1.7 times), the default solver and
  // "QF_BV" (2 times each), in one run of 152 queries on a busy machine: measure again.
  Session(const TermArena &arena, const Z3Options &options)
      : arena_(arena), quickEffort_(options.quickEffort), secondsLeft_(options.secondsLeft),
        solver_(context_, "QF_ABV") {
    if (options.memoryMegabytes != 0)
      z3::set_param("memory_max_size", std::to_string(options.memoryMegabytes).c_str());
  }

  std::size_t constraints() const { return guards_.size(); }
  /// The incremental solver contains a constraint that it could not decide quickly.
  bool wasHard() const { return wasHard_; }
  Answer check(const Query &query, Support &support);

private:
  const z3::expr &translate(Term term);
  z3::expr build(Term term);
  z3::sort sortOf(Sort sort);
  const z3::expr &known(Term term) const { return terms_.at(term); }
  const z3::expr &guard(Term constraint);
  z3::expr numeral(const BitVector &value);
  static std::optional<BitVector> read(const z3::expr &value);
  Answer checkIncrementally(const Query &query, std::uint64_t effort, Support &support);
  Answer checkAlone(const Query &query, std::optional<std::uint64_t> effort, Support &support);
  void limit(std::uint64_t effort);
  static std::uint64_t effortCount(const z3::solver &solver, std::uint64_t otherwise);
  Answer yes(const Query &query, const z3::model &found, Support &support);
  Answer no(const Query &query);

  const TermArena &arena_;
  std::uint64_t quickEffort_;
  std::function<double()> secondsLeft_;
  z3::context context_;
  z3::solver solver_;
  std::unordered_map<Term, z3::expr> terms_;
  std::unordered_map<Term, z3::expr> guards_;
  std::unordered_map<unsigned, Term> constraintOfGuard_;
  unsigned limit_ = 0;
  bool wasHard_ = false;
  std::uint64_t lastEffort_ = 0;
};

Answer Session::check(const Query &query, Support &support) {
  // Most queries are easy for the incremental solver, which already knows the path. On others, such
  // as products, it may work for minutes, while a solver that preprocesses and bit-blasts the whole
  // query is fast.
  const std::uint64_t quick = std::min(query.effort.value_or(quickEffort_), quickEffort_);
  Answer answer = checkIncrementally(query, quick, support);
  if (answer.sat != Sat::GaveUp || (query.effort && *query.effort <= answer.effort))
    return answer;
  const std::uint64_t spent = answer.effort;
  answer = checkAlone(query, query.effort ? std::optional(*query.effort - spent) : std::nullopt,
                      support);
  answer.effort += spent;
  wasHard_ = true;
  return answer;
}

Answer Session::checkIncrementally(const Query &query, std::uint64_t effort, Support &support) {
  z3::expr_vector assumptions(context_);
  for (const Term constraint : query.constraints)
    assumptions.push_back(guard(constraint));
  limit(effort);
  const z3::check_result result = solver_.check(assumptions);
  const std::uint64_t count = effortCount(solver_, lastEffort_);
  const std::uint64_t spent = count - std::min(count, lastEffort_);
  lastEffort_ = count;
  Answer answer = result == z3::sat     ? yes(query, solver_.get_model(), support)
                  : result == z3::unsat ? no(query)
                                        : Answer::gaveUp("z3: " + solver_.reason_unknown());
  answer.effort = spent;
  return answer;
}

Answer Session::checkAlone(const Query &query, std::optional<std::uint64_t> effort,
                           Support &support) {
  bool hasArrays = false;
  for (const Term constraint : query.constraints)
    hasArrays |= !support.of(constraint).reads.empty();
  z3::solver alone = z3::tactic(context_, hasArrays ? "qfaufbv" : "qfbv").mk_solver();
  z3::params params(context_);
  if (effort)
    params.set("rlimit", static_cast<unsigned>(std::clamp<std::uint64_t>(*effort, 1, UINT32_MAX)));
  if (secondsLeft_)
    // Rounded up: when this ends a query, the time is over.
    params.set("timeout", static_cast<unsigned>(std::clamp(secondsLeft_() * 1000 + 2, 1.0, 1e9)));
  alone.set(params);
  for (const Term constraint : query.constraints)
    alone.add(translate(constraint));
  const std::uint64_t before = effortCount(alone, 0);
  const z3::check_result result = alone.check();
  const std::uint64_t after = effortCount(alone, before);
  Answer answer;
  if (result == z3::sat) {
    answer = yes(query, alone.get_model(), support);
  } else if (result == z3::unsat) {
    // This solver reports no core: all constraints together are contradictory.
    std::vector<Term> core(query.constraints.begin(), query.constraints.end());
    std::sort(core.begin(), core.end());
    core.erase(std::unique(core.begin(), core.end()), core.end());
    answer = Answer::no(std::move(core));
  } else {
    answer = Answer::gaveUp("z3: " + alone.reason_unknown());
  }
  answer.effort = after - std::min(after, before);
  return answer;
}

void Session::limit(std::uint64_t effort) {
  // Z3 takes zero for no limit, and its counter has 32 bits.
  const auto wanted = static_cast<unsigned>(std::clamp<std::uint64_t>(effort, 1, UINT32_MAX));
  if (wanted == limit_)
    return;
  solver_.set("rlimit", wanted);
  limit_ = wanted;
}

std::uint64_t Session::effortCount(const z3::solver &solver, std::uint64_t otherwise) {
  const z3::stats statistics = solver.statistics();
  for (unsigned i = 0; i < statistics.size(); ++i)
    if (statistics.key(i) == "rlimit count")
      return statistics.is_uint(i) ? statistics.uint_value(i)
                                   : static_cast<std::uint64_t>(statistics.double_value(i));
  return otherwise;
}

Answer Session::yes(const Query &query, const z3::model &found, Support &support) {
  Model model;
  const auto valueOf = [&](const z3::expr &e) { return read(found.eval(e, true)); };
  for (const Term constraint : query.constraints) {
    const Support::Entry &needs = support.of(constraint);
    for (const Term variable : needs.variables) {
      if (arena_.sort(variable).isArray())
        continue;
      const std::optional<BitVector> value = valueOf(translate(variable));
      if (!value)
        return Answer::gaveUp("z3: a value that is not a constant");
      model.set(variable, *value);
    }
    // For an array, only the elements at indices that are read matter.
    for (const Term select : needs.reads) {
      const std::optional<BitVector> index = valueOf(translate(arena_.node(select).b));
      if (!index)
        return Answer::gaveUp("z3: an index that is not a constant");
      for (const Term array : arrayVariables(arena_, arena_.node(select).a)) {
        const auto element = valueOf(z3::select(translate(array), numeral(*index)));
        if (!element)
          return Answer::gaveUp("z3: an element that is not a constant");
        model.setElement(array, *index, *element);
      }
    }
  }
  return checkedYes(arena_, query.constraints, std::move(model));
}

Answer Session::no(const Query &query) {
  std::vector<Term> core;
  const z3::expr_vector guards = solver_.unsat_core();
  for (unsigned i = 0; i < guards.size(); ++i) {
    const auto found = constraintOfGuard_.find(guards[static_cast<int>(i)].id());
    if (found == constraintOfGuard_.end())
      return Answer::gaveUp("z3: a core that is not of the query");
    core.push_back(found->second);
  }
  // Guarded constraints alone are always satisfiable.
  if (core.empty())
    return Answer::gaveUp("z3: an empty core for " + std::to_string(query.constraints.size()) +
                          " constraints");
  std::sort(core.begin(), core.end());
  return Answer::no(std::move(core));
}

const z3::expr &Session::guard(Term constraint) {
  const auto found = guards_.find(constraint);
  if (found != guards_.end())
    return found->second;
  const z3::expr &body = translate(constraint);
  const z3::expr guard =
      context_.bool_const(("guard" + std::to_string(constraint.index())).c_str());
  solver_.add(z3::implies(guard, body));
  constraintOfGuard_.emplace(guard.id(), constraint);
  return guards_.emplace(constraint, guard).first->second;
}

const z3::expr &Session::translate(Term term) {
  visitPostOrder(
      arena_, term, [this](Term t) { return terms_.contains(t); },
      [this](Term t) { terms_.emplace(t, build(t)); });
  return terms_.at(term);
}

z3::sort Session::sortOf(Sort sort) {
  if (sort.isBoolean())
    return context_.bool_sort();
  if (sort.isArray())
    return context_.array_sort(context_.bv_sort(sort.indexWidth()), context_.bv_sort(sort.width()));
  return context_.bv_sort(sort.width());
}

z3::expr Session::numeral(const BitVector &value) {
  if (value.width() <= 64)
    return context_.bv_val(static_cast<std::uint64_t>(value.low64()), value.width());
  // Piece by piece: Z3 reads wide numbers only in decimal.
  std::uint32_t low = 0;
  std::optional<z3::expr> whole;
  while (low < value.width()) {
    const std::uint32_t high = std::min(low + 63, value.width() - 1);
    const z3::expr piece = context_.bv_val(
        static_cast<std::uint64_t>(value.extract(high, low).low64()), high - low + 1);
    whole = whole ? z3::concat(piece, *whole) : piece;
    low = high + 1;
  }
  return whole->simplify();
}

std::optional<BitVector> Session::read(const z3::expr &value) {
  if (value.is_bool()) {
    if (value.is_true() || value.is_false())
      return BitVector(1, value.is_true() ? 1 : 0);
    return std::nullopt;
  }
  if (!value.is_numeral())
    return std::nullopt;
  const std::uint32_t width = value.get_sort().bv_size();
  if (width <= 64)
    return BitVector(width, value.get_numeral_uint64());
  const std::string text = value.to_string();
  if (text.size() < 3 || text[0] != '#' || (text[1] != 'x' && text[1] != 'b'))
    return std::nullopt;
  const auto parsed = BitVector::parse(text.substr(2), text[1] == 'x' ? 16 : 2);
  return parsed && parsed->width() == width ? parsed : std::nullopt;
}

z3::expr Session::build(Term term) {
  const TermNode &n = arena_.node(term);
  const auto a = [&]() -> const z3::expr & { return known(n.a); };
  const auto b = [&]() -> const z3::expr & { return known(n.b); };
  switch (n.kind) {
  case TermKind::True:
  case TermKind::False:
    return context_.bool_val(n.kind == TermKind::True);
  case TermKind::Constant:
    return numeral(arena_.value(term));
  case TermKind::Variable:
    // By number: names belong to the user and may collide with guards.
    return context_.constant(("v" + std::to_string(n.payload)).c_str(), sortOf(n.sort));
  case TermKind::Not:
    return !a();
  case TermKind::And:
    return a() && b();
  case TermKind::Or:
    return a() || b();
  case TermKind::Equal:
    return a() == b();
  case TermKind::Ite:
    return z3::ite(a(), b(), known(n.c));
  case TermKind::Ult:
    return z3::ult(a(), b());
  case TermKind::Ule:
    return z3::ule(a(), b());
  case TermKind::Slt:
    return z3::slt(a(), b());
  case TermKind::Sle:
    return z3::sle(a(), b());
  case TermKind::BvNot:
    return ~a();
  case TermKind::BvNeg:
    return -a();
  case TermKind::BvAnd:
    return a() & b();
  case TermKind::BvOr:
    return a() | b();
  case TermKind::BvXor:
    return a() ^ b();
  case TermKind::Add:
    return a() + b();
  case TermKind::Sub:
    return a() - b();
  case TermKind::Mul:
    return a() * b();
  case TermKind::UDiv:
    return z3::udiv(a(), b());
  case TermKind::URem:
    return z3::urem(a(), b());
  case TermKind::SDiv:
    return a() / b(); // Z3's operator is signed
  case TermKind::SRem:
    return z3::srem(a(), b());
  case TermKind::Shl:
    return z3::shl(a(), b());
  case TermKind::LShr:
    return z3::lshr(a(), b());
  case TermKind::AShr:
    return z3::ashr(a(), b());
  case TermKind::Concat:
    return z3::concat(a(), b());
  case TermKind::Extract: {
    const auto low = static_cast<unsigned>(n.payload);
    return a().extract(low + n.sort.width() - 1, low);
  }
  case TermKind::ZExt:
    return z3::zext(a(), n.sort.width() - arena_.width(n.a));
  case TermKind::SExt:
    return z3::sext(a(), n.sort.width() - arena_.width(n.a));
  case TermKind::ConstArray:
    return z3::const_array(context_.bv_sort(n.sort.indexWidth()), a());
  case TermKind::Select:
    return z3::select(a(), b());
  case TermKind::Store:
    return z3::store(a(), b(), known(n.c));
  }
  RW_CHECK(!"a kind of term");
  return context_.bool_val(false);
}

class Z3Solver final : public Solver {
public:
  Z3Solver(const TermArena &arena, Z3Options options)
      : arena_(arena), options_(options), support_(arena) {}

  Result<Answer> check(const Query &query) override {
    try {
      if (session_ && session_->constraints() > options_.maxConstraints)
        session_.reset();
      if (!session_)
        session_ = std::make_unique<Session>(arena_, options_);
      Answer answer = session_->check(query, support_);
      // A constraint that was too hard once stays in the solver, behind its guard, and Z3 would
      // work on it in every later query: easy ones would then reach the limit as well.
      if (answer.sat == Sat::GaveUp || session_->wasHard())
        session_.reset();
      return answer;
    } catch (const z3::exception &error) {
      return lost(std::string("z3: ") + error.msg());
    } catch (const std::exception &error) {
      return lost(std::string("z3: ") + error.what());
    } catch (...) {
      return lost("z3: an exception of unknown kind");
    }
  }

private:
  /// After an exception the state of the context is unknown; the next query gets a new one.
  Answer lost(std::string why) {
    try {
      session_.reset();
    } catch (...) {
      static_cast<void>(session_.release()); // leaked: freeing it failed
    }
    return Answer::gaveUp(std::move(why));
  }

  const TermArena &arena_;
  Z3Options options_;
  Support support_;
  std::unique_ptr<Session> session_;
};

} // namespace

std::unique_ptr<Solver> makeZ3Solver(const TermArena &arena, Z3Options options) {
  return std::make_unique<Z3Solver>(arena, options);
}

} // namespace raceward
