// A progress line on a terminal:
//
//   [ 12s] proving: locksets  412.0 MiB
//
// Redrawn a few times a second, cut to the width, erased before anything else is printed. Draws
// nothing if lines cannot be redrawn.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace raceward {

class ProgressLine {
public:
  enum class Show : bool { No, Yes };

  ProgressLine(int fd, Show show);
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;
  ~ProgressLine() { erase(); }

  void setPhase(std::string_view phase);
  void tick(std::uint64_t memoryBytes);
  void erase();

private:
  using Clock = std::chrono::steady_clock;

  int fd_;
  bool enabled_;
  bool drawn_ = false;
  std::string phase_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

/// The line for a terminal of that width; one column stays free, so that no terminal wraps it.
/// Exposed for tests: never wider, never half a character.
std::string progressText(std::uint64_t seconds, std::string_view phase, std::uint64_t memoryBytes,
                         unsigned width);

} // namespace raceward
