// `raceward show`: what Raceward makes of a program, without a verdict.
#include "commands/Commands.h"
#include "options/LoadOptions.h"
#include "options/Suggest.h"
#include "raceward/base/InterruptGuard.h"
#include "raceward/base/Process.h"
#include "raceward/base/Text.h"
#include "raceward/check/Child.h"
#include "raceward/program/Print.h"
#include "terminal/Messages.h"
#include "terminal/Progress.h"

#include <array>
#include <unistd.h>

namespace raceward {

namespace {

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

/// The first word says what is shown.
Result<void> requireSubject(const std::vector<std::string> &words) {
  static const std::array<std::string, 1> subjects{"program"};
  const std::string usage = std::string("raceward ") + rowOf(CommandId::Show).usage;
  if (words.empty())
    return fail(Error::Kind::Usage, "show what?", usage);
  if (words.front() == subjects[0])
    return {};
  return fail(Error::Kind::Usage, "cannot show '" + words.front() + "'",
              suggestOneOf(words.front(), subjects) + " (" + usage + ")");
}

} // namespace

Result<int> runShowCommand(const CommandLine &line) {
  RW_RETURN_IF_ERROR(requireSubject(line.options.words));
  OptionValues options = line.options;
  options.words.erase(options.words.begin());
  RW_ASSIGN_OR_RETURN(const LoadRequest request, loadRequestFrom(options, line.arguments));
  PrintOptions print;
  print.sitesOnly = options.sites;
  print.code = options.code;
  const Result<std::string> text = printedProgram(request, print);
  if (!text)
    return static_cast<int>(
        printError(text.error(), request.colour ? MessageColour::Yes : MessageColour::No));
  return printed(*text);
}

} // namespace raceward
