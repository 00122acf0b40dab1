#include "StaticProblem.h"
#include "StaticRun.h"
#include "StaticUses.h"

#include "raceward/base/Check.h"
#include "raceward/base/Deadline.h"
#include "raceward/base/Text.h"
#include "raceward/cele/StaticReach.h"

#include <algorithm>
#include <set>

namespace raceward::cele {

namespace {

/// One occurrence of a use: one copy of it.
struct Occurrence {
  ExpressionId use; ///< in the unrolled program
  Term differs;     ///< both runs execute it, and get different values
};

/// All occurrences of a use of the text.
struct Suspect {
  std::size_t answer = 0; ///< index of its answer
  std::vector<Occurrence> occurrences;
  Term differs; ///< the disjunction over its occurrences
  std::uint32_t refuted = 0;
};

class StaticRoute {
public:
  StaticRoute(const Source &text, const Source &unrolled, const StaticOptions &options)
      : text_(text), unrolled_(unrolled), options_(options) {}

  Result<StaticAnswer> run() {
    listUses();
    const Stopwatch watch;
    progress("constraints");
    Result<std::unique_ptr<StaticProblem>> made = StaticProblem::make(unrolled_, options_);
    if (!made) {
      answer_.gaps.push_back({GapKind::Bound, made.error().message, {}, made.error().hint});
      listCutLoops();
      return std::move(answer_);
    }
    problem_ = std::move(*made);
    listSuspects();
    answer_.stats.encodeSeconds = watch.seconds();
    if (Result<void> decided = decide(); !decided)
      return fail(decided.error());
    if (Result<void> found = findCutLoops(); !found)
      return fail(found.error());
    count();
    return std::move(answer_);
  }

private:
  void listUses();
  void listSuspects();
  void listCutLoops();
  Term differs(ExpressionId use);
  Result<void> decide();
  Result<void> learnFrom(const Model &model);
  /// True if the suspect is decided.
  Result<bool> confirm(Suspect &suspect, const Occurrence &occurrence, const Model &model);
  bool order(Run &run, std::size_t copy, ExpressionId use, const Model &model);
  void forbidModel(const Model &model);
  Term sameSteps(const EncodedRun &run, const std::vector<Happening> &happenings);
  void settle(const Suspect &suspect, UseAnswer::Kind kind) {
    answer_.uses[suspect.answer].kind = kind;
  }
  Result<void> findCutLoops();
  void count();
  void progress(std::string_view phase) {
    if (options_.onProgress)
      options_.onProgress(phase);
  }

