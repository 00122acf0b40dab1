#include "raceward/report/WorkTimeline.h"

#include "WorkNumbers.h"
#include "raceward/base/Text.h"
#include "text/FormatText.h"
#include "text/Glyphs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace raceward {

namespace {

// In user units, which are pixels unless the picture is scaled.
constexpr double kLeft = 170;
constexpr std::size_t kPlotWidth = 800;
constexpr double kRight = kLeft + kPlotWidth;
constexpr double kWidth = kRight + 150;
constexpr double kTop = 62;
constexpr double kLoadHeight = 60; ///< of the plot of active workers

constexpr std::size_t kMostRows = 256;
constexpr std::size_t kLongestName = 20; ///< in characters
/// A worker with more items gets shaded columns, as single items could not be distinguished.
constexpr std::size_t kMostSingleSpans = 150;
constexpr int kShades = 8;

constexpr std::string_view kTimelineStyle =
    "text{font:12px system-ui,sans-serif;fill:#24292f}"
    ".small{font-size:10px}.title{font-size:15px;font-weight:600}"
    ".end{text-anchor:end}.middle{text-anchor:middle}"
    ".paper{fill:#ffffff}.row{fill:#eef1f4}.grid{stroke:#c9d1d9;stroke-width:.6}"
    ".axis{stroke:#57606a}.busy{fill:#2f6fb3}.lost{fill:#d4572a}.load{fill:#2f6fb3;opacity:.55}"
    "@media(prefers-color-scheme:dark){text{fill:#d5dae0}.paper{fill:#15191e}.row{fill:#232a32}"
    ".grid{stroke:#3a444e}.axis{stroke:#8b949e}.busy{fill:#6aa9e9}.lost{fill:#f0834f}"
    ".load{fill:#6aa9e9}}";

std::string number(double value) {
  std::string text = decimal(value, 2);
  // There are millions of numbers: trailing zeros are dropped.
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.')
    text.pop_back();
  return text;
}

std::string text(double x, double y, std::string_view style, const std::string &content) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" class=\"" + std::string(style) +
         "\">" + xmlText(content) + "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2, std::string_view style) {
  return "<path d=\"M" + number(x1) + " " + number(y1) + "L" + number(x2) + " " + number(y2) +
         "\" class=\"" + std::string(style) + "\"/>\n";
}

std::string box(double x, double y, double width, double height) {
  return "M" + number(x) + " " + number(y) + "h" + number(width) + "v" + number(height) + "h-" +
         number(width) + "z";
}

std::string path(const std::string &shape, std::string_view style, double opacity = 1) {
  if (shape.empty())
    return {};
  const std::string seen = opacity < 1 ? "\" opacity=\"" + number(opacity) : std::string();
  return "<path d=\"" + shape + "\" class=\"" + std::string(style) + seen + "\"/>\n";
}

/// Names of machines differ at both ends.
std::string shortName(const std::string &name) {
  std::vector<std::string_view> glyphs;
  const std::string clean = printable(name);
  for (std::string_view rest = clean; !rest.empty();) {
    const Glyph glyph = firstGlyph(rest);
    glyphs.push_back(glyph.text);
    rest.remove_prefix(glyph.bytes);
  }
  if (glyphs.size() <= kLongestName)
    return clean;
  std::string cut;
  for (std::size_t i = 0; i < kLongestName; ++i) {
    if (i == kLongestName / 2)
      cut += "…";
    cut += glyphs[i < kLongestName / 2 ? i : glyphs.size() - kLongestName + i];
  }
  return cut;
}

/// The share of each column of the picture that is covered by spans.
class Coverage {
public:
  explicit Coverage(double seconds) : perColumn_(seconds / kPlotWidth), columns_(kPlotWidth) {}

  void add(double begin, double end) {
    const auto first = columnOf(begin);
    const auto last = columnOf(end);
    for (std::size_t i = first; i <= last; ++i) {
      const double from = std::max(begin, static_cast<double>(i) * perColumn_);
      const double to = std::min(end, static_cast<double>(i + 1) * perColumn_);
      columns_[i] += std::max(to - from, 0.0) / perColumn_;
    }
  }
  [[nodiscard]] double at(std::size_t column) const { return columns_[column]; }

private:
  [[nodiscard]] std::size_t columnOf(double seconds) const {
    return std::min(static_cast<std::size_t>(seconds / perColumn_), columns_.size() - 1);
  }

  double perColumn_;
  std::vector<double> columns_;
};

struct WorkerRow {
  std::vector<WorkSpan> spans;
  double busySeconds = 0; ///< without lost work
  std::uint64_t items = 0;
};

