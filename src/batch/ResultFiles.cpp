#include "raceward/base/Json.h"
#include "raceward/base/Text.h"
#include "raceward/batch/BatchRun.h"
#include "raceward/batch/Csv.h"
#include "raceward/batch/Numbers.h"

namespace raceward::batch {

namespace {

// Keys in the order in which they are written: a reader finds the summary first.
/// Raise it with every change that could break a reader; docs/use/batch.md describes it.
constexpr int kResultsSchema = 1;

double megabytes(std::uint64_t bytes) {
  return static_cast<double>(bytes) / 1e6;
}

Json toJson(const BatchCounts &counts) {
  return Json{{"right_race_free", counts.rightRaceFree},
              {"right_race", counts.rightRace},
              {"wrong_race_free", counts.wrongRaceFree},
              {"wrong_race", counts.wrongRace},
              {"unknown", counts.unknown},
              {"error", counts.error},
              {"no_expectation", counts.noExpectation},
              {"witnesses", counts.witnesses},
              {"confirmed_witnesses", counts.confirmed},
              {"score", counts.score},
              {"best_score", counts.bestScore},
              {"cpu_s", counts.cpuSeconds}};
}

Json toJson(const BatchReason &reason) {
  Json object{{"kind", reason.kind}, {"message", reason.message}};
  if (!reason.file.empty())
    object["file"] = reason.file;
  if (reason.line > 0)
    object["line"] = reason.line;
  return object;
}

Json toJson(const BatchResult &result, const Comparison *comparison) {
  const BatchTask &task = result.task;
  Json object{{"folder", task.folder},
              {"file", task.file},
              {"property", task.property},
              {"data_model", toText(task.dataModel)},
              {"expected", nullptr},
              {"verdict", toText(result.answer.verdict)},
              {"class", toText(result.resultClass())},
              {"reason", nullptr},
              {"cpu_s", result.answer.cpuSeconds},
              {"wall_s", result.answer.wallSeconds},
              {"memory_bytes", result.answer.peakBytes}};
  if (task.expected != BatchExpectation::None)
    object["expected"] = task.expected == BatchExpectation::RaceFree;
  if (!result.answer.witness.empty())
    object["witness"] = result.answer.witness;
  if (result.answer.reason)
    object["reason"] = toJson(*result.answer.reason);
  if (comparison) {
    object["compared"] = nullptr;
    if (const PeerResult *peer = comparison->find(task)) {
      object["compared"] = Json{{"verdict", toText(peer->verdict)},
                                {"class", toText(peer->resultClass)},
                                {"cpu_s", nullptr}};
      if (peer->cpuSeconds)
        object["compared"]["cpu_s"] = *peer->cpuSeconds;
    }
  }
  return object;
}

} // namespace

std::string resultsCsv(const BatchRun &run) {
  std::string text =
      "folder,file,property,expected,verdict,class,reason_kind,cpu_s,wall_s,memory_mb,witness\n";
  for (const BatchResult &result : run.results) {
    const BatchAnswer &answer = result.answer;
    text += csvCell(result.task.folder) + "," + csvCell(result.task.file) + "," +
            csvCell(result.task.property) + "," + toText(result.task.expected) + "," +
            toText(answer.verdict) + "," + toText(result.resultClass()) + "," +
            csvCell(answer.reason ? answer.reason->kind : "") + "," + fixed(answer.cpuSeconds, 6) +
            "," + fixed(answer.wallSeconds, 6) + "," + fixed(megabytes(answer.peakBytes), 3) + "," +
            csvCell(answer.witness) + "\n";
  }
  return text;
}

std::string resultsJson(const BatchRun &run) {
  const Comparison *comparison = run.comparison ? &*run.comparison : nullptr;
  Json summary = toJson(run.counts());
  summary["tasks"] = run.tasks;
  summary["finished"] = run.results.size();
  Json results = Json::array();
  for (const BatchResult &result : run.results)
    results.push_back(toJson(result, comparison));
  Json document{{"schema_version", kResultsSchema},
                {"options",
                 {{"property", run.property},
                  {"time_limit_s", run.timeLimitSeconds},
                  {"memory_limit_bytes", run.memoryLimitBytes},
                  {"checker_arguments", run.checkerArguments}}},
                {"complete", run.results.size() == run.tasks},
                {"summary", std::move(summary)},
                {"compared_with", nullptr},
                {"warnings", run.warnings},
                {"results", std::move(results)}};
  if (comparison)
    document["compared_with"] = comparison->label();
  // In the order in which they were put in: a reader finds the summary first.
  return document.print(2, Json::Characters::Utf8) + "\n";
}

} // namespace raceward::batch
