#include "raceward/batch/BatchUi.h"

#include "raceward/base/Process.h"
#include "raceward/base/Text.h"
#include "raceward/batch/Numbers.h"

#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

namespace raceward {

namespace {

using Clock = std::chrono::steady_clock;

/// Text from files on one line, without control characters.
std::string printable(std::string_view text) {
  std::string clean = sanitizedUtf8(text);
  for (char &c : clean)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
      c = '?';
  return clean;
}

std::string wrongLine(const BatchResult &result) {
  return "WRONG: " + printable(result.task.name()) + ": said " + toText(result.answer.verdict) +
         ", expected " + (result.task.expected == BatchExpectation::Race ? "race" : "race-free") +
         "\n";
}

std::string progressLine(const BatchProgress &progress) {
  const BatchCounts &counts = progress.counts;
  std::string line = "batch: " + withThousands(progress.finished) + " of " +
                     withThousands(progress.total) + " done: " + withThousands(counts.right()) +
                     " right, " + withThousands(counts.wrong()) + " wrong, " +
                     withThousands(counts.unknown) + " unknown, " + counted(counts.error, "error");
  if (counts.noExpectation > 0)
    line += ", " + withThousands(counts.noExpectation) + " unrated";
  line += "; score " + std::to_string(counts.score);
  if (progress.workers)
    line += "; " + counted(*progress.workers, "worker");
  if (progress.remainingSeconds && progress.finished < progress.total)
    line += "; about " + batch::readableSeconds(*progress.remainingSeconds) + " left";
  return line + "\n";
}

/// The last line has no time left to name.
std::string lastLine(BatchProgress progress) {
  progress.remainingSeconds.reset();
  return progressLine(progress);
}

class PlainUi final : public BatchUi {
public:
  PlainUi(TextSink sink, std::chrono::duration<double> interval)
      : sink_(std::move(sink)), interval_(interval) {}

  void warning(const std::string &message) override {
    sink_("batch: warning: " + printable(message) + "\n");
  }
  void note(const std::string &message) override { sink_("batch: " + printable(message) + "\n"); }
  void finished(const BatchResult &result) override {
    if (result.resultClass() == BatchClass::Wrong)
      sink_("batch: " + wrongLine(result));
  }
  void progress(const BatchProgress &progress) override {
    if (Clock::now() - last_ < interval_)
      return;
    last_ = Clock::now();
    sink_(progressLine(progress));
  }
  void closed(const BatchProgress &progress) override { sink_(lastLine(progress)); }

private:
  TextSink sink_;
  std::chrono::duration<double> interval_;
  Clock::time_point last_ = Clock::now();
};

class TerminalUi final : public BatchUi {
public:
  explicit TerminalUi(int fd) : fd_(fd) {}

  void warning(const std::string &message) override {
    printAbove("batch: warning: " + printable(message) + "\n");
  }
  void note(const std::string &message) override {
    printAbove("batch: " + printable(message) + "\n");
  }
  void finished(const BatchResult &result) override {
    if (result.resultClass() == BatchClass::Wrong)
      printAbove("\x1b[1;31m" + wrongLine(result) + "\x1b[0m");
  }
  void progress(const BatchProgress &progress) override {
    const TerminalSize size = terminalSize();
    std::string frame = erasure();
    lines_ = renderBatchTable(progress, size);
    // The last column stays free, as terminals wrap a full line.
    for (const std::string &line : lines_)
      frame += line + "\n";
    writeAll(fd_, frame);
  }
  void closed(const BatchProgress &progress) override {
    std::string frame = erasure() + lastLine(progress);
    lines_.clear();
    writeAll(fd_, frame);
  }

private:
  [[nodiscard]] TerminalSize terminalSize() const {
    winsize window{};
    TerminalSize size;
    if (::ioctl(fd_, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 && window.ws_row > 0)
      size = {window.ws_col, window.ws_row};
    size.columns = size.columns > 1 ? size.columns - 1 : 1;
    return size;
  }

  /// Moves to the beginning of the table and clears from there.
  [[nodiscard]] std::string erasure() const {
    return lines_.empty() ? std::string() : "\x1b[" + std::to_string(lines_.size()) + "F\x1b[J";
  }

  /// Prints permanent lines, and the table below them again.
  void printAbove(const std::string &text) {
    std::string frame = erasure() + text;
    for (const std::string &line : lines_)
      frame += line + "\n";
    writeAll(fd_, frame);
  }

  int fd_;
  std::vector<std::string> lines_;
};

} // namespace

std::unique_ptr<BatchUi> makePlainBatchUi(TextSink sink, std::chrono::duration<double> interval) {
  return std::make_unique<PlainUi>(std::move(sink), interval);
}

std::unique_ptr<BatchUi> makeBatchUi(int fd) {
  const char *term = std::getenv("TERM");
  const bool canRedraw = term && *term && std::string_view(term) != "dumb";
  if (::isatty(fd) == 1 && canRedraw)
    return std::make_unique<TerminalUi>(fd);
  return makePlainBatchUi([fd](std::string_view text) { writeAll(fd, text); },
                          std::chrono::seconds(10));
}

} // namespace raceward
