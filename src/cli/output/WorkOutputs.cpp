#include "output/WorkOutputs.h"

#include "raceward/report/WorkMetrics.h"
#include "raceward/report/WorkTimeline.h"
#include "terminal/Messages.h"

namespace raceward {

namespace {

constexpr std::chrono::seconds kBetweenMetrics{1};

/// Standard output belongs to the report.
Result<OutputFile> namedFile(const char *option, const std::string &path) {
  if (path == "-")
    return fail(Error::Kind::Usage, std::string(option) + " needs a file");
  return OutputFile::to(option, path);
}

/// The status of a search that was not shared out, from its figures.
WorkStatus statusOfSearch(const CheckStats &stats) {
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

Result<WorkOutputs> WorkOutputs::to(const std::string &metrics, const std::string &timeline) {
  WorkOutputs outputs;
  RW_ASSIGN_OR_RETURN(outputs.metrics_, namedFile("--metrics", metrics));
  RW_ASSIGN_OR_RETURN(outputs.timeline_, namedFile("--timeline", timeline));
  return outputs;
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
  // An error now is an error at the end as well, and is reported there.
  (void)metrics_.write(workMetrics(status, CheckPhase::Running));
}

Result<void> WorkOutputs::finish(const CheckStats &stats) const {
  if (metrics_.wanted()) {
    const WorkStatus status = last_ ? *last_ : statusOfSearch(stats);
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