class Picture {
public:
  explicit Picture(const WorkHistory &history) : history_(history), rows_(history.workers.size()) {
    // Guards against a damaged history: division by zero, spans beyond the edge of the picture.
    seconds_ = history.seconds;
    for (const WorkSpan &span : history.spans)
      seconds_ = std::max(seconds_, span.end);
    seconds_ = std::max(seconds_, 1e-3);
    for (const WorkSpan &span : history.spans) {
      WorkerRow &row = rows_[span.worker];
      row.spans.push_back(span);
      if (!span.isLost) {
        row.busySeconds += span.end - span.begin;
        ++row.items;
      }
    }
    chooseRows();
  }

  std::string svg() {
    const double rowsEnd = kTop + rowHeight_ * static_cast<double>(shown_.size());
    const double loadTop = rowsEnd + (leftOut() > 0 ? 34 : 18);
    const double loadEnd = loadTop + kLoadHeight;
    const double height = loadEnd + 44;
    std::string body = heading();
    body += grid(kTop - 4, loadEnd);
    for (std::size_t i = 0; i < shown_.size(); ++i)
      body += row(i);
    if (leftOut() > 0)
      body += text(kLeft, rowsEnd + 16, "small",
                   "and " + counted(leftOut(), "worker") + " that worked less");
    body += load(loadTop, loadEnd);
    body += axis(loadEnd);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(kWidth) + " " +
           number(height) + "\" width=\"" + number(kWidth) + "\" height=\"" + number(height) +
           "\" role=\"img\">\n<title>Worker activity</title>\n<style>" +
           std::string(kTimelineStyle) +
           "</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n" + body + "</svg>\n";
  }

private:
  void chooseRows() {
    shown_.resize(rows_.size());
    std::iota(shown_.begin(), shown_.end(), std::size_t{0});
    if (shown_.size() > kMostRows) {
      std::sort(shown_.begin(), shown_.end(), [&](std::size_t a, std::size_t b) {
        return rows_[a].busySeconds != rows_[b].busySeconds
                   ? rows_[a].busySeconds > rows_[b].busySeconds
                   : a < b;
      });
      shown_.resize(kMostRows);
      std::sort(shown_.begin(), shown_.end());
    }
    rowHeight_ = shown_.size() <= 16 ? 24 : shown_.size() <= 40 ? 17 : shown_.size() <= 80 ? 13 : 5;
  }

  [[nodiscard]] std::size_t leftOut() const { return rows_.size() - shown_.size(); }
  [[nodiscard]] double xOf(double seconds) const {
    return kLeft + seconds / seconds_ * static_cast<double>(kPlotWidth);
  }

  [[nodiscard]] std::string heading() const {
    double busy = 0;
    double lost = 0;
    std::uint64_t items = 0;
    for (const WorkerRow &row : rows_) {
      busy += row.busySeconds;
      items += row.items;
    }
    for (const WorkSpan &span : history_.spans)
      lost += span.isLost ? span.end - span.begin : 0;
    const double all = seconds_ * static_cast<double>(std::max<std::size_t>(rows_.size(), 1));
    std::string words = counted(rows_.size(), "worker") + ", " + counted(items, "item") + ", " +
                        decimal(seconds_, seconds_ < 100 ? 1 : 0) + " s; used " +
                        percent(busy / all) + " of the time";
    std::string svg = text(kLeft, 22, "title", "Worker activity") + text(kLeft, 42, "", words);
    svg += path(box(kRight - 160, 33, 10, 10), "busy") + text(kRight - 146, 42, "small", "at work");
    if (lost > 0)
      svg += path(box(kRight - 95, 33, 10, 10), "lost") +
             text(kRight - 81, 42, "small", "lost: " + percent(lost / all));
    svg += text(kWidth - 80, 42, "small end", "busy") + text(kWidth - 14, 42, "small end", "items");
    return svg;
  }

  /// 1, 2 or 5 times a power of ten, for five to twelve ticks.
  [[nodiscard]] double tick() const {
    double power = std::pow(10, std::floor(std::log10(seconds_)) - 1);
    while (true) {
      for (const double factor : {1.0, 2.0, 5.0})
        if (seconds_ / (power * factor) <= 12)
          return power * factor;
      power *= 10;
    }
  }

  [[nodiscard]] std::string grid(double top, double bottom) const {
    std::string svg;
    const double step = tick();
    for (int i = 0; i * step <= seconds_; ++i)
      svg += line(xOf(i * step), top, xOf(i * step), bottom, "grid");
    return svg;
  }

