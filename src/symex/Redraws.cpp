#include "Redraws.h"

namespace raceward {

namespace {

/// An assumption may be about several inputs, such as a time.
constexpr std::size_t kMostDraws = 3;
constexpr unsigned kTriesOfOne = 12;
constexpr unsigned kMostTries = 200;

} // namespace

void Redraws::forget() {
  draws_.clear();
  tries_ = 0;
}

void Redraws::remember(const State &state, unsigned thread, std::size_t touches) {
  const std::uint32_t input = state.threads[thread].nextInput;
  if (!draws_.empty() && draws_.back().before.threads[thread].nextInput == input)
    return; // the thread went back to it
  if (draws_.size() == kMostDraws)
    draws_.erase(draws_.begin());
  draws_.push_back({state, touches});
}

std::optional<std::size_t> Redraws::goBack(State &state, unsigned thread) {
  while (!draws_.empty() && tries_ < kMostTries) {
    Draw &last = draws_.back();
    if (++last.tries > kTriesOfOne) {
      draws_.pop_back();
      continue;
    }
    ++tries_;
    const std::uint32_t drawn = state.threads[thread].nextInput;
    MachineThread &again = last.before.threads.own(thread);
    again.redraws = tries_;
    again.redrawnUntil = drawn;
    state = last.before;
    return last.touches;
  }
  return std::nullopt;
}

} // namespace raceward
