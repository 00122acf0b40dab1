#include "raceward/report/RaceWitness.h"

#include "RunJson.h"
#include "raceward/model/RunFacts.h"
#include "raceward/report/Fingerprint.h"
#include "story/Findings.h"
#include "text/SourceFiles.h"

#include <set>

namespace raceward {
namespace {

constexpr std::string_view kFormat = "raceward-witness";

Json textsOf(const std::vector<std::string> &texts) {
  Json list = Json::array();
  for (const std::string &each : texts)
    list.push_back(text(each));
  return list;
}

Json entryOf(const WitnessEntry &entry) {
  Json json = Json::object();
  json["functions"] = textsOf(entry.functions);
  json["setup"] = textsOf(entry.setup);
  json["memory"] = text(entry.memory);
  json["depth"] = entry.depth;
  json["driver_name"] = text(entry.driverName);
  return json;
}

Json programOf(const RaceWitness &witness) {
  Json files = Json::array();
  for (const WitnessFile &file : witness.files)
    files.push_back(Json{{"name", text(file.name)}, {"sha256", text(file.sha256)}});
  Json program = Json::object();
  program["files"] = std::move(files);
  program["compiler_flags"] = textsOf(witness.compilerFlags);
  program["compile_commands"] = textOrNull(witness.compileCommands);
  program["target"] = textOrNull(witness.target);
  program["entry"] = witness.entry ? entryOf(*witness.entry) : Json(nullptr);
  program["data_model"] = text(witness.dataModel);
  program["memory_model"] = text(witness.memoryModel);
  return program;
}

Json stepReference(const Evidence &run, std::uint32_t at) {
  const EvidenceStep &step = run.steps[at];
  Json json = Json::object();
  json["step"] = at;
  json["action"] = toString(step.action);
  json["object"] = textOrNull(step.object);
  putPosition(json, step.at);
  return json;
}

/// Everything about one of the two accesses in one place; the run repeats it.
Json sideOf(const AccessSite &site, const Evidence &run, std::uint32_t at) {
  const EvidenceStep &step = run.steps[at];
  Json side = accessOf(site, run.threads[step.thread].function);
  side["thread_number"] = step.thread;
  side["step"] = at;
  side["called_from"] = callersOf(step.calledFrom);
  side["locks_held"] = Json::array();
  for (const HeldLock &lock : locksHeldBefore(run, at)) {
    Json held = stepReference(run, lock.step);
    held["shared"] = lock.shared;
    side["locks_held"].push_back(std::move(held));
  }
  const std::optional<std::uint32_t> last = lastSynchronisation(run, at);
  side["last_synchronisation"] = last ? stepReference(run, *last) : Json(nullptr);
  return side;
}

} // namespace

std::vector<WitnessLine> linesOf(const Evidence &run) {
  std::set<std::pair<std::string, std::uint32_t>> wanted;
  const auto want = [&](const SourcePosition &at) {
    if (at.known())
      wanted.emplace(at.file, at.line);
  };
  for (const EvidenceStep &step : run.steps) {
    want(step.at);
    for (const Caller &caller : step.calledFrom)
      want(caller.at);
  }
  for (const GivenInput &input : run.inputs)
    want(input.at);
  SourceFiles sources;
  std::vector<WitnessLine> lines;
  for (const auto &[file, number] : wanted)
    if (const auto line = sources.line(file, number))
      lines.push_back({file, number, std::string(*line)});
  return lines;
}

std::string raceWitness(const RaceWitness &witness) {
  const Conviction &race = witness.race;
  Json document = Json::object();
  document["format"] = kFormat;
  document["version"] = kRaceWitnessVersion;
  document["tool"] = Json{{"name", "raceward"}, {"version", text(witness.toolVersion)}};
  document["program"] = programOf(witness);
  document["race"] = Json::object();
  document["race"]["object"] = textOrNull(objectOf(race));
  document["race"]["fingerprint"] = fingerprintOf(race);
  document["race"]["context_switches"] = contextSwitches(race.run);
  document["race"]["accesses"] = Json::array(
      {sideOf(race.first, race.run, race.run.firstAccess),
       sideOf(race.second, race.run, static_cast<std::uint32_t>(race.run.steps.size() - 1))});
  document["run"] = runOf(race.run);
  document["lines"] = Json::array();
  for (const WitnessLine &line : witness.lines)
    document["lines"].push_back(
        Json{{"file", text(line.file)}, {"line", line.line}, {"text", text(line.text)}});
  return printed(document);
}

} // namespace raceward
