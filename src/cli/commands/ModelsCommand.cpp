// `raceward models`: which functions of libraries are known, and how.
#include "commands/Commands.h"
#include "commands/ProgramText.h"
#include "options/LoadOptions.h"
#include "options/Suggest.h"
#include "raceward/base/Json.h"
#include "raceward/program/LibraryModels.h"
#include "raceward/program/LibraryState.h"
#include "raceward/program/ModelStubs.h"
#include "raceward/symex/Models.h"
#include "terminal/Messages.h"

#include <algorithm>
#include <map>

namespace raceward {

namespace {

std::string printedList(const std::vector<ModelledFunction> &functions) {
  std::size_t width = 0;
  for (const ModelledFunction &function : functions)
    width = std::max(width, function.name.size());
  std::string text;
  for (const ModelledFunction &function : functions)
    text += function.name + std::string(width + 2 - function.name.size(), ' ') +
            std::string(toString(function.kind)) + "\n";
  return text;
}

std::string_view execution(const ModelledFunction *function) {
  if (function == nullptr)
    return "not executed by the machine: a path ends there as a gap";
  switch (function->kind) {
  case ModelKind::Native:
    return "executed by the machine itself";
  case ModelKind::C:
    return "executed as a model in C";
  case ModelKind::Input:
    return "gives any value of its type";
  case ModelKind::Builtin:
    return "an instruction in its place";
  }
  return "";
}

/// Empty if nothing is known about it.
std::string printedFunction(const std::string &name,
                            const std::vector<ModelledFunction> &functions) {
  const auto at = std::find_if(functions.begin(), functions.end(),
                               [&](const ModelledFunction &other) { return other.name == name; });
  const ModelledFunction *function = at == functions.end() ? nullptr : &*at;
  const LibraryFunction *row = findEffects(name);
  if (function == nullptr && row == nullptr)
    return {};
  std::string states;
  for (const StateAccess &access : row != nullptr ? row->states : std::vector<StateAccess>())
    states += (states.empty() ? "\n  state      " : ", ") +
              std::string(access.writes ? "changes " : "reads ") + nameOfState(access.state);
  return name + "\n  effects    " +
         (row != nullptr ? describe(*row) : "none that a row could state: unknown to the provers") +
         states + "\n  execution  " + std::string(execution(function)) + "\n";
}

Json factsOf(const ModelSummary &summary) {
  Json states = Json::array();
  for (const StateAccess &access : summary.effects.states)
    states.push_back({{"name", access.state}, {"writes", access.writes}});
  return {{"name", summary.effects.name},
          {"described_by", "model"},
          {"file", "share/raceward/models/" + std::string(summary.file) + ".c"},
          {"provers", true},
          {"machine", true},
          {"effects", describe(summary.effects)},
          {"is_gap", summary.isGap},
          {"gaps", summary.gaps},
          {"provers_only", summary.unordered},
          {"states", states}};
}

/// Of a function that the engines know without a model in C.
Json factsOf(const std::string &name, const ModelledFunction *executed) {
  const LibraryFunction *row = findLibraryFunction(name);
  return {{"name", name},
          {"described_by", executed != nullptr ? toString(executed->kind) : "row"},
          {"file", nullptr},
          {"provers", row != nullptr},
          {"machine", executed != nullptr},
          {"effects", row != nullptr ? Json(describe(*row)) : Json()},
          {"is_gap", false},
          {"gaps", Json::array()},
          {"provers_only", Json::array()},
          {"states", Json::array()}};
}

std::string printedFacts(const std::vector<ModelledFunction> &functions) {
  std::map<std::string, Json> facts;
  for (const ModelSummary &summary : summariseModels())
    facts.emplace(summary.effects.name, factsOf(summary));
  for (const ModelledFunction &function : functions)
    if (!facts.contains(function.name))
      facts.emplace(function.name, factsOf(function.name, &function));
  for (const LibraryFunction &row : libraryFunctions())
    if (!facts.contains(row.name))
      facts.emplace(row.name, factsOf(row.name, nullptr));
  Json all = Json::array();
  for (auto &[name, each] : facts)
    all.push_back(std::move(each));
  return Json{{"schema_version", 1}, {"functions", all}}.print(1) + "\n";
}

Result<int> printStubs(const CommandLine &line) {
  RW_ASSIGN_OR_RETURN(const LoadRequest request, loadRequestFrom(line.options, line.arguments));
  const Result<std::string> text = textAbout(request, modelStubs);
  if (!text)
    return static_cast<int>(
        printError(text.error(), request.colour ? MessageColour::Yes : MessageColour::No));
  return printed(*text);
}

} // namespace

Result<int> runModelsCommand(const CommandLine &line) {
  if (line.options.stub)
    return printStubs(line);
  const bool list = line.options.list || line.options.facts;
  const std::vector<std::string> &names = line.options.words;
  if (!list && names.empty())
    return fail(Error::Kind::Usage, "no function is named",
                "raceward models --list prints all of them");
  RW_ASSIGN_OR_RETURN(const std::vector<ModelledFunction> functions, modelledFunctions());
  if (line.options.facts)
    return printed(printedFacts(functions));
  std::string text = list ? printedList(functions) : std::string();
  for (const std::string &name : names) {
    const std::string known = printedFunction(name, functions);
    if (known.empty())
      return fail(Error::Kind::Usage, "nothing is known about a function '" + name + "'",
                  "a call of it is a gap; give its source with the program");
    text += known;
  }
  return printed(text);
}

} // namespace raceward
