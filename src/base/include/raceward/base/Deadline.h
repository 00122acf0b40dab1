// Time that was spent, and time that is left.
//
// All limits on time in Raceward are one of these, made where the limit is known and handed down
// as it is: no part computes with moments of its own. The clock is a function, so that a test says
// how late it is and need not wait.
#pragma once

#include <chrono>
#include <functional>

namespace raceward {

/// Seconds since some moment; never goes back.
using SecondsClock = std::function<double()>;

/// The time of the machine, since now.
SecondsClock systemClock();

/// Counts from its construction.
class Stopwatch {
public:
  explicit Stopwatch(SecondsClock clock = systemClock())
      : clock_(std::move(clock)), start_(clock_()) {}

  [[nodiscard]] double seconds() const { return clock_() - start_; }

private:
  SecondsClock clock_;
  double start_;
};

/// The end of a number of seconds that begins with its construction. More than a century is never.
class Deadline {
public:
  explicit Deadline(double seconds, SecondsClock clock = systemClock())
      : watch_(std::move(clock)), seconds_(seconds) {}

  /// Never negative.
  [[nodiscard]] double secondsLeft() const;
  [[nodiscard]] double secondsSpent() const { return watch_.seconds(); }
  /// Of the whole.
  [[nodiscard]] double seconds() const { return seconds_; }
  [[nodiscard]] bool isOver() const { return watch_.seconds() >= seconds_; }

private:
  Stopwatch watch_;
  double seconds_;
};

/// As others count them; the longest duration for what does not fit.
[[nodiscard]] std::chrono::nanoseconds nanosecondsFrom(double seconds);

} // namespace raceward
