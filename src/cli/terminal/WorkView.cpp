#include "terminal/WorkView.h"

#include "raceward/base/Process.h"
#include "terminal/Terminal.h"

#include <algorithm>

namespace raceward {

namespace {

constexpr std::chrono::milliseconds kTableRedraw{200};

/// A table without news for this long is out of date.
constexpr std::chrono::seconds kStale{5};

} // namespace

WorkView::WorkView(int fd, ProgressLine::Show show)
    : fd_(fd), enabled_(show == ProgressLine::Show::Yes && isLiveTerminal(fd)), line_(fd, show) {}

void WorkView::setPhase(std::string_view phase) {
  phase_ = phase;
  line_.setPhase(phase);
}

void WorkView::take(const WorkStatus &status) {
  if (!enabled_)
    return;
  status_ = status;
  rate_.add(status);
  lastStatus_ = Clock::now();
}

void WorkView::tick(std::uint64_t memoryBytes) {
  if (!enabled_)
    return;
  const Clock::time_point now = Clock::now();
  if (status_ && now - lastStatus_ >= kStale) {
    status_.reset();
    erase();
  }
  if (!status_)
    return line_.tick(memoryBytes);
  if (now - lastDraw_ >= kTableRedraw)
    draw(now, memoryBytes);
}

void WorkView::draw(Clock::time_point now, std::uint64_t memoryBytes) {
  lastDraw_ = now;
  const unsigned width = terminalWidth(fd_);
  const unsigned height = terminalHeight(fd_);
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - start_).count();
  // One line stays free, as the cursor of many terminals needs one.
  const std::size_t mostLines = std::max(height, 3U) - 2;
  const std::vector<std::string> table = workTable(*status_, rate_.perSecond(), {width, mostLines});
  std::string text = progressText(static_cast<std::uint64_t>(seconds), phase_, memoryBytes, width);
  for (const std::string &line : table)
    text += "\x1b[K\r\n" + line;
  line_.erase();
  writeAll(fd_, toFirstLine() + text + "\x1b[J");
  linesDrawn_ = table.size() + 1;
}

std::string WorkView::toFirstLine() const {
  return linesDrawn_ > 1 ? "\r\x1b[" + std::to_string(linesDrawn_ - 1) + "A" : "\r";
}

void WorkView::erase() {
  line_.erase();
  if (linesDrawn_ > 0)
    writeAll(fd_, toFirstLine() + "\x1b[J");
  linesDrawn_ = 0;
}

} // namespace raceward
