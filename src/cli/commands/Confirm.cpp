#include "commands/Confirm.h"

#include "raceward/base/InterruptGuard.h"
#include "raceward/native/Replay.h"

namespace raceward {

namespace {

/// Each one takes a second or two.
constexpr std::size_t kMostConfirmed = 20;

/// The driver for the build of a replay.
std::optional<EntryDriver> nativeDriver(const EntryDriver &driver, const LoadRequest &program) {
  if (program.dataModel == DataModel::LP64)
    return driver;
  LoadRequest wide = program;
  wide.dataModel = DataModel::LP64; // the build is for 64 bits, and so are its types
  wide.entry.saveTo.clear();
  Result<Program> loaded = loadProgram(wide);
  if (!loaded || !loaded->driver())
    return driver;
  EntryDriver other = *loaded->driver();
  other.name = driver.name;
  return other;
}

} // namespace

void confirmNatively(CheckResult &result, const LoadRequest &program) {
  const InterruptGuard interrupt;
  std::optional<EntryDriver> driver;
  if (result.stats.driver && !result.ledger.convictions.empty())
    driver = nativeDriver(*result.stats.driver, program);
  std::size_t count = 0;
  for (Conviction &race : result.ledger.convictions) {
    if (race.run.steps.empty() || ++count > kMostConfirmed || interrupt.interrupted())
      continue;
    ReplayRequest request;
    request.program = program;
    request.program.driver = driver;
    request.race = race;
    request.inOwnFolder = true;
    request.cancelled = [&] { return interrupt.interrupted(); };
    race.native = confirmationFrom(replayNatively(request), program.dataModel);
  }
}

} // namespace raceward
