// `raceward check`: one program, one verdict.
#include "CeleFlags.h"
#include "Commands.h"
#include "Competition.h"
#include "Config.h"
#include "Confirm.h"
#include "ExploreFlags.h"
#include "Formats.h"
#include "KnownRaces.h"
#include "LoadOptions.h"
#include "Messages.h"
#include "ShareFlags.h"
#include "Values.h"
#include "WithProgress.h"
#include "WitnessOutput.h"
#include "WorkFlags.h"
#include "raceward/base/Text.h"
#include "raceward/check/Check.h"
#include "raceward/report/Quoting.h"

#include <array>
#include <unistd.h>

namespace raceward {

namespace {

constexpr std::string_view kValueRaces = "value-races";

struct CheckOptions {
  LoadOptions load;
  ExploreFlags explore;
  CeleFlags cele;
  ShareFlags share;
  WorkFlags work;
  std::vector<std::string> formats;
  KnownRacesOptions known;
  std::string json;
  std::string witness;
  std::string svcomp;
  std::string timeLimit;
  std::string memoryLimit;
  std::string property;
  std::string model;
  std::string crossCheck;
  std::string config;
  std::string configInUse; ///< the file that was read, named or found
  bool quiet = false;
  bool verbose = false;
  bool stats = false;
  bool explain = false;
  bool noConfig = false;
  bool confirm = false;

