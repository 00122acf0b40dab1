#include "CheckCele.h"

#include "Deepening.h"
#include "ExactRoute.h"
#include "ValueRaceEvidence.h"
#include "raceward/base/Deadline.h"
#include "raceward/cele/OrderFree.h"
#include "raceward/symex/Machine.h"

#include <algorithm>
#include <set>

namespace raceward::cele {

namespace {

/// The answer of one route for the unrolled program.
struct Answer {
  std::map<ExpressionId, ValueRace> races; ///< confirmed, by the use in the text
  std::set<ExpressionId> same;             ///< uses of the text whose values are the same
  std::vector<ExpressionId> suspected;     ///< uses whose values may differ
  std::vector<Gap> gaps;
  std::vector<StatementId> cut;
};

/// The loop that execution stopped following, if the gap is one of a loop.
std::optional<StatementId> loopAt(const Source &text, const Gap &gap) {
  if (gap.kind != GapKind::Bound)
    return std::nullopt;
  for (const Statement &statement : text.statements)
    if (statement.kind == Statement::Kind::While && statement.at.line == gap.at.line &&
        statement.at.column == gap.at.column)
      return statement.origin;
  return std::nullopt;
}

/// The limits that earlier levels have left for the next one.
ExploreLimits limitsLeft(const CheckRequest &request, const Stopwatch &sinceBegin) {
  const double spent = sinceBegin.seconds();
  ExploreLimits limits = exploreLimits(request, spent);
  if (limits.timeFrom != ExploreLimits::TimeFrom::TimeLimit) // that one accounts for it already
    limits.seconds = std::max(0.0, limits.seconds - spent);
  return limits;
}

class ValueRaceCheck {
public:
  ValueRaceCheck(const Source &text, const CheckRequest &request, CheckStats &stats,
                 const PipelineContext &context)
      : text_(text), request_(request), stats_(stats), context_(context), uses_(usesOf(text)),
        free_(orderFreeUses(text)) {}

  Ledger run() {
    Ledger ledger;
    ledger.suspects = uses_.size();
    ledger.engines.push_back({.engine = "structure",
                              .removed = free_.size(),
                              .gaps = {},
                              .reason = "no other thread has to do with what they see"});
    ledger.closed = true;
    if (free_.size() == uses_.size())
      return ledger;
    std::vector<Gap> cut = deepen(text_, request_, context_.sinceBegin,
                                  [&](const Source &unrolled) { return look(unrolled); });
    ledger.convictions = std::move(convictions_);
    EngineRecord record;
    record.engine = engineName();
    record.gaps = std::move(last_.gaps);
    record.gaps.insert(record.gaps.end(), std::make_move_iterator(cut.begin()),
                       std::make_move_iterator(cut.end()));
    record.removed = static_cast<std::uint64_t>(
        std::ranges::count_if(last_.same, [&](ExpressionId use) { return !free_.contains(use); }));
    record.reason = "they get the same value in every order";
    record.foundation = true; // its gaps may affect any use
    for (const ExpressionId use : last_.suspected)
      ledger.open.push_back(openSuspect(use));
    ledger.engines.push_back(std::move(record));
    return ledger;
  }

private:
  [[nodiscard]] std::string engineName() const {
    switch (request_.cele.route) {
    case CeleRoute::Constraints:
      return "constraints (" + std::string(toString(request_.cele.encoding)) + ")";
    case CeleRoute::Execution:
      return "execution";
    case CeleRoute::Both:
      break;
    }
    return "constraints and execution";
  }

  Level look(const Source &unrolled) {
    Answer answer =
        request_.cele.route == CeleRoute::Execution ? execute(unrolled) : constrain(unrolled);
    const bool isLate = std::ranges::any_of(
        answer.gaps, [](const Gap &gap) { return gap.kind == GapKind::TimeLimit; });
    if (levels_++ > 0 && isLate && answer.races.empty())
      return {.interrupted = true};
    last_ = std::move(answer);
    if (request_.cele.route == CeleRoute::Both)
      compareWith(execute(unrolled));
    compareWithStructure();
    tellRaces(unrolled);
    const bool isEnough = !convictions_.empty() && !request_.explore.allRaces;
    return {.decided = isEnough || !last_.gaps.empty(), .cut = last_.cut};
  }

  Answer execute(const Source &unrolled) {
    ExactOptions options;
    options.reduction = request_.explore.reduction;
    options.limits = limitsLeft(request_, context_.sinceBegin);
    options.onProgress = context_.onProgress;
    context_.onProgress("executing schedules");
    Answer answer;
    Result<ExactAnswer> exact = exploreValueRaces(unrolled, options);
    if (!exact) {
      answer.gaps.push_back({GapKind::EngineCrash, exact.error().message, {}, {}});
      return answer;
    }
    answer.races = std::move(exact->races);
    for (Gap &gap : exact->gaps)
      if (const std::optional<StatementId> loop = loopAt(text_, gap))
        answer.cut.push_back(*loop);
      else
        answer.gaps.push_back(std::move(gap));
    for (const ExpressionId use : uses_)
      if (!answer.races.contains(use))
        answer.same.insert(use);
    stats_.exploration = exact->stats;
    return answer;
  }