  const Source &text_;
  const Source &unrolled_;
  const StaticOptions &options_;
  std::unique_ptr<StaticProblem> problem_;
  std::vector<Suspect> suspects_; ///< undecided suspects
  bool skippedModel_ = false;     ///< a model was forbidden that may be a run
  StaticAnswer answer_;
};

void StaticRoute::listUses() {
  for (const Statement &statement : text_.statements)
    if (statement.kind != Statement::Kind::When)
      visitUses(text_, statement, [&](ExpressionId use) {
        answer_.uses.push_back({use, UseAnswer::Kind::Undecided, std::nullopt});
      });
  std::sort(answer_.uses.begin(), answer_.uses.end(), [&](const UseAnswer &a, const UseAnswer &b) {
    return std::pair(text_.at(a.use).at, a.use) < std::pair(text_.at(b.use).at, b.use);
  });
}

void StaticRoute::listSuspects() {
  std::map<ExpressionId, std::size_t> suspectOf;
  for (std::size_t i = 0; i < answer_.uses.size(); ++i) {
    suspectOf[answer_.uses[i].use] = i;
    suspects_.push_back({i, {}, problem_->arena.boolean(false), 0});
  }
  for (std::size_t i = 0; i < unrolled_.expressions.size(); ++i) {
    const ExpressionId use(i);
    if (!problem_->runs[0].useValue[i].valid())
      continue;
    const Term question = differs(use);
    if (question == problem_->arena.boolean(false))
      continue;
    Suspect &suspect = suspects_[suspectOf.at(unrolled_.at(use).origin)];
    suspect.occurrences.push_back({use, question});
    suspect.differs = problem_->arena.lor(suspect.differs, question);
  }
  // A use with the same term in both runs depends on no π-function.
  std::erase_if(suspects_, [&](const Suspect &suspect) {
    if (suspect.occurrences.empty())
      settle(suspect, UseAnswer::Kind::Same);
    return suspect.occurrences.empty();
  });
}

/// Symmetry breaking: the first run gets the smaller value.
Term StaticRoute::differs(ExpressionId use) {
  TermArena &arena = problem_->arena;
  const auto &[first, second] = problem_->runs;
  const Term a = first.useValue[use.index()];
  const Term b = second.useValue[use.index()];
  const std::size_t clock = problem_->cssa.steps.ofUse[use.index()].index();
  const Term smaller =
      unrolled_.at(use).type == Type::Boolean ? arena.land(arena.lnot(a), b) : arena.slt(a, b);
  return arena.land(smaller, arena.land(first.happens[clock], second.happens[clock]));
}

Result<void> StaticRoute::decide() {
  TermArena &arena = problem_->arena;
  while (!suspects_.empty()) {
    if (options_.isTimeOver && options_.isTimeOver()) {
      answer_.gaps.push_back({GapKind::TimeLimit,
                              counted(suspects_.size(), "use") + " could not be decided in time",
                              {},
                              "raise --explore-time or --time-limit"});
      suspects_.clear(); // still undecided
      return {};
    }
    progress("solving constraints: " + counted(suspects_.size(), "use") + " left");
    Term any = arena.boolean(false);
    for (const Suspect &suspect : suspects_)
      any = arena.lor(any, suspect.differs);
    const Result<Answer> answer = problem_->askBoth(any);
    if (!answer)
      return fail(answer.error());
    if (answer->sat == Sat::Yes) {
      if (Result<void> learned = learnFrom(answer->model); !learned)
        return learned;
      continue;
    }
    if (answer->sat == Sat::GaveUp && suspects_.size() > 1) {
      // The combined query is too hard: one by one.
      std::vector<Suspect> all = std::move(suspects_);
      for (Suspect &suspect : all) {
        suspects_ = {suspect};
        if (Result<void> decided = decide(); !decided)
          return decided;
      }
      return {};
    }
    for (const Suspect &suspect : suspects_) {
      if (answer->sat == Sat::GaveUp)
        answer_.gaps.push_back(
            {GapKind::SolverLimit,
             "whether a use can get different values was not decided: " + answer->why,
             {},
             {}});
      // An encoding that misses runs proves nothing.
      const bool isProof = answer->sat == Sat::No && options_.encoding != Encoding::OneEdge;
      settle(suspect, !isProof        ? UseAnswer::Kind::Undecided
                      : skippedModel_ ? UseAnswer::Kind::Suspected
                                      : UseAnswer::Kind::Same);
    }
    suspects_.clear();
  }
  return {};
}

Result<void> StaticRoute::learnFrom(const Model &model) {
  Evaluator evaluator(problem_->arena, model);
  std::vector<Suspect> left;
  bool helped = false;
  for (Suspect &suspect : suspects_) {
    const auto occurrence =
        std::find_if(suspect.occurrences.begin(), suspect.occurrences.end(),
                     [&](const Occurrence &it) { return evaluator.holds(it.differs); });
    if (occurrence == suspect.occurrences.end()) {
      left.push_back(std::move(suspect));
      continue;
    }
    helped = true;
    const Result<bool> decided = confirm(suspect, *occurrence, model);
    if (!decided)
      return fail(decided.error());
    if (!*decided)
      left.push_back(std::move(suspect));
  }
  RW_CHECK(helped);
  suspects_ = std::move(left);
  return {};
}

Result<bool> StaticRoute::confirm(Suspect &suspect, const Occurrence &occurrence,
                                  const Model &model) {
  ValueRace race;
  race.use = occurrence.use;
  for (const auto &[expression, variable] : problem_->inputs) {
    const std::uint32_t width = problem_->arena.width(variable);
    race.first.inputs[expression] =
        static_cast<std::int64_t>(model.scalar(variable, width).sext(std::max(64U, width)).low64());
  }
  race.second.inputs = race.first.inputs;
  UseAnswer &answer = answer_.uses[suspect.answer];
  const bool guided = options_.encoding == Encoding::Exact || options_.confirm;
  bool real = true;
  if (guided)
    real =
        order(race.first, 0, occurrence.use, model) && order(race.second, 1, occurrence.use, model);
  if (real && options_.confirm) {
    const Result<bool> confirmed = options_.confirm(race);
    if (!confirmed)
      return fail(confirmed.error());
    real = *confirmed;
    if (!real)
      forbidModel(model);
  }
  answer.race = std::move(race);
  if (real) {
    answer.kind = UseAnswer::Kind::Differs;
    return true;
  }
  ++answer_.stats.refuted;
  if (++suspect.refuted <= options_.mostRefuted)
    return false;
  answer.kind = UseAnswer::Kind::Suspected;
  return true;
}

/// Orders the steps of one run, up to the use. False if no order exists, or none was found;
/// the model is then excluded.
bool StaticRoute::order(Run &run, std::size_t copy, ExpressionId use, const Model &model) {
  const std::vector<Happening> happenings = happeningsOf(*problem_, problem_->runs[copy], model);
  const ClockId target = problem_->cssa.steps.ofUse[use.index()];
  if (options_.encoding == Encoding::Exact) {
    run.steps = stepsOf(problem_->cssa, happenings, orderByTime(happenings, target));
    return true;
  }
  const FoundOrder found = orderByChoices(happenings, target);
  if (found.kind == FoundOrder::Kind::Found) {
    run.steps = stepsOf(problem_->cssa, happenings, found.positions);
    return true;
  }
  if (found.kind == FoundOrder::Kind::GaveUp) {
    forbidModel(model);
    return false;
  }
  // Neither run can have these steps with these choices.
  TermArena &arena = problem_->arena;
  for (const EncodedRun &either : problem_->runs) {
    Term same = sameSteps(either, happenings);
    for (const std::size_t position : found.choices) {
      const OrderChoice &wanted = problem_->runs[copy].order.choices[position];
      const auto choice = std::find_if(either.order.choices.begin(), either.order.choices.end(),
                                       [&](const OrderChoice &it) {
                                         return it.read == wanted.read && it.write == wanted.write;
                                       });
      same = choice == either.order.choices.end() ? arena.boolean(false)
                                                  : arena.land(same, choice->selected);
    }
    problem_->forbid(same);
  }
  return false;
}

Term StaticRoute::sameSteps(const EncodedRun &run, const std::vector<Happening> &happenings) {
  TermArena &arena = problem_->arena;
  std::vector<bool> happened(run.happens.size());
  happened.front() = true;
  for (const Happening &step : happenings)
    happened[step.clock.index()] = true;
  std::set<std::pair<Term, bool>> literals;
  for (std::size_t i = 0; i < happened.size(); ++i)
    literals.emplace(run.happens[i], happened[i]);
  Term same = arena.boolean(true);
  for (const auto &[term, holds] : literals)
    same = arena.land(same, holds ? term : arena.lnot(term));
  return same;
}

/// The model may be a run, so a use that cannot differ any more stays suspected.
void StaticRoute::forbidModel(const Model &model) {
  skippedModel_ = true;
  TermArena &arena = problem_->arena;
  Evaluator evaluator(arena, model);
  Term same = arena.boolean(true);
  const auto fix = [&](Term term) {
    same = arena.land(same, arena.sort(term).isBoolean()
                                ? arena.equal(term, arena.boolean(evaluator.holds(term)))
                                : arena.equal(term, arena.constant(evaluator.evaluate(term))));
  };
  for (const auto &[expression, variable] : problem_->inputs)
    fix(variable);
  for (const EncodedRun &run : problem_->runs) {
    same = arena.land(same, sameSteps(run, happeningsOf(*problem_, run, model)));
    for (const OrderChoice &choice : run.order.choices)
      fix(choice.selected);
  }
  problem_->forbid(same);
}

void StaticRoute::listCutLoops() {
  for (const Statement &statement : unrolled_.statements)
    if (statement.kind == Statement::Kind::Cut)
      answer_.cutLoops.push_back(statement.origin);
  std::sort(answer_.cutLoops.begin(), answer_.cutLoops.end());
  answer_.cutLoops.erase(std::unique(answer_.cutLoops.begin(), answer_.cutLoops.end()),
                         answer_.cutLoops.end());
}

Result<void> StaticRoute::findCutLoops() {
  TermArena &arena = problem_->arena;
  std::map<StatementId, Term> reached; // by loop
  for (std::size_t i = 0; i < unrolled_.statements.size(); ++i) {
    const Statement &statement = unrolled_.statements[i];
    if (statement.kind != Statement::Kind::Cut)
      continue;
    Term &any = reached.emplace(statement.origin, arena.boolean(false)).first->second;
    any = arena.lor(any, problem_->runs[0].reached[i]);
  }
  for (const auto &[loop, any] : reached) {
    progress("loops");
    if (any == arena.boolean(false))
      continue;
    // An encoding that misses runs may miss those that leave the loop early.
    if (options_.encoding != Encoding::OneEdge) {
      const Result<Answer> answer = problem_->askFirst(any);
      if (!answer)
        return fail(answer.error());
      if (answer->sat == Sat::No)
        continue;
    }
    answer_.cutLoops.push_back(loop);
  }
  return {};
}

void StaticRoute::count() {
  StaticStats &stats = answer_.stats;
  stats.blocks = problem_->cssa.flow.blocks.size();
  stats.piFunctions = problem_->cssa.pis.size();
  for (const EncodedRun &run : problem_->runs)
    stats.constraints += run.constraints.size();
  stats.terms = problem_->arena.size();
  stats.queries = problem_->queries();
  stats.solveSeconds = problem_->solveSeconds();
}

} // namespace

Result<StaticAnswer> findValueRaces(const Source &text, const Source &unrolled,
                                    const StaticOptions &options) {
  return StaticRoute(text, unrolled, options).run();
}

Result<Sat> canReach(const Source &unrolled, StatementId statement, const StaticOptions &options) {
  Result<std::unique_ptr<StaticProblem>> problem = StaticProblem::make(unrolled, options);
  if (!problem)
    return fail(std::move(problem).error());
  const Result<Answer> answer =
      (*problem)->askFirst((*problem)->runs[0].reached[statement.index()]);
  if (!answer)
    return fail(answer.error());
  return answer->sat;
}

} // namespace raceward::cele
