#include "HuntedStops.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace raceward {

namespace {

/// More do not help a reader, and are not to fill a report.
constexpr std::size_t kMostStops = 100;

void sortStops(std::vector<HuntedStop> &stops) {
  // A total order: std::stable_sort() needs a function that clang calls deprecated.
  std::ranges::sort(stops, [](const HuntedStop &a, const HuntedStop &b) {
    return std::tie(b.runs, a.at.file, a.at.line, a.at.column, a.reason) <
           std::tie(a.runs, b.at.file, b.at.line, b.at.column, b.reason);
  });
  if (stops.size() > kMostStops)
    stops.resize(kMostStops);
}

} // namespace

void HuntedStopCount::runEnded() {
  std::set<std::pair<SourcePosition, std::string>> stops; // two threads may stop at one place
  for (ThreadStop &stop : machine_.stops())
    stops.emplace(std::move(stop.at), std::move(stop.reason));
  for (const auto &stop : stops)
    ++runs_[stop];
}

std::vector<HuntedStop> HuntedStopCount::all() const {
  std::vector<HuntedStop> stops;
  for (const auto &[stop, runs] : runs_)
    stops.push_back({runs, stop.first, stop.second});
  sortStops(stops);
  return stops;
}

void addStops(const std::vector<HuntedStop> &stops, std::vector<HuntedStop> &to) {
  for (const HuntedStop &stop : stops) {
    const auto same = std::ranges::find_if(to, [&](const HuntedStop &other) {
      return other.at == stop.at && other.reason == stop.reason;
    });
    if (same != to.end())
      same->runs += stop.runs;
    else
      to.push_back(stop);
  }
  sortStops(to);
}

} // namespace raceward
