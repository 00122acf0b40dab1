// `raceward check`: one program, one verdict.
#include "commands/Commands.h"
#include "commands/Confirm.h"
#include "commands/KnownRaces.h"
#include "commands/Targets.h"
#include "options/Config.h"
#include "options/LoadOptions.h"
#include "options/Sharing.h"
#include "output/Competition.h"
#include "output/Formats.h"
#include "output/WitnessOutput.h"
#include "output/WorkOutputs.h"
#include "raceward/base/Text.h"
#include "raceward/check/Check.h"
#include "raceward/report/Quoting.h"
#include "terminal/Messages.h"
#include "terminal/WithProgress.h"

#include <unistd.h>

namespace raceward {

namespace {

constexpr std::string_view kValueRaces = "value-races"; // as --property names it

/// The options in the words of the check.
struct Plan {
  CheckRequest request;
  Property property = Property::NoDataRace;
  JsonContext context;
  FormatOutputs formats;
  WitnessOutput witness;
  WorkOutputs work;
  KnownRaces known;
  std::string specification; ///< in the words of the competition
  bool isCompetition = false;
};

/// Which races are known. For other properties there is nothing to know.
Result<void> planKnownRaces(const OptionValues &options, Plan &plan) {
  const bool isAboutRaces = plan.property == Property::NoDataRace;
  const std::string given = options.firstGiven(
      {Option::suppressions, Option::newSuppressions, Option::baseline, Option::newBaseline});
  if (!given.empty() && !isAboutRaces)
    return fail(Error::Kind::Usage, given + " is for data races only");
  std::vector<std::string> warnings;
  std::optional<std::string> rules;
  if (isAboutRaces && !options.noConfig)
    rules = nearestFile(kSuppressionsFile, warnings);
  RW_ASSIGN_OR_RETURN(plan.known, KnownRaces::from(options, rules.value_or("")));
  if (rules)
    printNote("suppressions from '" + *rules + "'");
  for (const std::string &warning : warnings)
    printWarning(warning);
  return {};
}

/// Where witnesses go.
Result<void> planWitnesses(const OptionValues &options, Plan &plan) {
  std::vector<std::string> paths;
  if (!options.witness.empty())
    paths = {options.witness};
  else if (plan.isCompetition)
    paths = {"witness.yml", "witness.graphml"};
  if (!paths.empty() && plan.property != Property::NoDataRace)
    return fail(Error::Kind::Usage, "witnesses are written for data races only");
  if (!paths.empty() && plan.request.load.files.empty() && !options.witness.ends_with(".json"))
    return fail(Error::Kind::Usage, "a witness needs the names of the files",
                "name those of the program, besides -p");
  RW_ASSIGN_OR_RETURN(plan.witness, WitnessOutput::to(std::move(paths)));
  return {};
}

/// Where the result goes besides standard output.
Result<void> planOutput(const OptionValues &options, Plan &plan) {
  RW_ASSIGN_OR_RETURN(plan.formats, FormatOutputs::from(options.formats, options.json));
  plan.isCompetition = !options.svcomp.empty();
  plan.specification = kNoDataRaceSpecification;
  if (plan.isCompetition) {
    RW_ASSIGN_OR_RETURN(plan.specification, readSpecification(options.svcomp));
    if (plan.formats.takesStandardOutput())
      return fail(Error::Kind::Usage, "--svcomp and another format both want standard output",
                  "give the other one a file, as in --format json=FILE");
    if (plan.request.load.unknownCalls != UnknownCalls::Gap)
      return fail(Error::Kind::Usage, "--svcomp and --unknown-calls do not go together",
                  "the competition's answers have no room for an assumption");
    if (!options.isGiven(Option::model))
      plan.request.model = MemoryModel::Sc;
  }
  RW_RETURN_IF_ERROR(planWitnesses(options, plan));
  RW_ASSIGN_OR_RETURN(plan.work, WorkOutputs::to(options.metrics, options.timeline));
  return {};
}

/// Refuses what other languages have and CELE has not.
Result<void> requireForCele(const OptionValues &options, const LoadRequest &load) {
  if (!isCele(load))
    return {};
  const AskedProperty &asked = *options.property;
  if (options.isGiven(Option::property) &&
      (asked == AskedProperty{} || asked.property == Property::MemorySafety))
    return fail(Error::Kind::Usage,
                "--property " + std::string(toString(asked.property)) + " is not for CELE programs",
                "every access is one step there: ask for value-races, assertions or deadlock");
  const std::string given = options.confirm
                                ? "--confirm"
                                : options.firstGiven({Option::witness, Option::svcomp,
                                                      Option::entry, Option::unknownCalls});
  if (!given.empty())
    return fail(Error::Kind::Usage, given + " is not for CELE programs");
  return {};
}

/// Which processes execute schedules. Not everything can be shared out.
Result<void> planSharing(const OptionValues &options, Plan &plan) {
  ExploreOptions &explore = plan.request.explore;
  RW_ASSIGN_OR_RETURN(explore.work, workOptionsFrom(options));
  const std::string given =
      options.firstGiven({Option::jobs, Option::checkpoint, Option::resume, Option::queue});
  if (given.empty())
    return {};
  if (isCele(plan.request.load) || plan.property != Property::NoDataRace || explore.valueRaces)
    return fail(Error::Kind::Usage, given + " is for data races of C programs only");
  if (explore.pruning != Pruning::None)
    return fail(Error::Kind::Usage, given + " and --prune do not go together", "leave out --prune");
  if (explore.work.queue && !plan.request.crossCheck.empty())
    return fail(Error::Kind::Usage, "--queue and --cross-check do not go together",
                "workers run no command that others name: use -j instead of --queue");
  plan.request.load.keepBitcode = explore.work.queue.has_value();
  return {};
}

Result<Plan> planFrom(const OptionValues &options, const Arguments &arguments,
                      const std::string &configuration) {
  Plan plan;
  CheckRequest &request = plan.request;
  RW_ASSIGN_OR_RETURN(request.load, loadRequestFrom(options, arguments));
  const bool cele = isCele(request.load);
  request.timeLimitSeconds = options.timeLimit;
  request.memoryLimitBytes = options.memoryLimit;
  request.model = cele ? MemoryModel::Sc : options.model;
  request.explore = options.explore;
  request.load.unknownCalls = options.explore.unknownCalls;
  request.cele = {*options.celeRoute, *options.celeEncoding};
  RW_RETURN_IF_ERROR(requireForCele(options, request.load));
  plan.property = options.property->property;
  // Races, with more said about each.
  const bool valueRaces =
      options.property->valueRaces || (cele && !options.isGiven(Option::property));
  request.explore.allRaces |= valueRaces && !cele;
  request.explore.valueRaces = valueRaces;
  for (const std::string_view word : split(options.crossCheck, ' '))
    if (!word.empty())
      request.crossCheck.emplace_back(word);
  plan.context = {RW_VERSION, request.load.files,
                  std::string(valueRaces ? kValueRaces : toString(plan.property)),
                  std::string(nameOf(request.load.dataModel))};
  plan.context.configuration = configuration;
  RW_RETURN_IF_ERROR(planSharing(options, plan));
  RW_RETURN_IF_ERROR(planOutput(options, plan));
  RW_RETURN_IF_ERROR(planKnownRaces(options, plan));
  return plan;
}

/// Output limit of the competition's runner.
constexpr std::size_t kLongestText = std::size_t{1} << 20;

std::string shortened(std::string text) {
  if (text.size() <= kLongestText)
    return text;
  text.resize(kLongestText);
  text.resize(text.rfind('\n') + 1);
  return text + "raceward: note: the rest of this text is left out\n";
}

/// Lines after a verdict about races: its witnesses. A verdict stands without them.
std::string lastWords(const CheckResult &result, const Plan &plan) {
  const Result<std::vector<std::string>> written =
      plan.witness.write(result, plan.request.load, plan.specification);
  std::string words;
  if (!written)
    words = "raceward: warning: no witness: " + terminalSafeLine(written.error().message) + "\n";
  else
    for (const std::string &path : *written)
      words += "raceward: note: witness written to '" + terminalSafeLine(path) + "'\n";
  return plan.isCompetition ? words + competitionLine(result.verdict()) : words;
}

std::string lastWords(const PropertyResult & /*result*/, const Plan & /*plan*/) {
  return {};
}

/// A journal is believed as it is, so a reader of the verdict has to know of it.
void nameJournal(const CheckStats &stats, Plan &plan) {
  const std::string &journal = plan.request.explore.work.resume;
  if (journal.empty() || !stats.work)
    return;
  plan.context.journal = journal;
  printNote("the verdict rests on the journal '" + journal + "'");
}

/// Lines before a verdict about races: those that the user knows of.
std::string firstWords(const CheckResult &result, const Plan &plan, std::vector<Error> &lost) {
  if (const Result<void> written = plan.known.write(result); !written)
    lost.push_back(written.error());
  return plan.known.words(result);
}

std::string firstWords(const PropertyResult & /*result*/, const Plan & /*plan*/,
                       std::vector<Error> & /*lost*/) {
  return {};
}

void warnOfRules(const CheckResult &result, const Plan &plan) {
  for (const std::string &warning : plan.known.warnings(plan.request, result))
    printWarning(warning);
}

void warnOfRules(const PropertyResult & /*result*/, const Plan & /*plan*/) {}

/// The files first: a reader of the text may go away in the middle of it. What cannot be written is
/// added to `lost`, and the verdict is printed all the same; an Error is about standard output.
template <typename Checked>
Result<void> report(const Checked &result, const Plan &plan, const OptionValues &options,
                    std::vector<Error> &lost) {
  const TextOptions style{useColour(*options.colour, STDOUT_FILENO),
                          terminalWidth(STDOUT_FILENO),
                          options.quiet,
                          options.verbose,
                          options.stats,
                          options.explain};
  const Result<void> printed = plan.formats.write(result, plan.context, style, lost);
  if (const Result<void> written = plan.work.finish(result.stats); !written)
    lost.push_back(written.error());
  const std::string before = firstWords(result, plan, lost);
  const std::string words = lastWords(result, plan);
  if (!options.quiet)
    warnOfRules(result, plan);
  if (!printed || !plan.formats.textWanted())
    return printed;
  std::string text = textReport(result, style);
  if (plan.isCompetition)
    text = shortened(std::move(text));
  if (!options.quiet)
    text = before + text;
  return printResult(text + (options.quiet && !plan.isCompetition ? "" : words));
}

template <typename Checked>
int finish(const Result<Checked> &result, Plan &plan, const OptionValues &options) {
  if (!result)
    return static_cast<int>(printError(
        result.error(), plan.request.load.colour ? MessageColour::Yes : MessageColour::No));
  nameJournal(result->stats, plan);
  std::vector<std::string> sources = result->stats.sources;
  sources.insert(sources.end(), plan.request.load.files.begin(), plan.request.load.files.end());
  quoteOnly(sources);
  if (const std::optional<EntryDriver> &driver = result->stats.driver)
    quoteAlso(driver->name, driver->text);
  std::vector<Error> lost;
  const Result<void> printed = report(*result, plan, options, lost);
  for (const Error &error : lost)
    printError(error);
  if (!printed)
    return static_cast<int>(printError(printed.error()));
  const ExitStatus status = exitStatusOf(*result, plan.known.failOn(), plan.known.baseline());
  return static_cast<int>(status) + (lost.empty() ? 0 : kReportLost);
}

/// From the command line, the environment and the configuration file; the name of the file that was
/// obeyed, or nothing.
Result<std::string> readOptions(OptionParser &parser, const Arguments &arguments) {
  RW_RETURN_IF_ERROR(parser.parse(arguments.words));
  const OptionValues &options = parser.values();
  if (options.noConfig && !options.config.empty())
    return fail(Error::Kind::Usage, "--config and --no-config do not go together",
                "leave out one of them");
  if (parser.helpWanted() || options.noConfig)
    return std::string();
  std::vector<std::string> warnings;
  const Result<Settings> settings = applySettings(parser, warnings);
  for (const std::string &warning : warnings)
    printWarning(warning);
  if (!settings)
    return fail(settings.error());
  // Even with --quiet: the user may not know of the file.
  if (!settings->file.empty())
    printNote("options from '" + settings->file + "'");
  return settings->file;
}

/// One program.
Result<CheckedTarget> checkProgram(const OptionValues &options, const Arguments &arguments,
                                   const std::string &configuration) {
  RW_ASSIGN_OR_RETURN(Plan plan, planFrom(options, arguments, configuration));
  CheckedTarget checked{plan.request.load.target, "error", 0};
  if (plan.property == Property::NoDataRace) {
    Result<CheckResult> result =
        withProgress(plan.request, options.quiet, [&](const CheckEvents &events) {
          return plan.known.check(plan.request, plan.work.watching(events));
        });
    plan.context.baseline = plan.known.baseline(); // complete only now
    if (result && options.confirm)
      confirmNatively(*result, plan.request.load);
    if (result)
      checked.verdict = result->verdict().name();
    checked.status = finish(result, plan, options);
    return checked;
  }
  const Result<PropertyResult> result =
      withProgress(plan.request, options.quiet, [&](const CheckEvents &events) {
        return runPropertyCheck(plan.request, plan.property, plan.work.watching(events));
      });
  if (result)
    checked.verdict = result->verdict().name();
  checked.status = finish(result, plan, options);
  return checked;
}

/// Several programs, each with its own verdict.
Result<int> checkTargets(const std::vector<std::string> &targets, const OptionValues &options,
                         const Arguments &arguments, const std::string &configuration) {
  RW_RETURN_IF_ERROR(requireForTargets(options));
  std::vector<CheckedTarget> all;
  for (const std::string &target : targets) {
    if (!options.quiet)
      RW_RETURN_IF_ERROR(printResult("raceward: target '" + terminalSafeLine(target) + "'\n"));
    const Result<CheckedTarget> checked =
        checkProgram(optionsFor(target, options), arguments, configuration);
    if (checked)
      all.push_back(*checked);
    else
      all.push_back({target, "error", static_cast<int>(printError(checked.error()))});
  }
  RW_RETURN_IF_ERROR(printResult(targetsTable(all)));
  return worstOf(all);
}

} // namespace

Result<int> runCheckCommand(const Arguments &arguments) {
  OptionParser parser(CommandId::Check);
  RW_ASSIGN_OR_RETURN(const std::string configuration, readOptions(parser, arguments));
  if (parser.helpWanted())
    return printed(parser.wantedHelp());
  const OptionValues &options = parser.values();
  RW_ASSIGN_OR_RETURN(const std::vector<std::string> targets, targetsFrom(options));
  if (targets.size() > 1 || options.allTargets)
    return checkTargets(targets, options, arguments, configuration);
  RW_ASSIGN_OR_RETURN(const CheckedTarget checked, checkProgram(options, arguments, configuration));
  return checked.status;
}

} // namespace raceward
