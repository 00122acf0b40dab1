#include "StaticProblem.h"

#include "Ranges.h"

#include "raceward/base/Deadline.h"
#include "raceward/smt/Z3Solver.h"

#include <algorithm>

namespace raceward::cele {

namespace {

/// About a minute.
constexpr std::uint64_t kIncrementalEffort = 100'000'000;

/// Limit for one run; each constraint takes about a kilobyte, also in the solver.
constexpr std::uint64_t kMostConstraints = 500'000;

/// An estimate of what the theories of order generate: per read and candidate one for each other
/// candidate, and for pairs one per two steps. Rather too many than too few.
std::uint64_t constraintsOf(const Source &unrolled, const Cssa &cssa, Encoding encoding) {
  std::uint64_t count = 0;
  for (const Pi &pi : cssa.pis) {
    const std::uint64_t length = std::max(1U, unrolled.at(pi.variable).length);
    std::uint64_t writes = 0;
    for (const VersionId candidate : pi.candidates) {
      const StatementId statement = cssa.ssa.at(candidate).statement;
      writes += statement.valid() && unrolled.at(statement).kind == Statement::Kind::AssignArray
                    ? length
                    : 1;
    }
    count += (pi.use.valid() ? 1 : length) * writes * writes;
  }
  const std::uint64_t steps = cssa.steps.steps.size();
  return encoding == Encoding::Edges || encoding == Encoding::OneEdge ? count + steps * steps
                                                                      : count;
}

} // namespace

Result<std::unique_ptr<StaticProblem>> StaticProblem::make(const Source &unrolled,
                                                           const StaticOptions &options) {
  std::unique_ptr<StaticProblem> problem(new StaticProblem);
  Result<Cssa> cssa = buildCssa(unrolled);
  if (!cssa)
    return fail(std::move(cssa).error());
  problem->cssa = std::move(*cssa);
  if (constraintsOf(unrolled, problem->cssa, options.encoding) > kMostConstraints)
    return fail(Error::Kind::Resource,
                "there would be too many constraints: too many uses of a variable that several "
                "threads write",
                "follow loops less often (--unroll), or let the program be executed instead");
  const std::optional<std::uint32_t> width =
      bitsNeeded(unrolled, problem->cssa, options.inputDomain);
  if (!width)
    return fail(Error::Kind::Resource,
                "numbers may grow beyond " + std::to_string(kMostBits) + " bits",
                "follow loops less often (--unroll)");
  problem->width = *width;
  Encoder encoder(problem->arena, unrolled, problem->cssa, *width, options.encoding,
                  options.inputDomain);
  problem->runs[0] = encoder.encode("'1");
  problem->runs[1] = encoder.encode("'2");
  problem->inputs = encoder.inputs();
  problem->first_ = problem->conjunction(problem->runs[0].constraints);
  problem->both_ =
      problem->arena.land(problem->first_, problem->conjunction(problem->runs[1].constraints));
  problem->learned_ = problem->arena.boolean(true);
  problem->effort_ = options.effortPerQuery;
  // Queries about one program share nearly everything: learned lemmas are worth more than
  // preprocessing. (bench/cele: up to ten times faster than the usual limit.)
  Z3Options z3;
  z3.quickEffort = kIncrementalEffort;
  problem->solver_ = makeZ3Solver(problem->arena, z3);
  return problem;
}

/// As a balanced tree, to limit its depth.
Term StaticProblem::conjunction(const std::vector<Term> &terms) {
  std::vector<Term> level = terms;
  while (level.size() > 1) {
    std::vector<Term> next;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2)
      next.push_back(arena.land(level[i], level[i + 1]));
    if (level.size() % 2 != 0)
      next.push_back(level.back());
    level = std::move(next);
  }
  return level.empty() ? arena.boolean(true) : level.front();
}

Result<Answer> StaticProblem::ask(const std::vector<Term> &constraints) {
  const Stopwatch watch;
  Result<Answer> answer = solver_->check({constraints, effort_});
  solveSeconds_ += watch.seconds();
  ++queries_;
  return answer;
}

} // namespace raceward::cele
