#include "ShowGraph.h"
#include "ShowTerms.h"
#include "StaticProblem.h"

namespace raceward::cele {

namespace {

std::string graphText(const Source &source, const Cssa &cssa, Picture picture) {
  const ShowGraph graph = makeGraph(source, cssa, picture);
  std::string text;
  auto edge = graph.edges.begin(); // sorted by source block
  for (const ShowGraph::Node &node : graph.nodes) {
    text += node.name + ":";
    for (const std::string &line : node.lines)
      text += "\n    " + line;
    std::string next;
    for (; edge != graph.edges.end() && edge->from == node.block; ++edge)
      next += (next.empty() ? "→ " : ", ") + (edge->label.empty() ? "" : edge->label + " ") +
              graph.nodes[edge->to.index()].name;
    if (!next.empty())
      text += (node.lines.empty() ? " " : "\n    ") + next;
    text += "\n";
  }
  if (!graph.conflicts.empty())
    text += "conflicts:\n";
  for (const ShowGraph::Edge &conflict : graph.conflicts)
    text += "    " + graph.nodes[conflict.from.index()].name + " ⇢ " +
            graph.nodes[conflict.to.index()].name + "  " + conflict.label + "\n";
  return text;
}

std::string accessText(const Source &source, const StaticProblem &problem,
                       const OrderedAccess &access) {
  const FlowStep &step = problem.cssa.steps.at(access.clock);
  const bool isRead = access.kind == OrderedAccess::Kind::Read;
  std::string text = (isRead ? "read " : "write ") + source.at(VariableId(access.location)).name;
  if (access.index.valid())
    text += "[" + showTerm(problem.arena, access.index) + "]";
  text += ", clock " + std::to_string(access.clock.index());
  if (step.kind == FlowStep::Kind::Initial)
    return text + ", at the start";
  text += ", in " + problem.cssa.flow.name(step.block);
  return text + (isRead ? ", gets " : ", value ") + showTerm(problem.arena, access.value);
}

Result<std::string> constraintsText(const Source &source, Encoding encoding) {
  StaticOptions options;
  options.encoding = encoding;
  Result<std::unique_ptr<StaticProblem>> made = StaticProblem::make(source, options);
  if (!made)
    return fail(std::move(made).error());
  const StaticProblem &problem = **made;
  const EncodedRun &run = problem.runs[0];
  std::string text = "integers of " + std::to_string(problem.width) + " bits; encoding " +
                     std::string(toString(encoding)) + "\n";
  text += "inputs (of both runs):\n";
  for (const auto &[expression, variable] : problem.inputs) {
    const Place at = source.at(expression).at;
    text += "    " + problem.arena.name(variable) + "  read(" +
            std::to_string(source.at(expression).number) + ") at " + std::to_string(at.line) + ":" +
            std::to_string(at.column) + "\n";
  }
  text += "accesses (from.A.B: access A gets the value that access B wrote):\n";
  for (std::size_t i = 0; i < run.accesses.size(); ++i)
    text += "    " + std::to_string(i) + ": " + accessText(source, problem, run.accesses[i]) + "\n";
  text += "constraints of the first run (the second has the same, with '2):\n";
  for (const Term constraint : run.constraints)
    text += "    " + showTerm(problem.arena, constraint) + "\n";
  text += "uses (can they differ between the runs?):\n";
  for (std::size_t i = 0; i < run.useValue.size(); ++i) {
    const Term first = run.useValue[i];
    if (!first.valid())
      continue;
    const Term second = problem.runs[1].useValue[i];
    text += "    " + showUse(source, ExpressionId(i)) + ": " +
            (first == second
                 ? "the same term, " + showTerm(problem.arena, first)
                 : showTerm(problem.arena, first) + " against " + showTerm(problem.arena, second)) +
            "\n";
  }
  return text;
}

} // namespace

Result<std::string> showText(const Source &unrolled, Picture picture, Encoding encoding) {
  if (picture == Picture::Constraints)
    return constraintsText(unrolled, encoding);
  const Result<Cssa> cssa = buildCssa(unrolled);
  if (!cssa)
    return fail(cssa.error());
  return graphText(unrolled, *cssa, picture);
}

} // namespace raceward::cele
