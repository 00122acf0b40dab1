// `raceward batch`: many tasks, each a `raceward check` of its own.
#include "Commands.h"
#include "ExploreFlags.h"
#include "Messages.h"
#include "QueueFlags.h"
#include "Values.h"
#include "raceward/base/InterruptGuard.h"
#include "raceward/base/Text.h"
#include "raceward/batch/Batch.h"

#include <filesystem>
#include <unistd.h>

namespace raceward {

namespace {

struct RawOptions {
  std::vector<std::string> tasks;
  std::string output;
  std::string jobs;
  std::string timeLimit;
  std::string memoryLimit;
  std::string property;
  std::string model;
  std::string compare;
  std::string compareTool;
  std::string witnesses;
  bool validate = false;
  bool fresh = false;
  std::string cache;
  bool reuseLimits = false;
  QueueFlags queue;
  ExploreFlags explore;

  void declare(OptionParser &parser) {
    using Use = OptionParser::Use;
    parser.words(tasks);
    parser.value("-o,--output", "DIR", output, "where results and report go (needed)");
    parser.value("-j,--jobs", "N", jobs, "how many tasks run at once (1)");
    parser.value("--time-limit", "T", timeLimit, "for each task: 60 (default), 90s, 15m");
    parser.value("--memory-limit", "M", memoryLimit, "for each task: 512M, 2G");
    parser.value("--compare,--compare-with", "FILE", compare, "a second result file to compare");
    parser.value("--compare-tool", "NAME", compareTool, "which tool of that file");
    parser.value("--witnesses", "DIR", witnesses, "write the way to each race there");
    parser.flag("--validate", validate, "with --witnesses: follow each of them");
    parser.flag("--fresh", fresh, "forget what an earlier run finished");
    parser.value("--cache", "FILE", cache, "take known answers from there, and keep new ones");
    parser.flag("--reuse-limits", reuseLimits, "also those that ended at a limit", Use::Rare);
    queue.declare(parser, "let `raceward worker` do it (docs/use/fleet.md)");
    parser.value("--property", "P", property, "tasks of this property: no-data-race", Use::Rare);
    parser.value("--model", "M", model, "passed to each check: c11 or sc", Use::Rare);
    explore.declare(parser);
  }
};

Result<BatchOptions> optionsFrom(const RawOptions &raw) {
  BatchOptions options;
  options.taskFiles = raw.tasks;
  if (raw.tasks.empty())
    return fail(Error::Kind::Usage, "no tasks",
                "name lists (.csv), task definitions (.yml) or folders of them");
  if (raw.output.empty())
    return fail(Error::Kind::Usage, "no folder for the results", "name one with -o DIR");
  options.outputDirectory = raw.output;
  const Result<unsigned> jobs = jobsFrom(raw.jobs);
  if (!jobs)
    return fail(jobs.error());
  options.jobs = *jobs;
  const Result<std::optional<double>> seconds = timeLimitFrom(raw.timeLimit);
  if (!seconds)
    return fail(seconds.error());
  options.timeLimitSeconds = seconds->value_or(options.timeLimitSeconds);
  const Result<std::optional<std::uint64_t>> bytes = memoryLimitFrom(raw.memoryLimit);
  if (!bytes)
    return fail(bytes.error());
  options.memoryLimitBytes = bytes->value_or(0);
  const Result<Property> property = propertyFrom(raw.property);
  if (!property)
    return fail(property.error());
  if (*property != Property::NoDataRace)
    return fail(Error::Kind::Usage, "batch compares verdicts about races only",
                "check the programs one by one with raceward check --property");
  options.property = toString(*property);
  const Result<MemoryModel> model = modelFrom(raw.model);
  if (!model)
    return fail(model.error());
  if (!raw.model.empty())
    options.checkerArguments = {"--model", std::string(toString(*model))};
  if (const Result<ExploreOptions> explore = raw.explore.options(); !explore)
    return fail(explore.error());
  for (std::string &word : raw.explore.words())
    options.checkerArguments.push_back(std::move(word));
  options.compareWith = raw.compare;
  options.compareTool = raw.compareTool;
  options.witnessDirectory = raw.witnesses;
  options.validate = raw.validate;
  options.fresh = raw.fresh;
  options.cacheFile = raw.cache;
  options.reuseLimits = raw.reuseLimits;
  if (raw.reuseLimits && raw.cache.empty() && !raw.queue.isGiven())
    return fail(Error::Kind::Usage, "--reuse-limits needs a cache", "name one with --cache FILE");
  if (!raw.witnesses.empty() && (raw.queue.isGiven() || !raw.cache.empty()))
    return fail(Error::Kind::Usage,
                "--witnesses cannot be had with " +
                    std::string(raw.queue.isGiven() ? "--queue" : "--cache") +
                    ": only answers come from there",
                "check the programs with races again, without it");

  std::error_code error;
  options.checker = std::filesystem::read_symlink("/proc/self/exe", error).string();
  if (error)
    return fail(Error::Kind::Resource, "cannot find the path of this program: " + error.message());
  return options;
}

std::string summaryText(const BatchSummary &summary, bool validated) {
  const BatchCounts &counts = summary.counts;
  std::string text =
      counted(summary.finished, "task") + " of " + withThousands(summary.tasks) + ": " +
      withThousands(counts.right()) + " right, " + withThousands(counts.wrong()) + " wrong, " +
      withThousands(counts.unknown) + " unknown, " + counted(counts.error, "error") + "; score " +
      std::to_string(counts.score) + " of " + std::to_string(counts.bestScore) + "\n";
  if (validated)
    text += withThousands(counts.confirmed) + " of " +
            counted(counts.witnesses, "witness", "witnesses") + " confirmed\n";
  for (const std::string &file : {summary.resultsCsv, summary.resultsJson, summary.report})
    if (!file.empty())
      text += "  " + file + "\n";
  return text;
}

} // namespace

int runBatchCommand(const Arguments &arguments) {
  OptionParser parser("batch [options] -o DIR TASKS...",
                      "Checks many programs and compares each verdict with the expected one.\n"
                      "TASKS are CSV lists, task definitions (YAML) or folders of those. The same\n"
                      "command goes on where an interrupted one stopped.");
  RawOptions raw;
  raw.declare(parser);
  parser.exitStatus("0 no wrong verdict, 1 a wrong one, 2 bad usage or input,\n"
                    "             4 internal error");
  if (const Result<void> parsed = parser.parse(arguments.words); !parsed)
    return static_cast<int>(printError(parsed.error()));
  if (parser.helpWanted())
    return printHelp(parser.wantedHelp());
  if (arguments.hasCompilerFlags)
    return static_cast<int>(printError(
        Error{Error::Kind::Usage, "batch takes no compiler flags", {}, "leave out the --"}));
  Result<BatchOptions> options = optionsFrom(raw);
  if (!options)
    return static_cast<int>(printError(options.error()));

  const InterruptGuard interrupt;
  options->interrupted = [&] { return interrupt.interrupted(); };
  const std::unique_ptr<BatchUi> ui = makeBatchUi(STDERR_FILENO);
  std::unique_ptr<Queue> queue;
  if (raw.queue.isGiven()) {
    const Result<QueueSettings> settings =
        raw.queue.settings([&](std::string_view trouble) { ui->note(std::string(trouble)); });
    if (!settings)
      return static_cast<int>(printError(settings.error()));
    Result<std::unique_ptr<Queue>> connected = connect(*settings);
    if (!connected)
      return static_cast<int>(printError(connected.error()));
    queue = std::move(*connected);
    options->queue = queue.get();
  }
  const Result<BatchSummary> summary = runBatch(*options, *ui);
  if (!summary)
    return static_cast<int>(printError(summary.error()));
  if (const Result<void> printed = printResult(summaryText(*summary, options->validate)); !printed)
    return static_cast<int>(printError(printed.error()));
  if (summary->interrupted && interrupt.interrupted())
    return 128 + interrupt.signal();
  return summary->anyWrong() ? 1 : 0;
}

} // namespace raceward