  void declare(OptionParser &parser) {
    using Use = OptionParser::Use;
    load.declare(parser);
    parser
        .values("--format", "F[=FILE]", formats, "html, sarif, junit, gitlab, github, json or text")
        .harmlessWithoutFile();
    parser.value("--json", "FILE", json, "the same as --format json=FILE", Use::Rare)
        .harmlessWithoutFile();
    parser.value("--witness", "FILE", witness, "write the way to a race: .json, .yml or .graphml");
    parser.value("--svcomp", "PRP", svcomp,
                 "answer as the competition asks, for this property file", Use::Rare);
    parser.value("--time-limit", "T", timeLimit, "stop after T: 60, 90s, 15m").harmless();
    parser.value("--memory-limit", "M", memoryLimit, "stop at M of memory: 512M, 2G").harmless();
    parser.value("--model", "M", model, "c11 (default) or sc: the memory model");
    parser.value("--property", "P", property, "value-races, assertions, memory-safety or deadlock");
    parser.value("--cross-check", "SOLVER", crossCheck,
                 "ask a second solver (a command that reads SMT-LIB), too", Use::Rare);
    explore.declare(parser);
    cele.declare(parser);
    share.declare(parser);
    work.declare(parser);
    known.declare(parser);
    parser.value("--config", "FILE", config, "obey this file, not the nearest .raceward.yaml",
                 Use::Rare);
    parser.flag("--no-config", noConfig, "do not obey .raceward.yaml and the environment",
                Use::Rare);
    parser.flag("--explain", explain, "say of each shared variable why it does not race")
        .harmless();
    parser.flag("--confirm", confirm, "make each race happen natively, too (docs/use/replay.md)");
    parser.flag("--stats", stats, "print figures: engines, runs, solver, time, memory").harmless();
    parser.flag("-q,--quiet", quiet, "print the verdict only, and no warnings");
    parser.flag("-v,--verbose", verbose, "print more about how the verdict came about", Use::Rare)
        .harmless();
  }
};

/// All that the options say, in the words of the check.
struct Plan {
  CheckRequest request;
  Property property = Property::NoDataRace;
  JsonContext context;
  ColourChoice colour = ColourChoice::Auto;
  FormatOutputs formats;
  WitnessOutput witness;
  WorkOutputs work;
  KnownRaces known;
  std::string specification; ///< in the words of the competition
  bool isCompetition = false;
};

/// Which races are known. For other properties there is nothing to know.
Result<void> planKnownRaces(const CheckOptions &options, Plan &plan) {
  const bool isAboutRaces = plan.property == Property::NoDataRace;
  if (const std::string given = options.known.givenForRaces(); !given.empty() && !isAboutRaces)
    return fail(Error::Kind::Usage, given + " is for data races only");
  std::vector<std::string> warnings;
  std::optional<std::string> rules;
  if (isAboutRaces && !options.noConfig)
    rules = nearestFile(kSuppressionsFile, warnings);
  Result<KnownRaces> known = options.known.read(rules.value_or(""));
  if (!known)
    return fail(known.error());
  if (rules)
    printNote("suppressions from '" + *rules + "'");
  for (const std::string &warning : warnings)
    printWarning(warning);
  plan.known = std::move(*known);
  return {};
}

/// Where the result goes besides standard output.
Result<void> planOutput(const CheckOptions &options, Plan &plan) {
  Result<FormatOutputs> formats = FormatOutputs::from(options.formats, options.json);
  if (!formats)
    return fail(formats.error());
  plan.formats = std::move(*formats);
  plan.isCompetition = !options.svcomp.empty();
  plan.specification = kNoDataRaceSpecification;
  if (plan.isCompetition) {
    Result<std::string> specification = readSpecification(options.svcomp);
    if (!specification)
      return fail(specification.error());
    plan.specification = std::move(*specification);
    if (plan.formats.takesStandardOutput())
      return fail(Error::Kind::Usage, "--svcomp and another format both want standard output",
                  "give the other one a file, as in --format json=FILE");
    if (options.model.empty())
      plan.request.model = MemoryModel::Sc;
  }
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
  Result<WitnessOutput> witness = WitnessOutput::to(std::move(paths));
  if (!witness)
    return fail(witness.error());
  plan.witness = std::move(*witness);
  Result<WorkOutputs> work = options.work.outputs();
  if (!work)
    return fail(work.error());
  plan.work = std::move(*work);
  return {};
}

/// What other languages have and CELE has not.
Result<void> requireForCele(const CheckOptions &options, const LoadRequest &load) {
  if (!isCele(load))
    return {};
  if (options.property == toString(Property::NoDataRace) ||
      options.property == toString(Property::MemorySafety))
    return fail(Error::Kind::Usage, "--property " + options.property + " is not for CELE programs",
                "every access is one step there: ask for value-races, assertions or deadlock");
  const std::array<std::pair<bool, const char *>, 3> notThere{
      {{options.confirm, "--confirm"},
       {!options.witness.empty(), "--witness"},
       {!options.svcomp.empty(), "--svcomp"}}};
  for (const auto &[given, name] : notThere)
    if (given)
      return fail(Error::Kind::Usage, std::string(name) + " is not for CELE programs");
  return {};
}

/// Who executes schedules. Not everything can be shared out.
Result<void> planSharing(const CheckOptions &options, Plan &plan) {
  const Result<WorkOptions> work = options.share.options();
  if (!work)
    return fail(work.error());
  ExploreOptions &explore = plan.request.explore;
  explore.work = *work;
  const std::string given = options.share.given();
  if (given.empty())
    return {};
  if (isCele(plan.request.load) || plan.property != Property::NoDataRace || explore.valueRaces)
    return fail(Error::Kind::Usage, given + " is for data races of C programs only");
  if (explore.pruning != Pruning::None)
    return fail(Error::Kind::Usage, given + " and --prune do not go together", "leave out --prune");
  if (work->queue && !plan.request.crossCheck.empty())
    return fail(Error::Kind::Usage, "--queue and --cross-check do not go together",
                "workers run no command that others name: use -j instead of --queue");
  plan.request.load.keepBitcode = work->queue.has_value();
  return {};
}

Result<Plan> planFrom(const CheckOptions &options, const Arguments &arguments) {
  Plan plan;
  Result<LoadRequest> load = options.load.request(arguments);
  if (!load)
    return fail(load.error());
  plan.request.load = std::move(*load);
  const Result<ColourChoice> colour = options.load.colour();
  if (!colour)
    return fail(colour.error());
  plan.colour = *colour;
  const Result<std::optional<double>> seconds = timeLimitFrom(options.timeLimit);
  if (!seconds)
    return fail(seconds.error());
  plan.request.timeLimitSeconds = *seconds;
  const Result<std::optional<std::uint64_t>> bytes = memoryLimitFrom(options.memoryLimit);
  if (!bytes)
    return fail(bytes.error());
  plan.request.memoryLimitBytes = *bytes;
  const Result<MemoryModel> model = modelFrom(options.model);
  if (!model)
    return fail(model.error());
  plan.request.model = *model;
  const Result<ExploreOptions> explore = options.explore.options();
  if (!explore)
    return fail(explore.error());
  plan.request.explore = *explore;
  const Result<CeleOptions> cele = options.cele.options();
  if (!cele)
    return fail(cele.error());
  plan.request.cele = *cele;
  if (isCele(plan.request.load))
    plan.request.model = MemoryModel::Sc;
  if (const Result<void> fits = requireForCele(options, plan.request.load); !fits)
    return fail(fits.error());
  // Races, with more said about each.
  const bool valueRaces =
      options.property == kValueRaces || (options.property.empty() && isCele(plan.request.load));
  plan.request.explore.allRaces |= valueRaces && !isCele(plan.request.load);
  plan.request.explore.valueRaces = valueRaces;
  const Result<Property> property = propertyFrom(valueRaces ? std::string() : options.property);
  if (!property)
    return fail(property.error());
  plan.property = *property;
  for (const std::string_view word : split(options.crossCheck, ' '))
    if (!word.empty())
      plan.request.crossCheck.emplace_back(word);
  plan.context = {RW_VERSION, plan.request.load.files,
                  std::string(valueRaces ? kValueRaces : toString(*property)),
                  std::string(nameOf(plan.request.load.dataModel))};
  plan.context.configuration = options.configInUse;
  if (const Result<void> planned = planSharing(options, plan); !planned)
    return fail(planned.error());
  if (const Result<void> planned = planOutput(options, plan); !planned)
    return fail(planned.error());
  if (const Result<void> planned = planKnownRaces(options, plan); !planned)
    return fail(planned.error());
  return plan;
}

/// Of what the competition takes; the rest is not worth its loss.
constexpr std::size_t kLongestText = std::size_t{1} << 20;

std::string shortened(std::string text) {
  if (text.size() <= kLongestText)
    return text;
  text.resize(kLongestText);
  text.resize(text.rfind('\n') + 1);
  return text + "raceward: note: the rest of this text is left out\n";
}

/// What a verdict about races has and others do not. It stands without its witness.
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

/// A journal is believed as it is, so who reads the verdict has to know of it.
void nameJournal(const CheckStats &stats, Plan &plan) {
  const std::string &journal = plan.request.explore.work.resume;
  if (journal.empty() || !stats.work)
    return;
  plan.context.journal = journal;
  printNote("the verdict rests on the journal '" + journal + "'");
}

/// What the user knows of races, and what there is to say about it.
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
Result<void> report(const Checked &result, const Plan &plan, const CheckOptions &options,
                    std::vector<Error> &lost) {
  const TextOptions style{useColour(plan.colour, STDOUT_FILENO),
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
int finish(const Result<Checked> &result, Plan &plan, const CheckOptions &options) {
  if (!result)
    return static_cast<int>(printError(
        result.error(), plan.request.load.colour ? MessageColour::Yes : MessageColour::No));
  nameJournal(result->stats, plan);
  std::vector<std::string> sources = result->stats.sources;
  sources.insert(sources.end(), plan.request.load.files.begin(), plan.request.load.files.end());
  quoteOnly(sources);
  std::vector<Error> lost;
  const Result<void> printed = report(*result, plan, options, lost);
  for (const Error &error : lost)
    printError(error);
  if (!printed)
    return static_cast<int>(printError(printed.error()));
  const ExitStatus status = exitStatusOf(*result, plan.known.failOn(), plan.known.baseline());
  return static_cast<int>(status) + (lost.empty() ? 0 : kReportLost);
}

OptionParser parserFor(CheckOptions &options) {
  OptionParser parser(
      "check [options] FILE... [-- compiler flags]",
      "Checks a program in C (.c, .i), LLVM IR (.ll, .bc) or CELE (.cele) for races.");
  options.declare(parser);
  parser.exitStatus("0 race-free (holds), 1 race (violated), 2 bad usage or input,\n"
                    "             3 unknown, 4 internal error; 8 more: a report is lost");
  return parser;
}

/// From the command line, the environment and the configuration file.
Result<void> readOptions(OptionParser &parser, CheckOptions &options, const Arguments &arguments) {
  if (const Result<void> parsed = parser.parse(arguments.words); !parsed)
    return parsed;
  if (options.noConfig && !options.config.empty())
    return fail(Error::Kind::Usage, "--config and --no-config do not go together",
                "leave out one of them");
  if (parser.helpWanted() || options.noConfig)
    return {};
  std::vector<std::string> warnings;
  const Result<Settings> settings = applySettings(parser, warnings);
  for (const std::string &warning : warnings)
    printWarning(warning);
  if (!settings)
    return fail(settings.error());
  // Even if --quiet: nobody need have asked for the file.
  if (!settings->file.empty())
    printNote("options from '" + settings->file + "'");
  options.configInUse = settings->file;
  return {};
}

} // namespace

int withCheckParser(const std::function<int(OptionParser &)> &use) {
  CheckOptions options;
  OptionParser parser = parserFor(options);
  return use(parser);
}

int runCheckCommand(const Arguments &arguments) {
  CheckOptions options;
  OptionParser parser = parserFor(options);
  if (const Result<void> read = readOptions(parser, options, arguments); !read)
    return static_cast<int>(printError(read.error()));
  if (parser.helpWanted())
    return printHelp(parser.wantedHelp());
  Result<Plan> plan = planFrom(options, arguments);
  if (!plan)
    return static_cast<int>(printError(plan.error()));
  if (plan->property == Property::NoDataRace) {
    Result<CheckResult> result =
        withProgress(plan->request, options.quiet, [&](const CheckEvents &events) {
          return plan->known.check(plan->request, plan->work.watching(events));
        });
    plan->context.baseline = plan->known.baseline(); // complete only now
    if (result && options.confirm)
      confirmNatively(*result, plan->request.load);
    return finish(result, *plan, options);
  }
  return finish(withProgress(plan->request, options.quiet,
                             [&](const CheckEvents &events) {
                               return runPropertyCheck(plan->request, plan->property,
                                                       plan->work.watching(events));
                             }),
                *plan, options);
}

} // namespace raceward
