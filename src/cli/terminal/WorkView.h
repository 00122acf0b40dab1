// The terminal output of a running check: one line, and below it, if the check is distributed, its
// workers.
//
//   [ 12s] executing schedules  412.0 MiB
//     worker 1 busy        98 %         56,789 runs        123 items
//     worker 2 idle        97 %         55,001 runs        120 items
//     12 items open, 243 closed; 9,315 runs/s; about 12 % done (at least 3.1 %)
//
// Redrawn a few times a second, within the height and width of the terminal, erased before anything
// else is printed.
#pragma once

#include "raceward/model/WorkStatus.h"
#include "raceward/report/WorkTable.h"
#include "terminal/Progress.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace raceward {

class WorkView {
public:
  WorkView(int fd, ProgressLine::Show show);
  WorkView(const WorkView &) = delete;
  WorkView &operator=(const WorkView &) = delete;
  ~WorkView() { erase(); }

  void setPhase(std::string_view phase);
  void take(const WorkStatus &status);
  void tick(std::uint64_t memoryBytes);
  void erase();

private:
  using Clock = std::chrono::steady_clock;
  void draw(Clock::time_point now, std::uint64_t memoryBytes);
  [[nodiscard]] std::string toFirstLine() const; ///< moves the cursor there

  int fd_;
  bool enabled_;
  ProgressLine line_; ///< while there are no workers
  std::string phase_;
  std::optional<WorkStatus> status_;
  RunRate rate_;
  std::size_t linesDrawn_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point lastDraw_ = start_;
  Clock::time_point lastStatus_ = start_;
};

} // namespace raceward
