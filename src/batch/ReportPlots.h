// The plots of the report, as SVG that the page's style sheet colours.
#pragma once

#include "raceward/batch/BatchResult.h"

#include <string>
#include <vector>

namespace raceward::batch {

/// One curve of the quantile plot: the CPU times of the right answers, in any order.
struct QuantileCurve {
  std::string label;
  std::string style; ///< a class of the style sheet
  std::vector<double> seconds;
};

/// The number of right answers (x) of each run if every task may take y seconds.
std::string quantilePlot(std::vector<QuantileCurve> curves);

struct ScatterPoint {
  std::string name;
  BatchClass resultClass = BatchClass::Unknown; ///< ours
  std::string note;                             ///< shown below the name
  double ours = 0;
  double theirs = 0;
};

/// CPU seconds, ours (x) against theirs (y).
std::string scatterPlot(const std::vector<ScatterPoint> &points, const std::string &theirLabel);

} // namespace raceward::batch
