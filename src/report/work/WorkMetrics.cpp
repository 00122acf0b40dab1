#include "raceward/report/WorkMetrics.h"

#include "WorkNumbers.h"
#include "text/Glyphs.h"

#include <map>
#include <string_view>

namespace raceward {

namespace {

/// The value of a label, escaped for the format.
std::string labelValue(std::string_view printableText) {
  std::string escaped;
  for (const char c : printableText) {
    if (c == '\\' || c == '"')
      escaped += '\\';
    escaped += c;
  }
  return escaped;
}

/// Writes metrics: the description, then the values.
class MetricsText {
public:
  void begin(std::string_view name, std::string_view type, std::string_view help) {
    name_ = "raceward_" + std::string(name);
    text_ += "# HELP " + name_ + " " + std::string(help) + "\n# TYPE " + name_ + " " +
             std::string(type) + "\n";
  }
  void add(const std::string &value) { text_ += name_ + " " + value + "\n"; }
  void add(std::string_view label, std::string_view labelled, const std::string &value) {
    text_ +=
        name_ + "{" + std::string(label) + "=\"" + labelValue(labelled) + "\"} " + value + "\n";
  }

  void counter(std::string_view name, std::uint64_t value, std::string_view help) {
    begin(std::string(name) + "_total", "counter", help);
    add(std::to_string(value));
  }
  void gauge(std::string_view name, double value, std::string_view help) {
    begin(name, "gauge", help);
    add(shortestNumber(value));
  }
  void gauge(std::string_view name, std::uint64_t value, std::string_view help) {
    begin(name, "gauge", help);
    add(std::to_string(value));
  }

  std::string take() { return std::move(text_); }

private:
  std::string name_;
  std::string text_;
};

/// Two series of one name would make the file invalid, and names come from other machines.
std::map<std::string, WorkerStatus> byName(const std::vector<WorkerStatus> &workers) {
  std::map<std::string, WorkerStatus> sums;
  for (const WorkerStatus &worker : workers) {
    WorkerStatus &sum = sums[printable(worker.name)];
    sum.items += worker.items;
    sum.runs += worker.runs;
    sum.busySeconds += worker.busySeconds;
  }
  return sums;
}

void addWorkers(MetricsText &text, const std::vector<WorkerStatus> &workers) {
  std::uint64_t busy = 0;
  std::uint64_t idle = 0;
  std::uint64_t gone = 0;
  for (const WorkerStatus &worker : workers)
    ++(!worker.isThere ? gone : worker.isBusy ? busy : idle);
  text.begin("workers", "gauge", "Workers by state.");
  text.add("state", "busy", std::to_string(busy));
  text.add("state", "idle", std::to_string(idle));
  text.add("state", "gone", std::to_string(gone));
  const std::map<std::string, WorkerStatus> named = byName(workers);
  if (named.empty())
    return;
  text.begin("worker_items_total", "counter", "Items that a worker has finished.");
  for (const auto &[name, worker] : named)
    text.add("worker", name, std::to_string(worker.items));
  text.begin("worker_runs_total", "counter", "Runs in these items, complete and blocked.");
  for (const auto &[name, worker] : named)
    text.add("worker", name, std::to_string(worker.runs));
  text.begin("worker_busy_seconds_total", "counter", "Time that a worker has spent on items.");
  for (const auto &[name, worker] : named)
    text.add("worker", name, shortestNumber(worker.busySeconds));
}

} // namespace

std::string workMetrics(const WorkStatus &status, CheckPhase phase) {
  MetricsText text;
  text.gauge("check_running", std::uint64_t{phase == CheckPhase::Running},
             "Whether the check is still running.");
  text.gauge("check_seconds", status.seconds, "Time since the search began.");
  text.gauge("items_open", status.itemsOpen, "Work items without a result.");
  text.counter("items_closed", status.itemsClosed, "Work items with a result.");
  text.counter("items_repeated", status.repeatedItems,
               "Work items offered again for want of a result.");
  text.counter("results_ignored", status.ignoredResults,
               "Duplicate results, and results of items that are not open.");
  text.counter("runs", status.runs, "Complete runs.");
  text.counter("blocked_runs", status.blockedRuns,
               "Runs that were cut, as every continuation had been visited.");
  text.counter("events", status.events, "Events executed.");
  text.gauge("races", status.races, "Races found.");
  text.gauge("fraction_done_ratio", status.fraction, "Estimated share of the search that is done.");
  text.gauge("fraction_done_low_ratio", status.fractionLow,
             "Lower bound of that share on the same measure.");
  addWorkers(text, status.workers);
  return text.take();
}

} // namespace raceward
