// Runs a check with progress output; shared by the commands that run one.
#pragma once

#include "raceward/base/InterruptGuard.h"
#include "raceward/base/Process.h"
#include "raceward/base/Text.h"
#include "raceward/check/Check.h"
#include "terminal/Messages.h"
#include "terminal/WorkView.h"

#include <unistd.h>

namespace raceward {

/// `run` gets the callbacks. Quiet: neither progress nor warnings.
template <typename Run> auto withProgress(const CheckRequest &request, bool quiet, const Run &run) {
  WorkView view(STDERR_FILENO, quiet ? ProgressLine::Show::No : ProgressLine::Show::Yes);
  const InterruptGuard interrupt;
  CheckEvents events;
  events.onProgress = [&](std::string_view phase) { view.setPhase(phase); };
  events.onWork = [&](const WorkStatus &status) { view.take(status); };
  events.onTick = [&](std::uint64_t memoryBytes) { view.tick(memoryBytes); };
  events.onWarnings = [&](std::string_view text) {
    if (quiet)
      return;
    view.erase();
    writeAll(STDERR_FILENO, request.load.colour ? terminalSafeColoured(text) : terminalSafe(text));
  };
  events.cancelled = [&] { return interrupt.interrupted(); };
  return run(events);
}

} // namespace raceward
