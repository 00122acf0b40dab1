#include "raceward/batch/Batch.h"

#include "raceward/base/File.h"
#include "raceward/base/Sha256.h"
#include "raceward/base/Text.h"
#include "raceward/batch/BatchRun.h"
#include "raceward/batch/Checker.h"
#include "raceward/batch/FleetRun.h"
#include "raceward/batch/Journal.h"
#include "raceward/batch/Ledger.h"
#include "raceward/batch/TaskItem.h"
#include "raceward/batch/TaskList.h"
#include "raceward/batch/WorkerPool.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <thread>
#include <unistd.h>

namespace raceward {

namespace {

using namespace raceward::batch;

Result<void> validate(const BatchOptions &options) {
  const auto usage = [](const char *message) { return fail(Error::Kind::Usage, message); };
  if (options.taskFiles.empty())
    return usage("no task list was given");
  if (options.outputDirectory.empty())
    return usage("no output folder was given");
  if (options.jobs == 0 || options.jobs > 1024)
    return usage("the number of jobs must be from 1 to 1024");
  if (!std::isfinite(options.timeLimitSeconds) || options.timeLimitSeconds < 0)
    return usage("the time limit must be a number of seconds");
  if (!options.compareTool.empty() && options.compareWith.empty())
    return usage("a tool to compare with needs a file with its results");
  if (options.validate && options.witnessDirectory.empty())
    return usage("validating needs a folder for the witnesses");
  if (!options.witnessDirectory.empty() && options.queue)
    return usage("witnesses are not sent over a queue");
  if (!options.witnessDirectory.empty() && !options.cacheFile.empty())
    return usage("a cache keeps answers, but no witnesses");
  if (options.reuseLimits && options.cacheFile.empty() && !options.queue)
    return usage("answers that ended at a limit are reused from a cache only");
  return {};
}

Result<JournalBinding> bindingOf(const BatchOptions &options, const std::string &program) {
  const auto content = readFile(program);
  if (!content)
    return fail(content.error());
  // A later run may want the witness that such an answer lacks.
  std::vector<std::string> arguments = options.checkerArguments;
  if (!options.witnessDirectory.empty())
    arguments.insert(arguments.end(), {"--witnesses", options.witnessDirectory});
  if (options.validate)
    arguments.emplace_back("--validate");
  return JournalBinding{options.property, options.timeLimitSeconds, options.memoryLimitBytes,
                        program,          sha256(*content),         std::move(arguments)};
}

Result<void> createFolder(const std::string &path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error || !std::filesystem::is_directory(path, error))
    return fail(Error::Kind::Input, "cannot create the output folder '" + path + "'" +
                                        (error ? ": " + error.message() : std::string()));
  return {};
}

Result<TaskList> tasksOf(const BatchOptions &options) {
  auto list = loadTasks(options.taskFiles, options.property);
  if (!list || !list->tasks.empty())
    return list;
  std::string message = "there are no tasks with the property '" + options.property + "'";
  if (list->otherProperties > 0)
    message += "; " + counted(list->otherProperties, "task") + " ask for another";
  Error error{Error::Kind::Input, std::move(message), {}, {}};
  for (const std::string &warning : list->warnings)
    error.details += warning + "\n";
  return fail(std::move(error));
}

/// Empty: no cache.
std::string cacheFile(const BatchOptions &options) {
  if (options.cacheFile.empty() && options.queue)
    return options.outputDirectory + "/cache.sqlite";
  return options.cacheFile;
}

/// The same for the same output folder, so that late answers of workers reach their batch.
std::string topicOf(const BatchOptions &options) {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  std::error_code ignored;
  const std::string folder = std::filesystem::canonical(options.outputDirectory, ignored).string();
  return "batch-" + sha256(std::string(host.data()) + "\n" + folder).substr(0, 20);
}

/// Answers all pending tasks; true if the user interrupted it.
Result<bool> answerAll(const BatchOptions &options, Ledger &ledger, BatchUi &ui) {
  if (options.queue) {
    FleetRun fleet(ledger, *options.queue, {.topic = topicOf(options), .forget = options.fresh});
    if (Result<bool> interrupted = fleet.run(options.interrupted, ui); !interrupted || *interrupted)
      return interrupted;
  }
  return WorkerPool(ledger).run(options.jobs, options.interrupted, ui);
}

Result<void> writeOutputs(const BatchRun &run, const BatchSummary &summary) {
  if (auto written = writeFileAtomically(summary.resultsCsv, resultsCsv(run)); !written)
    return written;
  if (auto written = writeFileAtomically(summary.resultsJson, resultsJson(run)); !written)
    return written;
  return writeFileAtomically(summary.report, reportHtml(run));
}

} // namespace

