#include "DrawnSignals.h"

#include "raceward/base/Mixing.h"

#include <array>

namespace raceward {

namespace {

constexpr std::array<std::uint64_t, 6> kOneIn = {4, 16, 64, 256, UINT64_MAX, UINT64_MAX};
/// Runs after which it is known that a handler ends the process.
constexpr unsigned kRunsToKnow = 2;
/// It does if the process ended in so many of four of them: some are left before the handler ends.
constexpr unsigned kEndsInFour = 3;
/// In one of so many runs that is tried all the same.
constexpr std::uint64_t kRunsPerEnd = 16;

} // namespace

void DrawnSignals::beginRun(std::uint64_t random, bool hasEnded) {
  for (const std::string &signal : arrived_) {
    Known &known = known_[signal];
    ++known.runs;
    known.ended += hasEnded ? 1 : 0;
  }
  arrived_.clear();
  oneIn_ = kOneIn[random % kOneIn.size()];
  endsProcess_ = mixed(random) % kRunsPerEnd == 0;
}

bool DrawnSignals::arrives(std::string_view signal, std::uint64_t random) {
  if (random % oneIn_ != 0)
    return false;
  if (const auto known = known_.find(signal);
      known != known_.end() && !endsProcess_ && known->second.runs >= kRunsToKnow &&
      4 * known->second.ended >= kEndsInFour * known->second.runs)
    return false;
  arrived_.emplace(signal);
  return true;
}

} // namespace raceward