  [[nodiscard]] std::string axis(double y) const {
    std::string svg = line(kLeft, y, kRight, y, "axis");
    const double step = tick();
    const int digits = step < 1 ? static_cast<int>(std::ceil(-std::log10(step))) : 0;
    for (int i = 0; i * step <= seconds_; ++i)
      svg += line(xOf(i * step), y, xOf(i * step), y + 4, "axis") +
             text(xOf(i * step), y + 17, "small middle", decimal(i * step, digits));
    return svg +
           text((kLeft + kRight) / 2, y + 34, "small middle", "seconds since the search began");
  }

  [[nodiscard]] std::string row(std::size_t index) const {
    const WorkerRow &row = rows_[shown_[index]];
    const double y = kTop + rowHeight_ * static_cast<double>(index);
    const double height = rowHeight_ * 0.8;
    std::string svg = path(box(kLeft, y, static_cast<double>(kPlotWidth), height), "row");
    svg +=
        row.spans.size() <= kMostSingleSpans ? singleSpans(row, y, height) : shaded(row, y, height);
    // Narrow rows: only every tenth is named.
    const bool isNarrow = rowHeight_ < 10;
    if (isNarrow && index % 10 != 0)
      return svg;
    const double base = isNarrow ? y + 7 : y + height / 2 + 4;
    const std::string_view style = rowHeight_ < 17 ? "small end" : "end";
    svg += text(kLeft - 8, base, style, shortName(history_.workers[shown_[index]].name));
    svg += text(kWidth - 80, base, style, percent(row.busySeconds / seconds_));
    svg += text(kWidth - 14, base, style, withThousands(row.items));
    return svg;
  }

  [[nodiscard]] std::string singleSpans(const WorkerRow &row, double y, double height) const {
    std::string svg;
    for (const WorkSpan &span : row.spans) {
      const double x = xOf(span.begin);
      const double whole = xOf(span.end) - x;
      // A small gap between consecutive items.
      const double width = std::max(whole - std::min(0.6, whole / 4), 0.3);
      svg += "<path d=\"" + box(x, y, width, height) + "\" class=\"" +
             (span.isLost ? "lost" : "busy") + "\"><title>" + decimal(span.begin, 2) + " s to " +
             decimal(span.end, 2) + " s, " + (span.isLost ? "lost" : counted(span.runs, "run")) +
             "</title></path>\n";
    }
    return svg;
  }

  [[nodiscard]] std::string shaded(const WorkerRow &row, double y, double height) const {
    Coverage busy(seconds_);
    Coverage lost(seconds_);
    for (const WorkSpan &span : row.spans)
      (span.isLost ? lost : busy).add(span.begin, span.end);
    return columns(busy, y, height, "busy") + columns(lost, y, height, "lost");
  }

  static std::string columns(const Coverage &coverage, double y, double height,
                             std::string_view style) {
    std::array<std::string, kShades + 1> shapes;
    const auto shadeAt = [&](std::size_t i) {
      const double covered = std::min(coverage.at(i), 1.0) * kShades;
      return static_cast<std::size_t>(covered > 0 ? std::max(std::round(covered), 1.0) : 0);
    };
    for (std::size_t i = 0; i < kPlotWidth;) {
      std::size_t end = i + 1;
      while (end < kPlotWidth && shadeAt(end) == shadeAt(i))
        ++end;
      shapes[shadeAt(i)] +=
          box(kLeft + static_cast<double>(i), y, static_cast<double>(end - i), height);
      i = end;
    }
    std::string svg;
    for (std::size_t shade = 1; shade <= kShades; ++shade)
      svg += path(shapes[shade], style, static_cast<double>(shade) / kShades);
    return svg;
  }

  [[nodiscard]] std::string load(double top, double bottom) const {
    Coverage atWork(seconds_);
    for (const WorkSpan &span : history_.spans)
      if (!span.isLost)
        atWork.add(span.begin, span.end);
    const double most = static_cast<double>(std::max<std::size_t>(rows_.size(), 1));
    std::string shape = "M" + number(kLeft) + " " + number(bottom);
    for (std::size_t i = 0; i < kPlotWidth; ++i)
      shape += "V" + number(bottom - std::min(atWork.at(i) / most, 1.0) * (bottom - top)) + "h1";
    return path(box(kLeft, top, static_cast<double>(kPlotWidth), bottom - top), "row") +
           path(shape + "V" + number(bottom) + "z", "load") +
           text(kLeft - 8, top + 10, "small end", withThousands(rows_.size())) +
           text(kLeft - 8, (top + bottom) / 2 + 4, "small end", "at work") +
           text(kLeft - 8, bottom, "small end", "0");
  }

  const WorkHistory &history_;
  std::vector<WorkerRow> rows_;
  std::vector<std::size_t> shown_;
  double seconds_ = 0;
  double rowHeight_ = 0;
};

} // namespace

std::string workTimeline(const WorkHistory &history) {
  return Picture(history).svg();
}

} // namespace raceward
