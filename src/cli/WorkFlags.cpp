#include "WorkFlags.h"

#include "Messages.h"
#include "raceward/report/WorkMetrics.h"
#include "raceward/report/WorkTimeline.h"

namespace raceward {

namespace {

constexpr std::chrono::seconds kBetweenMetrics{1};

Result<OutputFile> fileOf(const char *option, const std::string &path) {
  if (path == "-")
    return fail(Error::Kind::Usage, std::string(option) + " needs a file");
  return OutputFile::to(option, path);
}

/// Of a check that was not shared out: what is known of its search.
WorkStatus statusOf(const CheckStats &stats) {
  WorkStatus status;
  if (!stats.exploration)
    return status;
  status.seconds = stats.exploration->seconds;
  status.runs = stats.exploration->runs;
  status.blockedRuns = stats.exploration->blockedRuns;
  status.events = stats.exploration->events;
  return status;
}

} // namespace

void WorkFlags::declare(OptionParser &parser) {
  using Use = OptionParser::Use;
  parser.value("--metrics", "FILE", metrics_, "write figures for Prometheus, each second",
               Use::Rare);
  parser.value("--timeline", "FILE", timeline_, "draw who worked when (.svg), after the end",
               Use::Rare);
}

Result<WorkOutputs> WorkFlags::outputs() const {
  Result<OutputFile> metrics = fileOf("--metrics", metrics_);
  if (!metrics)
    return fail(metrics.error());
  Result<OutputFile> timeline = fileOf("--timeline", timeline_);
  if (!timeline)
    return fail(timeline.error());
  return WorkOutputs(std::move(*metrics), std::move(*timeline));
}

CheckEvents WorkOutputs::watching(const CheckEvents &events) {
  if (!metrics_.wanted())
    return events;
  CheckEvents watched = events;
  watched.onWork = [this, onWork = events.onWork](const WorkStatus &status) {
    take(status);
    if (onWork)
      onWork(status);
  };
  return watched;
}

void WorkOutputs::take(const WorkStatus &status) {
  last_ = status;
  const auto now = std::chrono::steady_clock::now();
  if (written_ && now - *written_ < kBetweenMetrics)
    return;
  written_ = now;
  // What goes wrong now goes wrong at the end, too, and is said there.
  (void)metrics_.write(workMetrics(status, CheckPhase::Running));
}

Result<void> WorkOutputs::finish(const CheckStats &stats) const {
  if (metrics_.wanted()) {
    const WorkStatus status = last_ ? *last_ : statusOf(stats);
    if (const Result<void> written = metrics_.write(workMetrics(status, CheckPhase::Ended));
        !written)
      return written;
  }
  if (!timeline_.wanted())
    return {};
  if (!stats.work) {
    printWarning("no timeline: the check was not shared out, or ended before it was");
    return {};
  }
  return timeline_.write(workTimeline(*stats.work));
}

} // namespace raceward
