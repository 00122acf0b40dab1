// Queries per second on sequences like those of a path-exploring machine: the usual chain
// against Z3 alone, on the same queries.
//
// A path grows condition by condition; each is asked both ways, and one that is possible
// is followed. At the end of a path the search goes on from a random place of it.
//
//   bench_smt [seed]
//
// Exit status 1 if the two ever answer differently.
#include "raceward/smt/Chain.h"
#include "raceward/smt/Z3Solver.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace raceward {
namespace {

enum class Shape : std::uint8_t { Branches, Arithmetic, Multiplication, Arrays };

struct Workload {
  const char *name;
  Shape shape;
  std::size_t conjuncts;
  std::size_t variables;
  std::size_t paths;
};

/// Builds the conditions; the same seed gives the same ones.
class Conditions {
public:
  Conditions(TermArena &arena, const Workload &work, std::uint64_t seed)
      : arena_(arena), work_(work), random_(seed), bytes_(arena.variable("m", Sort::array(32, 8))) {
    for (std::size_t i = 0; i < work.variables; ++i)
      variables_.push_back(arena.variable("v" + std::to_string(i), Sort::bits(32)));
  }

  Term next() {
    // Most conditions of a program are about few, related variables.
    const std::size_t at = pick(variables_.size());
    const Term x = variables_[at];
    // In groups of four, except where everything is to depend on everything.
    const std::size_t other =
        work_.shape == Shape::Arithmetic ? at + 1 + pick(2) : (at & ~std::size_t{3}) + pick(4);
    const Term y = variables_[other % variables_.size()];
    const auto number = [this](std::uint64_t below) { return arena_.constant(32, pick(below)); };
    if (work_.shape == Shape::Arrays && pick(3) == 0) {
      const Term index = arena_.bvAnd(x, number(64));
      return arena_.ult(arena_.select(bytes_, index), arena_.constant(8, 1 + pick(250)));
    }
    if (work_.shape == Shape::Multiplication && pick(4) == 0)
      return arena_.ult(arena_.mul(x, arena_.add(y, number(100))), number(1u << 31));
    if (work_.shape != Shape::Arithmetic && pick(3) != 0) {
      // A variable against a constant, as in most branches.
      switch (pick(3)) {
      case 0:
        return arena_.slt(x, number(1000));
      case 1:
        return arena_.equal(x, number(50));
      default:
        return arena_.equal(arena_.bvAnd(x, arena_.constant(32, 7)), number(8));
      }
    }
    switch (pick(6)) {
    case 0:
      return arena_.slt(x, number(1000));
    case 1:
      return arena_.slt(arena_.add(x, number(100)), y);
    case 2:
      return arena_.equal(arena_.bvAnd(x, arena_.constant(32, 7)), number(8));
    case 3:
      return arena_.ult(arena_.lshr(x, number(16)), arena_.bvXor(y, number(1u << 20)));
    case 4:
      return arena_.equal(arena_.extract(x, 7, 0), arena_.constant(8, pick(256)));
    default:
      return arena_.ule(arena_.sub(x, y), number(1u << 24));
    }
  }
  std::uint64_t pick(std::uint64_t below) { return random_() % below; }

private:
  TermArena &arena_;
  const Workload &work_;
  std::mt19937_64 random_;
  std::vector<Term> variables_;
  Term bytes_;
};

struct Outcome {
  double seconds = 0;
  std::vector<Sat> answers;
};

Outcome run(const Workload &work, std::uint64_t seed, TermArena &arena, Solver &solver) {
  Outcome outcome;
  Conditions conditions(arena, work, seed);
  std::vector<Term> path;
  const auto start = std::chrono::steady_clock::now();
  const auto ask = [&](Term condition) {
    path.push_back(condition);
    const Result<Answer> answer = solver.check({path, {}});
    path.pop_back();
    outcome.answers.push_back(answer ? answer->sat : Sat::GaveUp);
    return outcome.answers.back() == Sat::Yes;
  };
  for (std::size_t i = 0; i < work.paths; ++i) {
    while (path.size() < work.conjuncts) {
      const Term condition = conditions.next();
      const Term negated = arena.lnot(condition);
      const bool preferNegated = conditions.pick(2) == 0;
      const bool yes = ask(condition);
      const bool no = ask(negated);
      if (!yes && !no)
        break;
      path.push_back(no && (preferNegated || !yes) ? negated : condition);
    }
    path.resize(conditions.pick(path.size() + 1));
  }
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return outcome;
}

int benchmark(std::uint64_t seed) {
  const Workload workloads[] = {
      {"branches, 50 conjuncts", Shape::Branches, 50, 16, 6},
      {"branches, 200 conjuncts", Shape::Branches, 200, 64, 2},
      {"with arrays, 50", Shape::Arrays, 50, 16, 2},
      {"with multiplication, 25", Shape::Multiplication, 25, 16, 2},
      {"random arithmetic, 50", Shape::Arithmetic, 50, 16, 2},
  };
  std::printf("seed %llu\n%-28s %8s %10s %10s %7s %12s\n", static_cast<unsigned long long>(seed),
              "", "queries", "z3 q/s", "chain q/s", "ratio", "reach solver");
  int status = 0;
  for (const Workload &work : workloads) {
    TermArena bareArena;
    const std::unique_ptr<Solver> bare = makeZ3Solver(bareArena);
    const Outcome alone = run(work, seed, bareArena, *bare);

    TermArena arena;
    ChainCounts counts;
    const Result<std::unique_ptr<Solver>> chain = makeSolverChain(arena, {}, counts);
    if (!chain)
      return 2;
    const Outcome chained = run(work, seed, arena, **chain);

    const auto queries = static_cast<double>(alone.answers.size());
    std::printf("%-28s %8zu %10.0f %10.0f %7.1f %12llu\n", work.name, alone.answers.size(),
                queries / alone.seconds, queries / chained.seconds, alone.seconds / chained.seconds,
                static_cast<unsigned long long>(counts.solved.queries));
    std::fflush(stdout);
    if (alone.answers != chained.answers) {
      std::printf("  the answers differ\n");
      status = 1;
    }
  }
  return status;
}

} // namespace
} // namespace raceward

int main(int argc, char **argv) {
  return raceward::benchmark(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1);
}