Result<BatchSummary> runBatch(const BatchOptions &options, BatchUi &ui) {
  // All errors in the request are found before the first task runs.
  if (auto valid = validate(options); !valid)
    return fail(valid.error());
  BatchRun run;
  if (!options.compareWith.empty()) {
    auto comparison = Comparison::load(options.compareWith, options.compareTool);
    if (!comparison)
      return fail(comparison.error());
    run.comparison = std::move(*comparison);
  }
  auto list = tasksOf(options);
  if (!list)
    return fail(list.error());
  const auto program = findProgram(options.checker);
  if (!program)
    return fail(program.error());
  const auto binding = bindingOf(options, *program);
  if (!binding)
    return fail(binding.error());
  if (auto created = createFolder(options.outputDirectory); !created)
    return fail(created.error());
  if (!options.witnessDirectory.empty())
    if (auto created = createFolder(options.witnessDirectory); !created)
      return fail(created.error());
  auto journal = Journal::open(options.outputDirectory, *binding,
                               options.fresh ? JournalStart::Fresh : JournalStart::Resume);
  if (!journal)
    return fail(journal.error());
  if ((*journal)->damagedLines() > 0)
    list->warnings.push_back(counted((*journal)->damagedLines(), "line") +
                             " of the journal cannot be read; the tasks run again");
  for (const std::string &warning : list->warnings)
    ui.warning(warning);

  const CheckerSettings settings{*program,
                                 options.checkerArguments,
                                 options.timeLimitSeconds,
                                 options.memoryLimitBytes,
                                 options.graceSeconds,
                                 options.witnessDirectory,
                                 options.validate,
                                 {}};
  Ledger::Memory memory;
  std::unique_ptr<AnswerCache> cache;
  if (const std::string path = cacheFile(options); !path.empty()) {
    Result<std::unique_ptr<AnswerCache>> opened = AnswerCache::open(path);
    if (!opened)
      return fail(opened.error());
    cache = std::move(*opened);
    Result<std::string> build = buildOf(*program);
    if (!build)
      return fail(build.error());
    memory = {cache.get(), options.reuseLimits, std::move(*build)};
  }
  Ledger ledger(list->tasks, settings, **journal, std::move(memory));
  // Workers elsewhere do the checks; this machine is free for reading.
  const unsigned readers =
      options.queue ? std::max(options.jobs, std::thread::hardware_concurrency()) : options.jobs;
  if (auto begun = ledger.begin(readers, options.interrupted, ui); !begun)
    return fail(begun.error());
  const Result<bool> stopped = answerAll(options, ledger, ui);
  if (!stopped)
    return fail(stopped.error());

  run.property = options.property;
  run.timeLimitSeconds = options.timeLimitSeconds;
  run.memoryLimitBytes = options.memoryLimitBytes;
  run.checkerArguments = options.checkerArguments;
  run.tasks = list->tasks.size();
  run.warnings = std::move(list->warnings);
  run.results = ledger.results();

  BatchSummary summary;
  summary.tasks = run.tasks;
  summary.finished = run.results.size();
  summary.reused = ledger.reused();
  summary.fromCache = ledger.fromCache();
  summary.interrupted = *stopped && summary.finished < summary.tasks;
  summary.counts = run.counts();
  summary.resultsCsv = options.outputDirectory + "/results.csv";
  summary.resultsJson = options.outputDirectory + "/results.json";
  summary.report = options.outputDirectory + "/report.html";
  if (summary.interrupted)
    ui.note("interrupted with " + withThousands(summary.finished) + " of " +
            counted(summary.tasks, "task") +
            " finished; the same command goes on from there (--fresh starts over)");
  ui.closed(ledger.progress());
  if (auto written = writeOutputs(run, summary); !written)
    return fail(written.error());
  return summary;
}

} // namespace raceward
