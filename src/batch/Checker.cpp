#include "raceward/batch/Checker.h"

#include "AnswerJson.h"
#include "raceward/base/Text.h"
#include "raceward/batch/Numbers.h"
#include "raceward/model/Assumption.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <unistd.h>

namespace raceward::batch {

namespace {

// A verdict with a long trace is some hundred kilobytes; the cap only protects our memory from a
// runaway checker.
constexpr std::size_t kMostOutput = std::size_t{64} << 20;
constexpr std::size_t kMostErrors = std::size_t{64} << 10;
constexpr std::size_t kLongestMessage = 400;
/// Lets the checker notice by itself that it reached its limit.
constexpr std::uint64_t kMemoryGrace = std::uint64_t{512} << 20;

std::string shortened(std::string_view text) {
  std::string clean = sanitizedUtf8(text.substr(0, kLongestMessage));
  if (text.size() > kLongestMessage)
    clean += "…";
  return clean;
}

std::string firstLine(std::string_view text) {
  for (const std::string_view line : split(text, '\n'))
    if (!trim(line).empty())
      return shortened(trim(line));
  return {};
}

std::optional<BatchReason> firstReason(const Json &answer) {
  const auto reasons = answer.find("reasons");
  if (reasons == nullptr || !reasons->isArray() || reasons->empty())
    return std::nullopt;
  const Json &first = (*reasons)[0];
  if (!first.isObject())
    return std::nullopt;
  BatchReason reason;
  reason.kind = shortened(textAt(first, "kind"));
  if (reason.kind.empty())
    return std::nullopt;
  reason.message = shortened(textAt(first, "message"));
  reason.file = shortened(textAt(first, "file"));
  if (const auto line = first.find("line"); line != nullptr && line->isUnsigned())
    reason.line = line->asUnsigned();
  return reason;
}

/// What a race-free assumes of functions that are not known; nothing if it does not.
std::optional<BatchReason> assumedOfFunctions(const Json &answer) {
  const auto assumptions = answer.find("assumptions");
  if (assumptions == nullptr || !assumptions->isArray())
    return std::nullopt;
  for (const Json &assumption : *assumptions)
    if (assumption.isObject() && textAt(assumption, "name") == kUnknownCallsAssumption)
      return BatchReason{std::string(kUnknownCallsAssumption),
                         "assumed: " + shortened(textAt(assumption, "message")),
                         {},
                         0};
  return std::nullopt;
}

/// The basis of an unknown. All reasons count: time may be among the later ones.
AnswerBasis basisOf(const Json &answer) {
  constexpr std::array<std::string_view, 13> ofTheQuestion{
      "unmodelled-call", "inline-assembly",  "unsupported-instruction", "unresolved-call",
      "solver-limit",    "too-many-choices", "symbolic-float",          "address-dependent",
      "weak-memory",     "ambiguous-order",  "bad-execution",           "suspects-left",
      "guessed-result"};
  constexpr std::array<std::string_view, 3> ofTheLimits{"time-limit", "memory-limit", "bound"};
  const auto reasons = answer.find("reasons");
  if (reasons == nullptr || !reasons->isArray() || reasons->empty())
    return AnswerBasis::Circumstance;
  AnswerBasis basis = AnswerBasis::Question;
  for (const Json &reason : *reasons) {
    const std::string kind = reason.isObject() ? textAt(reason, "kind") : std::string();
    if (std::find(ofTheQuestion.begin(), ofTheQuestion.end(), kind) != ofTheQuestion.end())
      continue;
    if (std::find(ofTheLimits.begin(), ofTheLimits.end(), kind) == ofTheLimits.end())
      return AnswerBasis::Circumstance;
    basis = AnswerBasis::Limits;
  }
  return basis;
}

BatchReason reasonOf(std::string kind, std::string message) {
  return BatchReason{std::move(kind), std::move(message), {}, 0};
}

int exitCodeOf(BatchVerdict verdict) {
  switch (verdict) {
  case BatchVerdict::RaceFree:
    return 0;
  case BatchVerdict::Race:
    return 1;
  case BatchVerdict::Unknown:
    return 3;
  case BatchVerdict::Error:
    break;
  }
  return 4;
}

/// Reads the JSON object that a checker printed before it exited with `code`.
BatchAnswer readAnswer(int code, std::string_view output, const std::string &complaint) {
  BatchAnswer answer;
  const std::string exited = "exited with status " + std::to_string(code);
  const auto withComplaint = [&](std::string message) {
    return complaint.empty() ? message : std::move(message) + ": " + complaint;
  };
  if (code == 2) {
    answer.reason = reasonOf("bad-input", complaint.empty() ? exited : complaint);
    return answer;
  }
  if (code == 4) {
    answer.reason = reasonOf("internal-error", complaint.empty() ? exited : complaint);
    return answer;
  }
  const Json parsed = Json::parse(output);
  if (!parsed.isObject()) {
    const char *what =
        trim(output).empty() ? " without an answer" : " with an answer that is not JSON";
    answer.reason = reasonOf("no-answer", withComplaint(exited + what));
    return answer;
  }
  const auto schema = parsed.find("schema_version");
  if (schema == nullptr || !schema->isInteger() || *schema != kCheckerSchema) {
    answer.reason = reasonOf("other-schema", "the answer is not of schema version " +
                                                 std::to_string(kCheckerSchema));
    return answer;
  }
  const auto verdict = parseVerdict(textAt(parsed, "verdict"));
  if (!verdict || *verdict == BatchVerdict::Error) {
    answer.reason =
        reasonOf("no-answer", "unknown verdict '" + shortened(textAt(parsed, "verdict")) + "'");
    return answer;
  }
  if (exitCodeOf(*verdict) != code) {
    answer.reason =
        reasonOf("disagreement", withComplaint("said " + toText(*verdict) + " but " + exited));
    return answer;
  }
  answer.verdict = *verdict;
  answer.basis = AnswerBasis::Question;
  if (*verdict == BatchVerdict::RaceFree)
    answer.reason = assumedOfFunctions(parsed);
  if (*verdict == BatchVerdict::Unknown) {
    answer.basis = basisOf(parsed);
    answer.reason = firstReason(parsed);
    if (!answer.reason)
      answer.reason = reasonOf("unspecified", "the checker gave no reason");
  }
  return answer;
}

void addInputs(const BatchTask &task, std::vector<std::string> &command) {
  for (const std::string &input : task.inputs)
    // Otherwise a program called "-x.c" would be read as an option.
    command.push_back(input.starts_with('-') ? "./" + input : input);
}

/// The validation result for the witness of a race. Nothing if it was cancelled.
Result<std::optional<std::string>> witnessOf(const CheckerSettings &settings, const BatchTask &task,
                                             const std::function<bool()> &cancelled) {
  using Word = std::optional<std::string>;
  if (::access(witnessPath(settings, task).c_str(), R_OK) != 0)
    return Word("none");
  if (!settings.validate)
    return Word("written");
  ProcessWatch watch;
  watch.cancelled = cancelled;
  if (settings.timeLimitSeconds > 0)
    watch.limits.wallSeconds = settings.timeLimitSeconds + settings.graceSeconds;
  const Result<ProcessEnd> end = runCommand(validatorCommand(settings, task), watch);
  if (!end)
    return fail(end.error());
  if (end->kind == ProcessEnd::Kind::Cancelled)
    return Word();
  if (end->kind == ProcessEnd::Kind::Exited)
    switch (end->code) {
    case 0:
      return Word("confirmed");
    case 1:
      return Word("not confirmed");
    case 3:
      return Word("unknown");
    default:
      break;
    }
  return Word("error");
}

} // namespace

Result<std::string> findProgram(const std::string &program) {
  if (program.empty())
    return fail(Error::Kind::Usage, "no checker was given");
  if (program.find('/') != std::string::npos) {
    if (::access(program.c_str(), X_OK) == 0)
      return program;
    return fail(Error::Kind::Setup, "cannot run the checker '" + program + "'",
                "name a program that exists and is executable");
  }
  const char *path = std::getenv("PATH");
  for (const std::string_view folder : split(path ? path : "", ':')) {
    std::string candidate = std::string(folder.empty() ? "." : folder) + "/" + program;
    if (::access(candidate.c_str(), X_OK) == 0)
      return candidate;
  }
  return fail(Error::Kind::Setup, "the checker '" + program + "' is not on PATH");
}

std::vector<std::string> checkerCommand(const CheckerSettings &settings, const BatchTask &task) {
  std::vector<std::string> command{settings.program, "check", "--no-config",
                                   "--json",         "-",     "--quiet"};
  const auto add = [&](std::string option, std::string value) {
    command.push_back(std::move(option));
    command.push_back(std::move(value));
  };
  if (settings.timeLimitSeconds > 0)
    add("--time-limit", shortest(settings.timeLimitSeconds));
  if (settings.memoryLimitBytes > 0)
    add("--memory-limit", std::to_string(settings.memoryLimitBytes));
  if (!settings.witnessFolder.empty())
    add("--witness", witnessPath(settings, task));
  add("--property", task.property);
  add("--data-model", task.dataModel == BatchDataModel::Lp64 ? "lp64" : "ilp32");
  command.insert(command.end(), settings.arguments.begin(), settings.arguments.end());
  addInputs(task, command);
  return command;
}

std::string witnessPath(const CheckerSettings &settings, const BatchTask &task) {
  std::string name = task.name();
  std::replace(name.begin(), name.end(), '/', '_');
  return settings.witnessFolder + "/" + name + ".yml";
}

std::vector<std::string> validatorCommand(const CheckerSettings &settings, const BatchTask &task) {
  std::vector<std::string> command{settings.program, "validate", "--quiet"};
  if (settings.timeLimitSeconds > 0)
    command.insert(command.end(), {"--time-limit", shortest(settings.timeLimitSeconds)});
  if (settings.memoryLimitBytes > 0)
    command.insert(command.end(), {"--memory-limit", std::to_string(settings.memoryLimitBytes)});
  // Of the checker's arguments, only this one concerns the meaning of a program.
  const auto model = std::find(settings.arguments.begin(), settings.arguments.end(), "--model");
  if (model != settings.arguments.end() && model + 1 != settings.arguments.end())
    command.insert(command.end(), {*model, *(model + 1)});
  command.insert(command.end(),
                 {"--data-model", task.dataModel == BatchDataModel::Lp64 ? "lp64" : "ilp32",
                  witnessPath(settings, task)});
  addInputs(task, command);
  return command;
}

BatchAnswer interpretAnswer(const ProcessEnd &end, std::string_view output,
                            std::string_view errors) {
  const std::string complaint = firstLine(errors);
  BatchAnswer answer;
  switch (end.kind) {
  case ProcessEnd::Kind::Exited:
    answer = readAnswer(end.code, output, complaint);
    break;
  case ProcessEnd::Kind::Signalled:
    answer.reason =
        reasonOf("crash", complaint.empty() ? describe(end) : describe(end) + ": " + complaint);
    break;
  case ProcessEnd::Kind::TimeLimit:
    answer.reason = reasonOf("time-overrun", "the checker did not end at its time limit");
    break;
  case ProcessEnd::Kind::MemoryLimit:
    answer.reason = reasonOf("memory-overrun", "the checker did not keep its memory limit");
    break;
  case ProcessEnd::Kind::Cancelled:
    answer.reason = reasonOf("interrupted", describe(end));
    break;
  }
  answer.cpuSeconds = end.cpuSeconds;
  answer.wallSeconds = end.wallSeconds;
  answer.peakBytes = end.peakBytes;
  return answer;
}

Result<std::optional<BatchAnswer>> runChecker(const CheckerSettings &settings,
                                              const BatchTask &task,
                                              const std::function<bool()> &cancelled) {
  std::string output;
  std::string errors;
  const auto collectInto = [](std::string &target, std::size_t most) {
    return [&target, most](std::string_view piece) {
      target.append(piece.substr(0, most - std::min(most, target.size())));
    };
  };
  ProcessWatch watch;
  watch.onOutput = collectInto(output, kMostOutput);
  watch.onErrors = collectInto(errors, kMostErrors);
  watch.cancelled = cancelled;
  watch.directory = settings.directory;
  if (settings.timeLimitSeconds > 0)
    watch.limits.wallSeconds = settings.timeLimitSeconds + settings.graceSeconds;
  if (settings.memoryLimitBytes > 0)
    watch.limits.memoryBytes = settings.memoryLimitBytes + kMemoryGrace;
  if (!settings.witnessFolder.empty())
    ::unlink(witnessPath(settings, task).c_str()); // remove that of an earlier run
  const auto end = runCommand(checkerCommand(settings, task), watch);
  if (!end)
    return fail(end.error());
  if (end->kind == ProcessEnd::Kind::Cancelled)
    return std::optional<BatchAnswer>();
  BatchAnswer answer = interpretAnswer(*end, output, errors);
  if (answer.verdict == BatchVerdict::Race && !settings.witnessFolder.empty()) {
    Result<std::optional<std::string>> witness = witnessOf(settings, task, cancelled);
    if (!witness)
      return fail(std::move(witness).error());
    if (!*witness)
      return std::optional<BatchAnswer>();
    answer.witness = std::move(**witness);
  }
  return std::optional<BatchAnswer>(std::move(answer));
}

} // namespace raceward::batch
