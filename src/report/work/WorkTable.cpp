#include "raceward/report/WorkTable.h"

#include "WorkNumbers.h"
#include "raceward/base/Text.h"
#include "text/Glyphs.h"

#include <algorithm>
#include <numeric>

namespace raceward {

namespace {

/// Window of the rate: long enough to be stable, short enough to show a change.
constexpr double kWindowSeconds = 10;

constexpr std::size_t kWidestName = 24;

// Below these values there is nothing to extrapolate from.
constexpr double kShortestForTimeLeft = 5;
constexpr double kLeastFractionForTimeLeft = 0.01;

std::string cutTo(std::string_view text, std::size_t width) {
  std::string cut;
  std::size_t used = 0;
  while (!text.empty()) {
    const Glyph glyph = firstGlyph(text);
    if (used + glyph.width > width)
      break;
    cut += glyph.text;
    used += glyph.width;
    text.remove_prefix(glyph.bytes);
  }
  return cut;
}

std::string leftAligned(const std::string &text, std::size_t width) {
  const std::string cut = cutTo(text, width);
  return cut + std::string(width - displayWidth(cut), ' ');
}

std::string rightAligned(const std::string &text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

std::string_view stateOf(const WorkerStatus &worker) {
  if (!worker.isThere)
    return "gone";
  return worker.isBusy ? "busy" : "idle";
}

double shareOf(double busySeconds, double seconds) {
  return seconds > 0 ? std::min(busySeconds / seconds, 1.0) : 0;
}

/// Numbers of the workers that get a line: all, or those with the most work, in their order.
std::vector<std::size_t> workersShown(const std::vector<WorkerStatus> &workers, std::size_t most) {
  std::vector<std::size_t> shown(workers.size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  if (shown.size() <= most)
    return shown;
  std::sort(shown.begin(), shown.end(), [&](std::size_t a, std::size_t b) {
    return workers[a].busySeconds != workers[b].busySeconds
               ? workers[a].busySeconds > workers[b].busySeconds
               : a < b;
  });
  shown.resize(most);
  std::sort(shown.begin(), shown.end());
  return shown;
}

std::string workerLine(const WorkerStatus &worker, double seconds, std::size_t nameWidth,
                       std::size_t width) {
  std::string line = "  " + leftAligned(printable(worker.name), nameWidth) + " " +
                     std::string(stateOf(worker)) + " " +
                     rightAligned(percent(shareOf(worker.busySeconds, seconds)), 11);
  // A number that does not fit is left out as a whole.
  for (const std::string &more : {rightAligned(withThousands(worker.runs), 15) + " runs",
                                  rightAligned(withThousands(worker.items), 11) + " items"})
    if (line.size() + more.size() <= width)
      line += more;
  return line;
}

std::string restLine(const std::vector<WorkerStatus> &workers,
                     const std::vector<std::size_t> &shown, double seconds) {
  std::vector<bool> isShown(workers.size());
  for (const std::size_t number : shown)
    isShown[number] = true;
  std::uint64_t busy = 0;
  std::uint64_t idle = 0;
  std::uint64_t gone = 0;
  double busySeconds = 0;
  for (std::size_t i = 0; i < workers.size(); ++i) {
    if (isShown[i])
      continue;
    ++(!workers[i].isThere ? gone : workers[i].isBusy ? busy : idle);
    busySeconds += workers[i].busySeconds;
  }
  const std::uint64_t count = busy + idle + gone;
  return "  ... " + withThousands(count) + " more: " + withThousands(busy) + " busy, " +
         withThousands(idle) + " idle, " + withThousands(gone) + " gone; used " +
         percent(shareOf(busySeconds, seconds * static_cast<double>(count)));
}

/// Only if the estimate and its lower bound are close to each other.
bool timeLeftMeansSomething(const WorkStatus &status) {
  return status.seconds >= kShortestForTimeLeft && status.fraction < 1 &&
         status.fractionLow >= kLeastFractionForTimeLeft &&
         status.fractionLow * 2 >= status.fraction;
}

std::vector<std::string> sumParts(const WorkStatus &status, double runsPerSecond) {
  std::vector<std::string> parts{
      counted(status.itemsOpen, "item") + " open, " + withThousands(status.itemsClosed) + " closed",
      withThousands(static_cast<std::uint64_t>(std::clamp(runsPerSecond, 0.0, 1e15))) + " runs/s"};
  if (status.fraction > 0)
    parts.push_back("about " + percent(status.fraction) + " done (at least " +
                    percent(status.fractionLow) + ")");
  if (timeLeftMeansSomething(status))
    parts.push_back(roughTime(status.seconds * (1 - status.fraction) / status.fraction) + " left");
  if (status.races > 0)
    parts.push_back(counted(status.races, "race"));
  return parts;
}

/// As many lines as the width requires.
std::vector<std::string> sumLines(const WorkStatus &status, double runsPerSecond,
                                  std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string &part : sumParts(status, runsPerSecond))
    if (!lines.empty() && lines.back().size() + 2 + part.size() <= width)
      lines.back() += "; " + part;
    else
      lines.push_back("  " + part);
  return lines;
}

} // namespace

void RunRate::add(const WorkStatus &status) {
  const Sample sample{status.seconds, status.runs + status.blockedRuns};
  // A check may search several times.
  if (!samples_.empty() &&
      (sample.seconds < samples_.back().seconds || sample.runs < samples_.back().runs))
    samples_.clear();
  samples_.push_back(sample);
  while (samples_.size() > 2 && sample.seconds - samples_[1].seconds >= kWindowSeconds)
    samples_.pop_front();
}

double RunRate::perSecond() const {
  if (samples_.empty())
    return 0;
  const Sample &last = samples_.back();
  const Sample first = samples_.size() > 1 ? samples_.front() : Sample{};
  const double seconds = last.seconds - first.seconds;
  return seconds > 0 ? static_cast<double>(last.runs - first.runs) / seconds : 0;
}

std::vector<std::string> workTable(const WorkStatus &status, double runsPerSecond,
                                   const WorkTableOptions &options) {
  const std::size_t width = options.width > 1 ? options.width - 1 : 1;
  const std::vector<WorkerStatus> &workers = status.workers;
  std::vector<std::string> lines;
  std::vector<std::string> sums = sumLines(status, runsPerSecond, width);
  sums.resize(std::min(sums.size(), std::max<std::size_t>(options.mostLines, 1)));
  const std::size_t room = options.mostLines > sums.size() ? options.mostLines - sums.size() : 0;
  const bool allFit = workers.size() <= room;
  const std::vector<std::size_t> shown =
      workersShown(workers, allFit ? workers.size() : (room > 0 ? room - 1 : 0));
  std::size_t nameWidth = 0;
  for (const std::size_t number : shown)
    nameWidth = std::max(nameWidth, displayWidth(printable(workers[number].name)));
  nameWidth = std::min({nameWidth, kWidestName, std::max<std::size_t>(width / 3, 4)});
  for (const std::size_t number : shown)
    lines.push_back(workerLine(workers[number], status.seconds, nameWidth, width));
  if (!allFit && room > 0)
    lines.push_back(restLine(workers, shown, status.seconds));
  lines.insert(lines.end(), sums.begin(), sums.end());
  for (std::string &line : lines)
    line = cutTo(line, width);
  return lines;
}

} // namespace raceward
