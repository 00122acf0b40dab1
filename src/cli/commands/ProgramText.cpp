#include "commands/ProgramText.h"

#include "raceward/base/InterruptGuard.h"
#include "raceward/base/Process.h"
#include "raceward/base/Text.h"
#include "raceward/check/Child.h"
#include "terminal/Messages.h"
#include "terminal/Progress.h"

#include <optional>
#include <unistd.h>

namespace raceward {

Result<std::string> textAbout(const LoadRequest &request,
                              const std::function<std::string(const Program &)> &write) {
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
          send(WireText{write(*program)});
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

} // namespace raceward
