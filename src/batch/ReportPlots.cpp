#include "ReportPlots.h"

#include "Html.h"
#include "raceward/base/Text.h"
#include "raceward/batch/Numbers.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace raceward::batch {

namespace {

// In user units; the page scales the picture to its width.
constexpr double kWidth = 560;
constexpr double kHeight = 420;
constexpr double kLeft = 68;
constexpr double kRight = kWidth - 24;
constexpr double kTop = 14;
constexpr double kBottom = kHeight - 56;

/// Shorter times are noise of the system, and zero has no logarithm.
constexpr double kShortest = 0.001;

std::string at(double value) {
  return fixed(value, 2);
}

std::string line(double x1, double y1, double x2, double y2, const char *style) {
  return "<line class=\"" + std::string(style) + "\" x1=\"" + at(x1) + "\" y1=\"" + at(y1) +
         "\" x2=\"" + at(x2) + "\" y2=\"" + at(y2) + "\"/>";
}

std::string text(double x, double y, const char *anchor, const std::string &content,
                 const char *style = "tick") {
  return "<text class=\"" + std::string(style) + "\" x=\"" + at(x) + "\" y=\"" + at(y) +
         "\" text-anchor=\"" + anchor + "\">" + escapedHtml(content) + "</text>";
}

/// A logarithmic axis over whole decades.
class LogAxis {
public:
  LogAxis(double smallest, double largest, double from, double to)
      : low_(static_cast<int>(std::floor(std::log10(std::max(smallest, kShortest))))),
        high_(static_cast<int>(std::ceil(std::log10(std::max(largest, kShortest))))), from_(from),
        to_(to) {
    if (high_ <= low_)
      high_ = low_ + 1;
  }

  [[nodiscard]] double place(double value) const {
    const double part = (std::log10(std::max(value, kShortest)) - low_) / (high_ - low_);
    return from_ + (to_ - from_) * std::clamp(part, 0.0, 1.0);
  }
  [[nodiscard]] std::vector<int> decades() const {
    std::vector<int> decades;
    for (int decade = low_; decade <= high_; ++decade)
      decades.push_back(decade);
    return decades;
  }
  static double valueOf(int decade) { return std::pow(10.0, decade); }
  static std::string labelOf(int decade) { return fixed(valueOf(decade), std::max(0, -decade)); }

private:
  int low_;
  int high_;
  double from_;
  double to_;
};

/// A round step that gives about five ticks.
std::size_t tickStep(std::size_t largest) {
  std::size_t power = 1;
  while (true) {
    for (const std::size_t factor : {1U, 2U, 5U})
      if (largest <= power * factor * 5)
        return power * factor;
    power *= 10;
  }
}

std::string verticalLogAxis(const LogAxis &axis, const std::string &label) {
  std::string svg;
  for (const int decade : axis.decades()) {
    const double y = axis.place(LogAxis::valueOf(decade));
    svg += line(kLeft, y, kRight, y, "grid") +
           text(kLeft - 8, y + 4.5, "end", LogAxis::labelOf(decade));
  }
  const double middle = (kTop + kBottom) / 2;
  svg += "<text class=\"axis\" text-anchor=\"middle\" transform=\"translate(16 " + at(middle) +
         ") rotate(-90)\">" + escapedHtml(label) + "</text>";
  return svg;
}

std::string frame() {
  return "<path class=\"frame\" d=\"M" + at(kLeft) + " " + at(kTop) + "V" + at(kBottom) + "H" +
         at(kRight) + "\"/>";
}

std::string axisTitleBelow(const std::string &label) {
  return text((kLeft + kRight) / 2, kHeight - 10, "middle", label, "axis");
}

std::string svgOf(const std::string &title, const std::string &content) {
  return "<svg viewBox=\"0 0 " + fixed(kWidth, 0) + " " + fixed(kHeight, 0) +
         "\" role=\"img\" aria-label=\"" + escapedHtml(title) + "\">" + content + "</svg>";
}

/// Below the picture, where it can wrap and does not cover points.
std::string legendEntry(const std::string &style, const std::string &label) {
  return "<span class=\"key\"><i class=\"" + style + "\"></i>" + escapedHtml(label) + "</span>";
}

std::string nothing(const std::string &why) {
  return "<p class=\"none\">" + escapedHtml(why) + "</p>";
}

} // namespace

