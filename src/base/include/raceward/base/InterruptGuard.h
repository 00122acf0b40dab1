// Turns Ctrl-C into a flag that a long run can poll.
//
// While a guard lives, the first SIGINT, SIGTERM or SIGHUP is only recorded; another one more than
// a second later ends the process as usual, for impatient users. One guard at a time.
#pragma once

#include <array>
#include <csignal>

namespace raceward {

class InterruptGuard {
public:
  InterruptGuard();
  InterruptGuard(const InterruptGuard &) = delete;
  InterruptGuard &operator=(const InterruptGuard &) = delete;
  ~InterruptGuard();

  [[nodiscard]] bool interrupted() const { return signal() != 0; }
  /// The signal that arrived, or 0; a program stopped by it exits with 128 plus this.
  [[nodiscard]] int signal() const;

private:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_{};
};

} // namespace raceward
