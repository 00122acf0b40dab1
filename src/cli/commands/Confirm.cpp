#include "commands/Confirm.h"

#include "raceward/base/InterruptGuard.h"
#include "raceward/native/Replay.h"

namespace raceward {

namespace {

/// Each one takes a second or two.
constexpr std::size_t kMostConfirmed = 20;

} // namespace

void confirmNatively(CheckResult &result, const LoadRequest &program) {
  const InterruptGuard interrupt;
  std::size_t count = 0;
  for (Conviction &race : result.ledger.convictions) {
    if (race.run.steps.empty() || ++count > kMostConfirmed || interrupt.interrupted())
      continue;
    ReplayRequest request;
    request.program = program;
    request.race = race;
    request.cancelled = [&] { return interrupt.interrupted(); };
    race.native = confirmationFrom(replayNatively(request), program.dataModel);
  }
}

} // namespace raceward
