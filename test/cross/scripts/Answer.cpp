#include "Answer.h"

#include "raceward/check/Pipeline.h"
#include "raceward/symex/ThreadedMachine.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace raceward::test {
namespace {

/// Never needed by a program within reach of brute force.
constexpr std::uint64_t kMostRuns = 200'000;
/// A loop that is never left, in a program with a trylock, is followed for ever.
constexpr std::uint64_t kLongestRun = 10'000;
constexpr double kMostSeconds = 20;

LinePair linesOf(const AccessSite &a, const AccessSite &b) {
  return std::minmax(a.at.line, b.at.line);
}

/// Without positions, each once, so that they can be counted.
std::set<std::string> textsOf(const std::vector<Gap> &gaps) {
  std::set<std::string> texts;
  for (const Gap &gap : gaps)
    texts.insert(std::string(toString(gap.kind)) + ": " + gap.message);
  return texts;
}

} // namespace

Result<Program> loadC(const std::string &text, DataModel dataModel) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("script-" + std::to_string(getpid()) + ".c");
  std::ofstream(file) << text;
  LoadRequest request;
  request.files = {file.string()};
  request.dataModel = dataModel;
  Result<Program> program = loadProgram(request);
  std::filesystem::remove(file);
  return program;
}

Answer answerFor(const Program &program, MemoryModel model, Reduction reduction, bool allRaces) {
  CheckRequest request;
  request.model = model;
  request.explore.reduction = reduction;
  request.explore.allRaces = allRaces;
  request.explore.seconds = kMostSeconds;
  CheckStats stats;
  PipelineContext context;
  context.onProgress = [](std::string_view) {};
  context.onPartialLedger = [](const Ledger &) {};
  const PipelineEnd end = runPipeline(program, request, stats, context);
  const Verdict verdict = conclude(end.ledger);
  Answer answer;
  for (const EngineRecord &engine : end.ledger.engines)
    answer.reasons.merge(textsOf(engine.gaps));
  if (verdict.isRace()) {
    answer.kind = Answer::Kind::Race;
    for (const Conviction &conviction : end.ledger.convictions)
      answer.races.insert(linesOf(conviction.first, conviction.second));
  } else if (verdict.isRaceFree()) {
    answer.kind = Answer::Kind::RaceFree;
  } else if (answer.reasons.empty()) {
    answer.reasons = textsOf(verdict.unknown()->reasons);
  }
  return answer;
}

Result<Seen> search(const Program &program, MemoryModel model, Reduction reduction,
                    Question question, int variables) {
  // All but handles that pthread_create() writes: nobody reads them before (InC.h).
  std::vector<bool> visible(program.sites().size());
  for (const AccessSite &site : program.sites())
    visible[site.id.index()] = site.call != "pthread_create";
  ThreadBounds bounds;
  bounds.sleepOnMutexes = rowOf(reduction).sleepOnMutexes;
  Result<std::unique_ptr<ThreadedMachine>> made =
      ThreadedMachine::make(program, {}, std::move(visible), model, bounds);
  if (!made)
    return fail(made.error());
  ThreadedMachine &machine = **made;
  Seen seen;
  SearchOptions options;
  options.reduction = reduction;
  options.question = question;
  options.bounds.runs = kMostRuns;
  options.bounds.eventsPerRun = kLongestRun;
  options.onCompleteRun = [&](std::span<const Event>) {
    std::vector<std::uint64_t> values;
    for (int v = 0; v < variables; ++v)
      if (const auto value = machine.globalValue("v" + std::to_string(v)))
        values.push_back(*value);
    if (values.size() == static_cast<std::size_t>(variables))
      seen.finalValues.insert(std::move(values));
  };
  const Result<SearchResult> result = explore(machine, options);
  if (!result)
    return fail(result.error());
  // A section is one step, at its begin.
  for (const RacingPair &pair : result->races)
    seen.races.insert(std::minmax(
        {machine.placeAt(pair.first.at).at.line, machine.placeAt(pair.second.at).at.line}));
  seen.reasons = textsOf(machine.gaps());
  if (result->ambiguousOrder)
    seen.reasons.insert("ambiguous order");
  if (!result->exhausted() && result->ended != SearchEnd::FirstRace)
    seen.reasons.insert(toString(result->ended));
  return seen;
}

} // namespace raceward::test
