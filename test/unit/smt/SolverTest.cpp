// Real solvers against brute force, and against each other.
#include "RandomTerms.h"
#include "raceward/base/Process.h"
#include "raceward/smt/Chain.h"
#include "raceward/smt/ProcessSolver.h"
#include "raceward/smt/SmtLib.h"
#include "raceward/smt/Z3Solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace raceward {
namespace {

bool bruteForce(const TermArena &arena, const RandomTerms &terms,
                const std::vector<Term> &constraints) {
  for (std::uint64_t bits = 0; bits < RandomTerms::kAssignments; ++bits) {
    const Model model = terms.assignment(bits);
    Evaluator value(arena, model);
    bool all = true;
    for (std::size_t i = 0; all && i < constraints.size(); ++i)
      all = value.holds(constraints[i]);
    if (all)
      return true;
  }
  return false;
}

void expectSound(const TermArena &arena, const std::vector<Term> &constraints,
                 const Answer &answer) {
  if (answer.sat == Sat::Yes) {
    Evaluator value(arena, answer.model);
    for (const Term constraint : constraints)
      EXPECT_TRUE(value.holds(constraint)) << toSmtLib(arena, constraint);
  } else if (answer.sat == Sat::No) {
    EXPECT_FALSE(answer.core.empty());
    for (const Term member : answer.core)
      EXPECT_NE(std::find(constraints.begin(), constraints.end(), member), constraints.end());
  }
}

struct Counts {
  int yes = 0;
  int no = 0;
};

/// Queries that grow like a path, on one solver, each against all assignments.
Counts compareWithBruteForce(TermArena::Rewriting rewriting, std::uint64_t firstSeed, int seeds,
                             const std::function<std::unique_ptr<Solver>(TermArena &)> &make) {
  Counts counts;
  for (std::uint64_t seed = firstSeed; seed < firstSeed + static_cast<std::uint64_t>(seeds);
       ++seed) {
    TermArena arena(rewriting);
    const std::unique_ptr<Solver> solver = make(arena);
    RandomTerms terms(arena, seed);
    for (int i = 0; i < 60; ++i)
      terms.step();
    std::vector<Term> path;
    for (int step = 0; step < 8; ++step) {
      path.push_back(terms.any());
      SCOPED_TRACE("seed " + std::to_string(seed) + " step " + std::to_string(step));
      const Result<Answer> answer = solver->check({path, {}});
      EXPECT_TRUE(answer.has_value());
      if (!answer)
        return counts;
      const bool possible = bruteForce(arena, terms, path);
      EXPECT_EQ(answer->sat, possible ? Sat::Yes : Sat::No) << answer->why;
      expectSound(arena, path, *answer);
      if (answer->sat == Sat::No) {
        EXPECT_FALSE(bruteForce(arena, terms, answer->core));
        path.pop_back();
      }
      ++(possible ? counts.yes : counts.no);
      if (::testing::Test::HasFailure())
        return counts;
    }
  }
  return counts;
}

TEST(Z3Solver, AgreesWithBruteForce) {
  const auto make = [](TermArena &arena) { return makeZ3Solver(arena); };
  const Counts simple = compareWithBruteForce(TermArena::Rewriting::On, 100, 30, make);
  const Counts plain = compareWithBruteForce(TermArena::Rewriting::Off, 200, 20, make);
  EXPECT_GT(simple.yes + plain.yes, 100);
  EXPECT_GT(simple.no + plain.no, 30);
}

TEST(Z3Solver, StartsAnewWhenFullWithoutChangingAnswers) {
  const auto make = [](TermArena &arena) {
    Z3Options options;
    options.maxConstraints = 2;
    return makeZ3Solver(arena, options);
  };
  compareWithBruteForce(TermArena::Rewriting::On, 300, 8, make);
}

TEST(Z3Solver, HandlesWideValues) {
  TermArena t;
  const std::unique_ptr<Solver> solver = makeZ3Solver(t);
  const Term x = t.variable("x", Sort::bits(200));
  const Term wide = t.constant(BitVector::signedMin(200).add(BitVector(200, 77)));
  const std::vector<Term> query{t.equal(t.mul(x, t.constant(200, 3)), wide)};
  const Result<Answer> answer = solver->check({query, {}});
  ASSERT_TRUE(answer.has_value());
  ASSERT_EQ(answer->sat, Sat::Yes) << answer->why;
  expectSound(t, query, *answer);
}

TEST(Z3Solver, EmptyQueryHolds) {
  TermArena t;
  EXPECT_EQ(makeZ3Solver(t)->check({{}, {}})->sat, Sat::Yes);
}

/// x * y = a product of two primes, both factors large: hard for bit-blasting.
std::vector<Term> hardQuery(TermArena &t, int number) {
  const std::string suffix = std::to_string(number);
  const Term x = t.variable("x" + suffix, Sort::bits(64));
  const Term y = t.variable("y" + suffix, Sort::bits(64));
  const Term bound = t.constant(64, 0xFFFFFFFF);
  return {t.ult(x, bound), t.ult(y, bound), t.ult(t.constant(64, 1), x),
          t.ult(t.constant(64, 1), y),
          t.equal(t.mul(x, y), t.constant(64, 4294967291ULL * 4294967279ULL))};
}

TEST(Z3Solver, LimitsAreDeterministicAndGiveUp) {
  const auto run = [] {
    TermArena t;
    const std::unique_ptr<Solver> solver = makeZ3Solver(t);
    std::vector<std::pair<Sat, std::uint64_t>> trace;
    for (int i = 0; i < 3; ++i) {
      const Result<Answer> hard = solver->check({hardQuery(t, i), 50'000});
      trace.emplace_back(hard->sat, hard->effort);
      // The solver is of use afterwards.
      const Term z = t.variable("z" + std::to_string(i), Sort::bits(32));
      const std::vector<Term> easy{t.ult(z, t.constant(32, 10))};
      const Result<Answer> answer = solver->check({easy, 50'000});
      trace.emplace_back(answer->sat, answer->effort);
    }
    return trace;
  };
  const auto first = run();
  EXPECT_EQ(first, run());
  for (std::size_t i = 0; i < first.size(); ++i)
    EXPECT_EQ(first[i].first, i % 2 == 0 ? Sat::GaveUp : Sat::Yes) << i;
  EXPECT_GE(first[0].second, 50'000u);
}

TEST(ProcessSolver, Cvc5AgreesWithBruteForce) {
  if (!canRun("cvc5"))
    GTEST_SKIP() << "no cvc5";
  const auto make = [](TermArena &arena) {
    ProcessSolverOptions options;
    options.command = cvc5Command();
    return makeProcessSolver(arena, options);
  };
  const Counts simple = compareWithBruteForce(TermArena::Rewriting::On, 400, 15, make);
  const Counts plain = compareWithBruteForce(TermArena::Rewriting::Off, 500, 10, make);
  EXPECT_GT(simple.yes + plain.yes, 50);
  EXPECT_GT(simple.no + plain.no, 15);
}

Answer askProcess(std::vector<std::string> command, double seconds = 5) {
  TermArena t;
  ProcessSolverOptions options;
  options.command = std::move(command);
  options.secondsPerQuery = seconds;
  const std::unique_ptr<Solver> solver = makeProcessSolver(t, options);
  const Term x = t.variable("x", Sort::bits(8));
  const std::vector<Term> query{t.ult(x, t.constant(8, 9))};
  Answer last;
  for (int i = 0; i < 5; ++i)
    last = *solver->check({query, {}});
  return last;
}

TEST(ProcessSolver, BadSolversGiveUp) {
  const std::vector<std::vector<std::string>> commands{
      {"no-such-solver"},
      {"true"},                                      // ends at once
      {"sh", "-c", "read line; kill -9 $$"},         // dies
      {"yes", "sat"},                                // never reads
      {"sh", "-c", "echo sat; exec cat >/dev/null"}, // no model
      {"sh", "-c", "echo unsat; echo '()'; exec cat >/dev/null"},
      {"sh", "-c", "echo unsat; echo '(g99)'; exec cat >/dev/null"},
      {"sh", "-c", "echo sat; echo '((x #xff))'; exec cat >/dev/null"}, // a wrong model
      {"sh", "-c", "echo sat; echo '((x #b1))'; exec cat >/dev/null"},  // a wrong width
      {"sh", "-c", "echo '(error \"no\")'; exec cat >/dev/null"},
      {"sh", "-c", "echo ')'; exec cat >/dev/null"},
      {"sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' '('; exec cat >/dev/null"},
      {"cat"},
  };
  for (const auto &command : commands) {
    const Answer answer = askProcess(command, 0.5);
    EXPECT_EQ(answer.sat, Sat::GaveUp) << ::testing::PrintToString(command);
    EXPECT_FALSE(answer.why.empty());
  }
}

TEST(ProcessSolver, ASolverThatHangsGivesUp) {
  EXPECT_EQ(askProcess({"sleep", "60"}, 0.2).sat, Sat::GaveUp);
}

TEST(Chain, CachesAndSlicingNeverChangeAnAnswer) {
  for (std::uint64_t seed = 600; seed < 660; ++seed) {
    TermArena arena;
    ChainCounts counts;
    const Result<std::unique_ptr<Solver>> chain = makeSolverChain(arena, {}, counts);
    ASSERT_TRUE(chain.has_value());
    const std::unique_ptr<Solver> bare = makeZ3Solver(arena);
    RandomTerms terms(arena, seed);
    for (int i = 0; i < 80; ++i)
      terms.step();
    std::vector<Term> path;
    for (int step = 0; step < 60; ++step) {
      path.push_back(terms.any());
      const Result<Answer> cached = (*chain)->check({path, {}});
      const Result<Answer> fresh = bare->check({path, {}});
      ASSERT_TRUE(cached.has_value() && fresh.has_value());
      ASSERT_NE(fresh->sat, Sat::GaveUp);
      ASSERT_EQ(cached->sat, fresh->sat) << "seed " << seed << " step " << step;
      expectSound(arena, path, *cached);
      ASSERT_FALSE(HasFailure()) << "seed " << seed << " step " << step;
      // Back to some earlier state, as a search does.
      if (cached->sat == Sat::No || terms.pick(4) == 0)
        path.resize(terms.pick(path.size()));
    }
    EXPECT_LT(counts.solved.queries, counts.asked.queries);
  }
}

TEST(Chain, CrossCheckWithCvc5AgreesAndLogs) {
  if (!canRun("cvc5"))
    GTEST_SKIP() << "no cvc5";
  TermArena arena;
  ChainCounts counts;
  ChainOptions options;
  options.crossCheck = cvc5Command();
  options.logPath = ::testing::TempDir() + "/smt-queries.smt2";
  const Result<std::unique_ptr<Solver>> chain = makeSolverChain(arena, options, counts);
  ASSERT_TRUE(chain.has_value());
  RandomTerms terms(arena, 700);
  for (int i = 0; i < 150; ++i)
    terms.step();
  for (int query = 0; query < 150; ++query) {
    std::vector<Term> path;
    for (std::uint64_t i = 0; i < 1 + terms.pick(4); ++i)
      path.push_back(terms.any());
    const Result<Answer> answer = (*chain)->check({path, {}});
    ASSERT_TRUE(answer.has_value()) << answer.error().message << answer.error().details;
    ASSERT_NE(answer->sat, Sat::GaveUp);
    expectSound(arena, path, *answer);
  }
  // The log is a script that another solver runs to the same answers.
  std::string replayed;
  ProcessWatch watch;
  watch.onOutput = [&](std::string_view text) { replayed += text; };
  ASSERT_TRUE(runCommand({"cvc5", "--lang=smt2", options.logPath}, watch)->succeeded());
  const auto count = [&](const std::string &line) {
    std::uint64_t found = 0;
    for (std::size_t at = 0;
         (at = ("\n" + replayed).find("\n" + line + "\n", at)) != std::string::npos; ++at)
      ++found;
    return found;
  };
  EXPECT_EQ(count("sat"), counts.solved.yes);
  EXPECT_EQ(count("unsat"), counts.solved.no);
}

TEST(Chain, MissingSecondSolverIsAnError) {
  TermArena arena;
  ChainCounts counts;
  ChainOptions options;
  options.crossCheck = {"no-such-solver"};
  EXPECT_FALSE(makeSolverChain(arena, options, counts).has_value());
}

} // namespace
} // namespace raceward
