// A check: the pipeline suspects → provers → explorer → verdict on one program, in a process of its
// own, within limits.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/check/Request.h"
#include "raceward/model/CheckResult.h"

namespace raceward {

/// Runs the check in a child process. A crash of the child, a lack of memory, the time limit or a
/// cancellation give a complete result with `unknown` and the reason; an Error means that nothing
/// could be checked (bad input, no compiler).
Result<CheckResult> runCheck(const CheckRequest &request, const CheckEvents &events);

/// The same for a property other than races, of a program without threads.
Result<PropertyResult> runPropertyCheck(const CheckRequest &request, Property property,
                                        const CheckEvents &events);

} // namespace raceward
