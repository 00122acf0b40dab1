// A discipline on its way from the process that proved it.
#include "raceward/annotate/Annotate.h"
#include "raceward/base/Json.h"

namespace raceward {

namespace {

Json toJson(const SourcePosition &at) {
  return Json::array({at.file, at.line, at.column});
}

Json toJson(const std::vector<SourcePosition> &places) {
  Json list = Json::array();
  for (const SourcePosition &each : places)
    list.push_back(toJson(each));
  return list;
}

Json toJson(const std::vector<LockInCode> &locks) {
  Json list = Json::array();
  for (const LockInCode &each : locks)
    list.push_back(Json::array(
        {each.parameter ? Json(*each.parameter) : Json(nullptr), each.text, each.exclusive}));
  return list;
}

using Named = std::vector<std::pair<std::string, SourcePosition>>;

Json toJson(const Named &named) {
  Json list = Json::array();
  for (const auto &[name, at] : named)
    list.push_back(Json::array({name, toJson(at)}));
  return list;
}

std::uint64_t numberIn(const Json &value) {
  return value.isInteger() ? value.asUnsigned() : 0;
}

std::string textIn(const Json &value) {
  return value.isString() ? value.asString() : std::string();
}

bool truthIn(const Json &value) {
  return value.isBoolean() && value.asBoolean();
}

SourcePosition positionIn(const Json &value) {
  return {textIn(value[0]), static_cast<std::uint32_t>(numberIn(value[1])),
          static_cast<std::uint32_t>(numberIn(value[2]))};
}

std::vector<SourcePosition> positionsIn(const Json &value) {
  std::vector<SourcePosition> places;
  for (const Json &each : value)
    places.push_back(positionIn(each));
  return places;
}

Named namedIn(const Json &value) {
  Named named;
  for (const Json &each : value)
    named.emplace_back(textIn(each[0]), positionIn(each[1]));
  return named;
}

std::vector<LockInCode> locksIn(const Json &value) {
  std::vector<LockInCode> locks;
  for (const Json &each : value) {
    LockInCode lock{std::nullopt, textIn(each[1]), truthIn(each[2])};
    if (each[0].isInteger())
      lock.parameter = static_cast<std::uint32_t>(each[0].asUnsigned());
    locks.push_back(std::move(lock));
  }
  return locks;
}

std::vector<std::string> textsIn(const Json &value) {
  std::vector<std::string> texts;
  for (const Json &each : value)
    texts.push_back(textIn(each));
  return texts;
}

} // namespace

std::string toJsonText(const Discipline &discipline) {
  Json variables = Json::array();
  for (const GuardedVariable &each : discipline.variables)
    variables.push_back({{"name", each.name},
                         {"declarator", each.declarator},
                         {"declared", toJson(each.declared)},
                         {"pointee", each.pointee},
                         {"lock", each.lock},
                         {"sameObject", each.sameObject},
                         {"lockDeclared", toJson(each.lockDeclared)},
                         {"lockDeclaration", each.lockDeclaration},
                         {"proved", each.proved},
                         {"holds", each.holds},
                         {"places", each.places},
                         {"without", toJson(each.without)},
                         {"ended", toJson(each.ended)},
                         {"early", toJson(each.early)},
                         {"problem", each.problem}});
  Json functions = Json::array();
  for (const FunctionDiscipline &each : discipline.functions)
    functions.push_back({{"name", each.name},
                         {"declared", toJson(each.declared)},
                         {"needs", toJson(each.needs)},
                         {"takes", toJson(each.takes)},
                         {"releases", toJson(each.releases)},
                         {"sometimes", toJson(each.sometimes)}});
  return Json({{"variables", std::move(variables)},
               {"functions", std::move(functions)},
               {"lockFunctions", Json(discipline.lockFunctions)},
               {"executed", toJson(discipline.executed)},
               {"files", Json(discipline.files)},
               {"headers", Json(discipline.headers)},
               {"unknownCalls", Json(discipline.unknownCalls)},
               {"lockTypes", toJson(discipline.lockTypes)}})
      .dump();
}

Result<Discipline> disciplineFromJson(std::string_view text) {
  const Json json = Json::parse(text);
  if (!json.isObject())
    return fail(Error::Kind::Internal, "the discipline is not JSON");
  Discipline discipline;
  for (const Json &each : json["variables"]) {
    GuardedVariable variable;
    variable.name = textIn(each["name"]);
    variable.declarator = textIn(each["declarator"]);
    variable.declared = positionIn(each["declared"]);
    variable.pointee = truthIn(each["pointee"]);
    variable.lock = textIn(each["lock"]);
    variable.sameObject = truthIn(each["sameObject"]);
    variable.lockDeclared = positionIn(each["lockDeclared"]);
    variable.lockDeclaration = textIn(each["lockDeclaration"]);
    variable.proved = truthIn(each["proved"]);
    variable.holds = numberIn(each["holds"]);
    variable.places = numberIn(each["places"]);
    variable.without = positionsIn(each["without"]);
    variable.ended = positionsIn(each["ended"]);
    variable.early = positionsIn(each["early"]);
    variable.problem = textIn(each["problem"]);
    discipline.variables.push_back(std::move(variable));
  }
  for (const Json &each : json["functions"])
    discipline.functions.push_back({textIn(each["name"]), positionIn(each["declared"]),
                                    locksIn(each["needs"]), locksIn(each["takes"]),
                                    locksIn(each["releases"]), locksIn(each["sometimes"])});
  discipline.lockFunctions = textsIn(json["lockFunctions"]);
  discipline.files = textsIn(json["files"]);
  discipline.headers = textsIn(json["headers"]);
  discipline.unknownCalls = textsIn(json["unknownCalls"]);
  discipline.executed = namedIn(json["executed"]);
  discipline.lockTypes = namedIn(json["lockTypes"]);
  return discipline;
}

} // namespace raceward
