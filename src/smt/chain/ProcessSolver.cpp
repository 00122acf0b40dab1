#include "raceward/smt/ProcessSolver.h"

#include "Conversation.h"
#include "raceward/smt/SmtLib.h"
#include "raceward/smt/Support.h"

#include <algorithm>
#include <unordered_set>

namespace raceward {

namespace {

constexpr int kMaxFailuresInARow = 3;

class ProcessSolver final : public Solver {
public:
  ProcessSolver(const TermArena &arena, ProcessSolverOptions options)
      : arena_(arena), options_(std::move(options)), support_(arena) {}
  Result<Answer> check(const Query &query) override;

private:
  bool start();
  std::string guard(Term constraint);
  Answer solve(const Query &query);
  Answer yes(const Query &query);
  Answer no(const Query &query);
  std::optional<std::vector<BitVector>> valuesOf(const std::vector<std::string> &terms);
  Answer broken(const std::string &what);

  const TermArena &arena_;
  ProcessSolverOptions options_;
  Support support_;
  std::unique_ptr<Conversation> talk_;
  std::unordered_set<Term> defined_;
  std::unordered_set<Term> guarded_;
  std::string unsent_; ///< commands to send with the next query
  int failures_ = 0;
};

Result<Answer> ProcessSolver::check(const Query &query) {
  if (failures_ >= kMaxFailuresInARow)
    return Answer::gaveUp("the solver process failed too often");
  if (talk_ && guarded_.size() > options_.maxConstraints)
    talk_.reset();
  if (!talk_ && !start())
    return broken("cannot be started");
  return solve(query);
}

bool ProcessSolver::start() {
  defined_.clear();
  guarded_.clear();
  talk_ = Conversation::start(options_.command);
  unsent_ = "(set-option :print-success false)\n(set-option :produce-models true)\n"
            "(set-option :produce-unsat-assumptions true)\n";
  unsent_ += std::string("(set-logic ") + kSmtLibLogic + ")\n";
  return talk_ != nullptr;
}

Answer ProcessSolver::broken(const std::string &what) {
  talk_.reset();
  ++failures_;
  return Answer::gaveUp("the solver process " + what);
}

std::string ProcessSolver::guard(Term constraint) {
  const std::string name = "g" + std::to_string(constraint.index());
  if (!guarded_.insert(constraint).second)
    return name;
  unsent_ += smtLibDefinitions(
      arena_, constraint, [this](Term t) { return defined_.contains(t); },
      [this](Term t) { defined_.insert(t); });
  unsent_ += "(declare-fun " + name + " () Bool)\n";
  unsent_ += "(assert (=> " + name + " " + smtLibName(arena_, constraint) + "))\n";
  return name;
}

Answer ProcessSolver::solve(const Query &query) {
  std::string guards;
  for (const Term constraint : query.constraints)
    guards += guard(constraint) + " ";
  const std::string question = unsent_ + "(check-sat-assuming (" + guards + "))\n";
  unsent_.clear();
  const std::optional<Sexpr> reply = talk_->ask(question, options_.secondsPerQuery);
  if (!reply)
    return broken("died or did not answer");
  if (reply->atom == "unknown") {
    failures_ = 0;
    return Answer::gaveUp("the solver process answered unknown");
  }
  if (reply->atom != "sat" && reply->atom != "unsat")
    return broken("gave an answer that is not one of SMT-LIB");
  Answer answer = reply->atom == "sat" ? yes(query) : no(query);
  if (answer.sat != Sat::GaveUp)
    failures_ = 0;
  return answer;
}

std::optional<std::vector<BitVector>>
ProcessSolver::valuesOf(const std::vector<std::string> &terms) {
  std::vector<BitVector> values;
  if (terms.empty())
    return values;
  std::string question = "(get-value (";
  for (const std::string &term : terms)
    question += term + " ";
  const std::optional<Sexpr> reply = talk_->ask(question + "))\n", options_.secondsPerQuery);
  if (!reply || reply->items.size() != terms.size())
    return std::nullopt;
  for (const Sexpr &pair : reply->items) {
    if (pair.items.size() != 2)
      return std::nullopt;
    const std::optional<BitVector> value = readValue(pair.items[1]);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

Answer ProcessSolver::yes(const Query &query) {
  std::vector<Term> variables;
  std::vector<Term> reads;
  const auto sortUnique = [](std::vector<Term> &terms) {
    std::sort(terms.begin(), terms.end());
    terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  };
  for (const Term constraint : query.constraints) {
    const Support::Entry &needs = support_.of(constraint);
    for (const Term variable : needs.variables)
      if (!arena_.sort(variable).isArray())
        variables.push_back(variable);
    reads.insert(reads.end(), needs.reads.begin(), needs.reads.end());
  }
  sortUnique(variables);
  sortUnique(reads);

  // First the variables and the indices, then the elements at those indices: solvers print whole
  // arrays in different forms.
  std::vector<std::string> asked;
  std::vector<std::uint32_t> widths;
  const auto want = [&](Term term) {
    asked.push_back(smtLibName(arena_, term));
    widths.push_back(std::max<std::uint32_t>(arena_.width(term), 1));
  };
  for (const Term variable : variables)
    want(variable);
  for (const Term read : reads)
    want(arena_.node(read).b);
  const auto first = valuesOf(asked);
  if (!first)
    return broken("gave no model");
  for (std::size_t i = 0; i < first->size(); ++i)
    if ((*first)[i].width() != widths[i])
      return broken("gave a value of the wrong width");

  struct Element {
    Term array;
    BitVector index;
  };
  std::vector<Element> elements;
  asked.clear();
  for (std::size_t i = 0; i < reads.size(); ++i) {
    const BitVector &index = (*first)[variables.size() + i];
    for (const Term array : arrayVariables(arena_, arena_.node(reads[i]).a)) {
      elements.push_back({array, index});
      asked.push_back("(select " + symbolOf(arena_, array) + " " + index.toString() + ")");
    }
  }
  const auto second = valuesOf(asked);
  if (!second)
    return broken("gave no model of an array");

  Model model;
  for (std::size_t i = 0; i < variables.size(); ++i)
    model.set(variables[i], (*first)[i]);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if ((*second)[i].width() != arena_.width(elements[i].array))
      return broken("gave an element of the wrong width");
    model.setElement(elements[i].array, elements[i].index, (*second)[i]);
  }
  return checkedYes(arena_, query.constraints, std::move(model));
}

Answer ProcessSolver::no(const Query &query) {
  const auto reply = talk_->ask("(get-unsat-assumptions)\n", options_.secondsPerQuery);
  if (!reply || !reply->isList())
    return broken("gave no core");
  std::unordered_set<std::string> names;
  for (const Sexpr &item : reply->items)
    names.insert(item.atom);
  std::vector<Term> core;
  for (const Term constraint : query.constraints)
    if (names.erase("g" + std::to_string(constraint.index())) != 0)
      core.push_back(constraint);
  if (core.empty() || !names.empty())
    return broken("gave a core that is not of the query");
  std::sort(core.begin(), core.end());
  return Answer::no(std::move(core));
}

} // namespace

std::vector<std::string> cvc5Command() {
  return {"cvc5", "--lang=smt2", "--incremental", "--quiet"};
}

std::unique_ptr<Solver> makeProcessSolver(const TermArena &arena, ProcessSolverOptions options) {
  return std::make_unique<ProcessSolver>(arena, std::move(options));
}

} // namespace raceward
