// A child process that sends messages to its parent.
//
// Code that touches the program under test runs in a child: the front end reads untrusted input,
// and a crash there must not lose the answer. The protocol is one-way: the child sends WireMessages
// over a pipe (progress, statistics, partial ledgers, at last the closed ledger), the parent
// decodes them as they come, enforces time and memory, and polls for cancellation.
//
// Invariants: the parent never relies on the child being alive or sane. The last complete message
// of each kind stands; a message that was cut off does not exist; and a child that crashed, was
// killed or exceeded a limit cannot deliver a final answer, only partial ones (interruptionFrom()
// gives the reason).
#pragma once

#include "raceward/base/Process.h"
#include "raceward/check/Request.h"
#include "raceward/check/Wire.h"

#include <functional>
#include <string>

namespace raceward {

using WireSend = std::function<void(const WireMessage &)>;

/// How a child ended, and where it was then.
struct ChildEnd {
  ProcessEnd process;
  std::string phase;     ///< the last one it announced; may be empty
  std::string lastWords; ///< the most useful line of its standard error; may be empty
};

/// Runs `body` in a child and waits for it. Progress, warnings, ticks, worker status and
/// cancellation go through `events`; other messages go to `onMessage`.
Result<ChildEnd> runChild(const std::function<void(const WireSend &)> &body,
                          const ProcessLimits &limits, const CheckEvents &events,
                          const std::function<void(WireMessage &&)> &onMessage);

/// Why a child that did not succeed gave no answer.
Gap interruptionFrom(const ChildEnd &end, const ProcessLimits &limits);

} // namespace raceward