  Answer constrain(const Source &unrolled) {
    StaticOptions options;
    options.encoding = request_.cele.encoding;
    options.confirm = [&](const ValueRace &race) { return confirm(unrolled, race); };
    options.onProgress = context_.onProgress;
    options.effortPerQuery = kDefaultSolverEffort;
    options.isTimeOver = [deadline = Deadline(limitsLeft(request_, context_.sinceBegin).seconds)] {
      return deadline.isOver();
    };
    Answer answer;
    Result<StaticAnswer> found = findValueRaces(text_, unrolled, options);
    if (!found) {
      answer.gaps.push_back({GapKind::EngineCrash, found.error().message, {}, {}});
      return answer;
    }
    answer.gaps = std::move(found->gaps);
    answer.cut = std::move(found->cutLoops);
    for (UseAnswer &use : found->uses)
      take(std::move(use), answer);
    if (options.encoding == Encoding::OneEdge)
      answer.gaps.push_back({GapKind::Bound,
                             "the encoding one-edge leaves runs out",
                             {},
                             "take --cele-encoding exact"});
    return answer;
  }

  void take(UseAnswer use, Answer &answer) const {
    const Place at = text_.at(use.use).at;
    switch (use.kind) {
    case UseAnswer::Kind::Same:
      answer.same.insert(use.use);
      return;
    case UseAnswer::Kind::Differs:
      answer.races.emplace(use.use, std::move(*use.race));
      return;
    case UseAnswer::Kind::Suspected:
      answer.suspected.push_back(use.use);
      return;
    case UseAnswer::Kind::Undecided:
      // OneEdge proves nothing; reported once, not per use.
      if (request_.cele.encoding != Encoding::OneEdge)
        answer.gaps.push_back({GapKind::SolverLimit,
                               "the solver could not decide whether this use gets different values",
                               {text_.file, at.line, at.column},
                               "try --cele-route execution"});
      return;
    }
  }

  /// Two independent engines must agree wherever both have an answer. An executed race counts,
  /// whatever gaps execution has.
  void compareWith(const Answer &executed) {
    for (const ExpressionId use : uses_) {
      const bool isMissed = executed.races.contains(use) && last_.same.contains(use);
      const bool isTooMany = last_.races.contains(use) && executed.same.contains(use) &&
                             executed.gaps.empty() && executed.cut.empty();
      if (isMissed || isTooMany)
        disagree("constraints and execution", use);
    }
  }

  /// An executed race outweighs the conclusion, but one of the two is wrong.
  void compareWithStructure() {
    for (const auto &[use, race] : last_.races)
      if (free_.contains(use))
        disagree("the structure of the program and its execution", use);
  }

  void disagree(const std::string &engines, ExpressionId use) {
    const Place at = text_.at(use).at;
    last_.gaps.push_back({GapKind::EngineCrash,
                          engines + " do not agree about this use",
                          {text_.file, at.line, at.column},
                          "this is a defect of Raceward: please report it"});
  }

  void tellRaces(const Source &unrolled) {
    std::vector<const ValueRace *> races;
    for (const auto &[use, race] : last_.races)
      if (!told_.contains(use))
        races.push_back(&race);
    // The shortest first: those that follow from it are longer.
    std::ranges::sort(races, {}, [&](const ValueRace *race) {
      return std::tuple(race->first.steps.size() + race->second.steps.size(), race->use);
    });
    for (const ValueRace *race : races) {
      Result<Conviction> told = tell(unrolled, *race);
      if (!told) {
        last_.gaps.push_back({GapKind::EngineCrash, told.error().message, {}, {}});
        continue;
      }
      told_.insert(unrolled.at(race->use).origin);
      convictions_.push_back(std::move(*told));
      if (!request_.explore.allRaces)
        return;
    }
  }

  [[nodiscard]] OpenSuspect openSuspect(ExpressionId use) const {
    const Expression &expression = text_.at(use);
    AccessSite site;
    site.order = MemoryOrder::SeqCst;
    site.at = {text_.file, expression.at.line, expression.at.column};
    site.function = "main";
    site.name = text_.at(expression.variable).name;
    return {site, site, site.name};
  }

  const Source &text_;
  const CheckRequest &request_;
  CheckStats &stats_;
  const PipelineContext &context_;
  std::set<ExpressionId> uses_;
  std::set<ExpressionId> free_; ///< uses that no order can change
  Answer last_;                 ///< of the last complete level
  std::uint32_t levels_ = 0;
  std::vector<Conviction> convictions_;
  std::set<ExpressionId> told_;
};

} // namespace

Ledger checkValueRaces(const Source &text, const CheckRequest &request, CheckStats &stats,
                       const PipelineContext &context) {
  return ValueRaceCheck(text, request, stats, context).run();
}

PathLedger checkProperty(const Source &text, Property property, const CheckRequest &request,
                         CheckStats &stats, const PipelineContext &context) {
  PathLedger ledger;
  ledger.property = property;
  const auto look = [&](const Source &unrolled) -> Level {
    ExactOptions options;
    options.reduction = request.explore.reduction;
    options.limits = limitsLeft(request, context.sinceBegin);
    options.onProgress = context.onProgress;
    context.onProgress("executing schedules");
    ledger.gaps.clear();
    Result<ExactAnswer> exact = exploreProperty(unrolled, property, options);
    if (!exact) {
      ledger.gaps.push_back({GapKind::EngineCrash, exact.error().message, {}, {}});
      return {.decided = true};
    }
    Level level;
    for (Gap &gap : exact->gaps)
      if (const std::optional<StatementId> loop = loopAt(text, gap))
        level.cut.push_back(*loop);
      else
        ledger.gaps.push_back(std::move(gap));
    ledger.violations = std::move(exact->violations);
    ledger.paths = exact->stats.runs;
    ledger.steps = exact->stats.steps;
    ledger.queries = exact->stats.queries;
    stats.exploration = exact->stats;
    level.decided = !ledger.violations.empty() || !ledger.gaps.empty();
    return level;
  };
  for (Gap &gap : deepen(text, request, context.sinceBegin, look))
    ledger.gaps.push_back(std::move(gap));
  ledger.closed = true;
  return ledger;
}

} // namespace raceward::cele
