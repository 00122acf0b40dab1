// `raceward batch`: many tasks, each a `raceward check` of its own.
#include "commands/Commands.h"
#include "options/Sharing.h"
#include "raceward/base/InterruptGuard.h"
#include "raceward/base/Text.h"
#include "raceward/batch/Batch.h"
#include "terminal/Messages.h"

#include <filesystem>
#include <unistd.h>

namespace raceward {

namespace {

Result<void> requireForBatch(const OptionValues &options) {
  if (options.words.empty())
    return fail(Error::Kind::Usage, "no tasks",
                "name lists (.csv), task definitions (.yml) or folders of them");
  if (options.outputFolder.empty())
    return fail(Error::Kind::Usage, "no folder for the results", "name one with -o DIR");
  if (*options.property != AskedProperty{})
    return fail(Error::Kind::Usage, "batch compares verdicts about races only",
                "check the programs one by one with raceward check --property");
  const std::string elsewhere = options.firstGiven({Option::queue, Option::cache});
  if (options.reuseLimits && elsewhere.empty())
    return fail(Error::Kind::Usage, "--reuse-limits needs a cache", "name one with --cache FILE");
  if (!options.witnesses.empty() && !elsewhere.empty())
    return fail(Error::Kind::Usage,
                "--witnesses and " + elsewhere +
                    " do not go together: only answers come from there",
                "check the programs with races again, without it");
  return {};
}

Result<BatchOptions> batchOptionsFrom(const CommandLine &line) {
  const OptionValues &options = line.options;
  RW_RETURN_IF_ERROR(requireForBatch(options));
  BatchOptions batch;
  batch.taskFiles = options.words;
  batch.outputDirectory = options.outputFolder;
  batch.jobs = *options.jobs;
  batch.timeLimitSeconds = *options.timeLimit;
  batch.memoryLimitBytes = options.memoryLimit.value_or(0);
  batch.property = toString(options.property->property);
  batch.checkerArguments = line.parser.passedOnWords();
  batch.compareWith = options.compareWith;
  batch.compareTool = options.compareTool;
  batch.witnessDirectory = options.witnesses;
  batch.validate = options.validate;
  batch.fresh = options.fresh;
  batch.cacheFile = options.cache;
  batch.reuseLimits = options.reuseLimits;
  std::error_code error;
  batch.checker = std::filesystem::read_symlink("/proc/self/exe", error).string();
  if (error)
    return fail(Error::Kind::Resource, "cannot find the path of this program: " + error.message());
  return batch;
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

Result<int> runBatchCommand(const CommandLine &line) {
  if (line.arguments.hasCompilerFlags)
    return fail(Error::Kind::Usage, "batch takes no compiler flags", "leave out the --");
  RW_ASSIGN_OR_RETURN(BatchOptions options, batchOptionsFrom(line));
  const InterruptGuard interrupt;
  options.interrupted = [&] { return interrupt.interrupted(); };
  const std::unique_ptr<BatchUi> ui = makeBatchUi(STDERR_FILENO);
  std::unique_ptr<Queue> queue;
  if (line.options.isGiven(Option::queue)) {
    RW_ASSIGN_OR_RETURN(queue, connect(queueSettingsFrom(line.options, [&](std::string_view what) {
                          ui->note(std::string(what));
                        })));
    options.queue = queue.get();
  }
  RW_ASSIGN_OR_RETURN(const BatchSummary summary, runBatch(options, *ui));
  RW_RETURN_IF_ERROR(printResult(summaryText(summary, options.validate)));
  if (summary.interrupted && interrupt.interrupted())
    return 128 + interrupt.signal();
  return summary.anyWrong() ? 1 : 0;
}

} // namespace raceward
