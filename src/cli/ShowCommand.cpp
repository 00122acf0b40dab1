// `raceward show`: what Raceward makes of a program, without a verdict.
#include "Commands.h"
#include "LoadOptions.h"
#include "Messages.h"
#include "Progress.h"
#include "Suggest.h"
#include "raceward/base/InterruptGuard.h"
#include "raceward/base/Process.h"
#include "raceward/base/Text.h"
#include "raceward/check/Child.h"
#include "raceward/program/Print.h"

#include <array>
#include <unistd.h>

namespace raceward {

namespace {

constexpr const char *kUsage = "show program [options] FILE... [-- compiler flags]";

/// Loading in a child, so that a crash there is a message here.
Result<std::string> printedProgram(const LoadRequest &request, const PrintOptions &options) {
  ProgressLine line(STDERR_FILENO, ProgressLine::Show::Yes);
  const InterruptGuard interrupt;
  CheckEvents events;
  events.onProgress = [&](std::string_view phase) { line.setPhase(phase); };
  events.onTick = [&](std::uint64_t memoryBytes) { line.tick(memoryBytes); };
  events.onWarnings = [&](std::string_view text) {
    line.erase();
    writeAll(STDERR_FILENO, request.colour ? terminalSafeColoured(text) : terminalSafe(text));
  };
  events.cancelled = [&] { return interrupt.interrupted(); };

  std::optional<std::string> text;
  std::optional<Error> error;
  const Result<ChildEnd> end = runChild(
      [&](const WireSend &send) {
        LoadRequest load = request;
        load.onProgress = [&](std::string_view phase) { send(WireProgress{std::string(phase)}); };
        load.onWarnings = [&](std::string_view warning) {
          send(WireWarnings{std::string(warning)});
        };
        const Result<Program> program = loadProgram(load);
        if (!program)
          send(program.error());
        else
          send(WireText{printProgram(*program, options)});
      },
      {}, events,
      [&](WireMessage &&message) {
        if (auto *whole = std::get_if<WireText>(&message))
          text = std::move(whole->text);
        else if (auto *reason = std::get_if<Error>(&message))
          error = std::move(*reason);
      });
  if (!end)
    return fail(end.error());
  if (error)
    return fail(*error);
  if (end->process.succeeded() && text)
    return *text;
  const Gap gap = interruptionFrom(*end, {});
  return fail(Error::Kind::Internal, gap.message,
              gap.kind == GapKind::Interrupted ? std::string() : gap.hint);
}

Result<void> requireSubject(const Arguments &arguments) {
  static const std::array<std::string, 1> subjects{"program"};
  if (arguments.words.empty())
    return fail(Error::Kind::Usage, "show what?", std::string("raceward ") + kUsage);
  const std::string &subject = arguments.words.front();
  if (subject == subjects[0])
    return {};
  return fail(Error::Kind::Usage, "cannot show '" + subject + "'",
              suggestOneOf(subject, subjects) + " (raceward " + kUsage + ")");
}

} // namespace

int runShowCommand(const Arguments &arguments) {
  OptionParser parser(kUsage, "Prints the functions of a program and the memory they touch.");
  LoadOptions load;
  PrintOptions print;
  load.declare(parser);
  parser.flag("--sites", print.sitesOnly, "one line for each access, and nothing else");
  parser.flag("--code", print.code, "the decoded instructions, too");

  Arguments rest = arguments;
  const bool helpFirst = !rest.words.empty() &&
                         (rest.words.front() == "-h" || rest.words.front().starts_with("--help"));
  if (!helpFirst) {
    if (const Result<void> subject = requireSubject(arguments); !subject)
      return static_cast<int>(printError(subject.error()));
    rest.words.erase(rest.words.begin());
  }
  if (const Result<void> parsed = parser.parse(rest.words); !parsed)
    return static_cast<int>(printError(parsed.error()));
  if (parser.helpWanted())
    return printHelp(parser.wantedHelp());
  const Result<LoadRequest> request = load.request(rest);
  if (!request)
    return static_cast<int>(printError(request.error()));
  const Result<std::string> text = printedProgram(*request, print);
  if (!text)
    return static_cast<int>(
        printError(text.error(), request->colour ? MessageColour::Yes : MessageColour::No));
  if (const Result<void> printed = printResult(*text); !printed)
    return static_cast<int>(printError(printed.error()));
  return 0;
}

} // namespace raceward
