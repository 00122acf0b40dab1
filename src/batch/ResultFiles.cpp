#include "raceward/base/Text.h"
#include "raceward/batch/BatchRun.h"
#include "raceward/batch/Csv.h"
#include "raceward/batch/Numbers.h"

#include <nlohmann/json.hpp>

namespace raceward::batch {

namespace {

// Keys in the order in which they are written: a reader finds the summary first.
using nlohmann::ordered_json;

/// Raise it with every change that could break a reader; docs/use/batch.md describes it.
constexpr int kResultsSchema = 1;

double megabytes(std::uint64_t bytes) {
  return static_cast<double>(bytes) / 1e6;
}

ordered_json toJson(const BatchCounts &counts) {
  return ordered_json{{"right_race_free", counts.rightRaceFree},
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

ordered_json toJson(const BatchReason &reason) {
  ordered_json object{{"kind", reason.kind}, {"message", reason.message}};
  if (!reason.file.empty())
    object["file"] = reason.file;
  if (reason.line > 0)
    object["line"] = reason.line;
  return object;
}

ordered_json toJson(const BatchResult &result, const Comparison *comparison) {
  const BatchTask &task = result.task;
  ordered_json object{{"folder", task.folder},
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
      object["compared"] = ordered_json{{"verdict", toText(peer->verdict)},
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
  ordered_json summary = toJson(run.counts());
  summary["tasks"] = run.tasks;
  summary["finished"] = run.results.size();
  ordered_json results = ordered_json::array();
  for (const BatchResult &result : run.results)
    results.push_back(toJson(result, comparison));
  ordered_json document{{"schema_version", kResultsSchema},
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
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace raceward::batch
