// `raceward validate`: does the race of a witness happen?
#include "commands/Commands.h"
#include "options/LoadOptions.h"
#include "output/Competition.h"
#include "raceward/check/Validate.h"
#include "raceward/report/Witness.h"
#include "terminal/Messages.h"
#include "terminal/WithProgress.h"

namespace raceward {

namespace {

struct ValidationRequest {
  ViolationWitness witness;
  CheckRequest check;
};

/// The first word is the witness, the others are as for check.
Result<ValidationRequest> validationRequestFrom(const OptionValues &options,
                                                const Arguments &arguments) {
  ValidationRequest request;
  LoadRequest &load = request.check.load;
  RW_ASSIGN_OR_RETURN(load, loadRequestFrom(options, arguments));
  if (load.files.size() < 2)
    return fail(Error::Kind::Usage, "a witness and a program are needed",
                "raceward validate WITNESS FILE...");
  RW_ASSIGN_OR_RETURN(request.witness, readWitness(load.files.front()));
  load.files.erase(load.files.begin());
  if (!options.isGiven(Option::dataModel))
    load.dataModel = request.witness.dataModel == "ILP32" ? DataModel::ILP32 : DataModel::LP64;
  request.check.timeLimitSeconds = options.timeLimit;
  request.check.memoryLimitBytes = options.memoryLimit;
  request.check.model = options.model;
  request.check.explore = options.explore;
  if (!options.svcomp.empty()) {
    RW_RETURN_IF_ERROR(readSpecification(options.svcomp));
    if (!options.isGiven(Option::model))
      request.check.model = MemoryModel::Sc;
  }
  return request;
}

ExitStatus statusOfAnswer(Validation::Answer answer) {
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

std::string validationText(const Validation &validation, const OptionValues &options) {
  std::string text;
  if (!options.quiet)
    for (const std::string &note : validation.notes)
      text += "raceward: note: " + terminalSafeLine(note) + "\n";
  text += "raceward: " + std::string(toString(validation.answer)) + ": " +
          terminalSafeLine(validation.reason) + "\n";
  return options.svcomp.empty() ? text : text + competitionLine(validation.answer);
}

} // namespace

Result<int> runValidateCommand(const CommandLine &line) {
  RW_ASSIGN_OR_RETURN(const ValidationRequest request,
                      validationRequestFrom(line.options, line.arguments));
  RW_ASSIGN_OR_RETURN(
      const Validation validation,
      withProgress(request.check, line.options.quiet, [&](const CheckEvents &events) {
        return runValidation(request.check, request.witness, events);
      }));
  RW_RETURN_IF_ERROR(printResult(validationText(validation, line.options)));
  return static_cast<int>(statusOfAnswer(validation.answer));
}

} // namespace raceward
