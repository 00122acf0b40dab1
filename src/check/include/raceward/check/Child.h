// A child process that talks to its parent in messages.
//
// Whatever touches the program under test runs in one: the front end reads what others
// wrote, and a crash there must not take the answer with it.
#pragma once

#include "raceward/base/Process.h"
#include "raceward/check/Request.h"
#include "raceward/check/Wire.h"

#include <functional>
#include <string>

namespace raceward {

using WireSend = std::function<void(const WireMessage &)>;

/// How a child ended, and what is known about where it was.
struct ChildEnd {
  ProcessEnd process;
  std::string phase;     ///< the last one it announced; may be empty
  std::string lastWords; ///< the line of its standard error that says most; may be empty
};

/// Runs `body` in a child and waits for it. Progress, warnings, ticks, who works and
/// cancelling go to and come from `events`; other messages go to `onMessage`.
Result<ChildEnd> runChild(const std::function<void(const WireSend &)> &body,
                          const ProcessLimits &limits, const CheckEvents &events,
                          const std::function<void(WireMessage &&)> &onMessage);

/// Why a child that did not succeed gave no answer.
Gap interruptionFrom(const ChildEnd &end, const ProcessLimits &limits);

} // namespace raceward
