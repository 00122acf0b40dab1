// `raceward validate`: does the race happen that a witness tells of?
#include "Commands.h"
#include "Competition.h"
#include "LoadOptions.h"
#include "Messages.h"
#include "Values.h"
#include "WithProgress.h"
#include "raceward/check/Validate.h"
#include "raceward/report/Witness.h"

namespace raceward {

namespace {

struct ValidateOptions {
  LoadOptions load;
  std::string svcomp;
  std::string timeLimit;
  std::string memoryLimit;
  std::string model;
  bool failingAllocation = false;
  bool quiet = false;

  void declare(OptionParser &parser) {
    load.declare(parser);
    parser.value("--svcomp", "PRP", svcomp, "as the competition means this property file");
    parser.value("--time-limit", "T", timeLimit, "stop after T: 60, 90s, 15m");
    parser.value("--memory-limit", "M", memoryLimit, "stop at M of memory: 512M, 2G");
    parser.value("--model", "M", model, "c11 (default) or sc: the memory model");
    parser.flag("--failing-allocation", failingAllocation,
                "malloc and its relatives may give null, at each call");
    parser.flag("-q,--quiet", quiet, "print the answer only, and no warnings");
  }
};

/// The first word is the witness, the others are as for check.
Result<std::pair<ViolationWitness, CheckRequest>> requestFrom(const ValidateOptions &options,
                                                              const Arguments &arguments) {
  Result<LoadRequest> load = options.load.request(arguments);
  if (!load)
    return fail(load.error());
  if (load->files.size() < 2)
    return fail(Error::Kind::Usage, "a witness and a program are needed",
                "raceward validate WITNESS FILE...");
  Result<ViolationWitness> witness = readWitness(load->files.front());
  if (!witness)
    return fail(std::move(witness).error());
  CheckRequest request;
  request.load = std::move(*load);
  request.load.files.erase(request.load.files.begin());
  if (!options.load.namesDataModel())
    request.load.dataModel = witness->dataModel == "ILP32" ? DataModel::ILP32 : DataModel::LP64;
  const Result<std::optional<double>> seconds = timeLimitFrom(options.timeLimit);
  if (!seconds)
    return fail(seconds.error());
  request.timeLimitSeconds = *seconds;
  const Result<std::optional<std::uint64_t>> bytes = memoryLimitFrom(options.memoryLimit);
  if (!bytes)
    return fail(bytes.error());
  request.memoryLimitBytes = *bytes;
  const Result<MemoryModel> model = modelFrom(options.model);
  if (!model)
    return fail(model.error());
  request.model = *model;
  request.explore.failingAllocation = options.failingAllocation;
  if (!options.svcomp.empty()) {
    if (const Result<std::string> specification = readSpecification(options.svcomp); !specification)
      return fail(specification.error());
    if (options.model.empty())
      request.model = MemoryModel::Sc;
  }
  return std::pair(std::move(*witness), std::move(request));
}

ExitStatus statusOf(Validation::Answer answer) {
  switch (answer) {
  case Validation::Answer::Confirmed:
    return ExitStatus::RaceFree;
  case Validation::Answer::NotConfirmed:
    return ExitStatus::Race;
  case Validation::Answer::Unknown:
    break;
  }
  return ExitStatus::Unknown;
}

std::string textOf(const Validation &validation, const ValidateOptions &options) {
  std::string text;
  if (!options.quiet)
    for (const std::string &note : validation.notes)
      text += "raceward: note: " + terminalSafeLine(note) + "\n";
  text += "raceward: " + std::string(toString(validation.answer)) + ": " +
          terminalSafeLine(validation.reason) + "\n";
  return options.svcomp.empty() ? text : text + competitionLine(validation.answer);
}

} // namespace

int runValidateCommand(const Arguments &arguments) {
  OptionParser parser("validate [options] WITNESS FILE... [-- compiler flags]",
                      "Follows a violation witness (YAML 2.x or GraphML 1.0) through a program\n"
                      "and says whether the two accesses that it names race.");
  ValidateOptions options;
  options.declare(parser);
  parser.exitStatus("0 confirmed, 1 not confirmed, 2 bad usage or input,\n"
                    "             3 unknown, 4 internal error");
  if (const Result<void> parsed = parser.parse(arguments.words); !parsed)
    return static_cast<int>(printError(parsed.error()));
  if (parser.helpWanted())
    return printHelp(parser.wantedHelp());
  const auto request = requestFrom(options, arguments);
  if (!request)
    return static_cast<int>(printError(request.error()));
  const Result<Validation> validation =
      withProgress(request->second, options.quiet, [&](const CheckEvents &events) {
        return runValidation(request->second, request->first, events);
      });
  if (!validation)
    return static_cast<int>(printError(validation.error()));
  if (const Result<void> printed = printResult(textOf(*validation, options)); !printed)
    return static_cast<int>(printError(printed.error()));
  return static_cast<int>(statusOf(validation->answer));
}

} // namespace raceward