std::string quantilePlot(std::vector<QuantileCurve> curves) {
  std::size_t most = 0;
  double smallest = INFINITY;
  double largest = 0;
  for (QuantileCurve &curve : curves) {
    for (double &seconds : curve.seconds)
      seconds = std::max(seconds, kShortest);
    std::sort(curve.seconds.begin(), curve.seconds.end());
    most = std::max(most, curve.seconds.size());
    if (!curve.seconds.empty()) {
      smallest = std::min(smallest, curve.seconds.front());
      largest = std::max(largest, curve.seconds.back());
    }
  }
  if (most == 0)
    return nothing("No right answers yet, hence nothing to plot.");

  const LogAxis y(smallest, largest, kBottom, kTop);
  const std::size_t step = tickStep(most);
  const std::size_t end = (most + step - 1) / step * step;
  const auto x = [&](std::size_t count) {
    return kLeft + (kRight - kLeft) * static_cast<double>(count) / static_cast<double>(end);
  };
  std::string svg = verticalLogAxis(y, "CPU time in s");
  for (std::size_t count = 0; count <= end; count += step)
    svg += line(x(count), kBottom, x(count), kBottom + 5, "mark") +
           text(x(count), kBottom + 20, "middle", withThousands(count));
  svg += frame() + axisTitleBelow("right answers, fastest first");
  std::string legend;
  for (const QuantileCurve &curve : curves) {
    if (!curve.seconds.empty()) {
      std::string path;
      for (std::size_t i = 0; i < curve.seconds.size(); ++i)
        path += (i == 0 ? "M" : "L") + at(x(i + 1)) + " " + at(y.place(curve.seconds[i]));
      svg += "<path class=\"curve " + curve.style + "\" d=\"" + path + "\"/>";
      // Marks the end of the curve; for a single answer it is all there is.
      svg += "<circle class=\"end " + curve.style + "\" r=\"4\" cx=\"" +
             at(x(curve.seconds.size())) + "\" cy=\"" + at(y.place(curve.seconds.back())) +
             "\"><title>" +
             escapedHtml(curve.label + "\n" + counted(curve.seconds.size(), "right answer") +
                         ", slowest " + readableSeconds(curve.seconds.back())) +
             "</title></circle>";
    }
    legend += legendEntry(curve.style,
                          curve.label + ": " + withThousands(curve.seconds.size()) + " right");
  }
  return svgOf("Quantile plot of CPU times", svg) + "<p class=\"legend\">" + legend + "</p>";
}

std::string scatterPlot(const std::vector<ScatterPoint> &points, const std::string &theirLabel) {
  if (points.empty())
    return nothing("No task has a CPU time in both results.");
  double smallest = INFINITY;
  double largest = 0;
  for (const ScatterPoint &point : points) {
    smallest = std::min({smallest, point.ours, point.theirs});
    largest = std::max({largest, point.ours, point.theirs});
  }
  // The same range on both axes: the diagonal means "as fast as".
  const LogAxis x(smallest, largest, kLeft, kRight);
  const LogAxis y(smallest, largest, kBottom, kTop);
  std::string svg = verticalLogAxis(y, "CPU time of " + theirLabel + " in s");
  for (const int decade : x.decades()) {
    const double place = x.place(LogAxis::valueOf(decade));
    svg += line(place, kTop, place, kBottom, "grid") +
           text(place, kBottom + 20, "middle", LogAxis::labelOf(decade));
  }
  svg += frame() + axisTitleBelow("CPU time of this run in s");
  svg += line(kLeft, kBottom, kRight, kTop, "diagonal");

  // The rare and important classes come last, on top.
  std::string legend = "<span class=\"soft\">class of this run:</span>";
  for (const BatchClass resultClass : {BatchClass::NoExpectation, BatchClass::Right,
                                       BatchClass::Unknown, BatchClass::Error, BatchClass::Wrong}) {
    std::size_t count = 0;
    const std::string style = "c-" + toText(resultClass);
    const char *radius = resultClass == BatchClass::Wrong ? "5" : "3.4";
    for (const ScatterPoint &point : points) {
      if (point.resultClass != resultClass)
        continue;
      ++count;
      svg += "<circle class=\"point " + style + "\" r=\"" + radius + "\" cx=\"" +
             at(x.place(point.ours)) + "\" cy=\"" + at(y.place(point.theirs)) + "\"><title>" +
             escapedHtml(point.name + "\n" + point.note) + "</title></circle>";
    }
    if (count > 0)
      legend += legendEntry(style, toText(resultClass) + ": " + withThousands(count));
  }
  return svgOf("Scatter plot of CPU times", svg) + "<p class=\"legend\">" + legend + "</p>";
}

} // namespace raceward::batch
