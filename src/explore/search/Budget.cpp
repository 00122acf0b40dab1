#include "search/Budget.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace raceward {
namespace {

// Reading the clock costs about one step of a scripted machine, reading the memory about a hundred;
// a step with a solver query may take a second. So calls are skipped only while they come quickly.
constexpr std::uint32_t kMostCallsPerClock = 256;
constexpr std::chrono::milliseconds kQuickly{1};
constexpr std::chrono::milliseconds kPerMemory{20};

} // namespace

std::uint64_t residentBytes() {
  std::FILE *file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr)
    return 0;
  unsigned long long total = 0;
  unsigned long long resident = 0;
  const int read = std::fscanf(file, "%llu %llu", &total, &resident);
  std::fclose(file);
  return read == 2 ? resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

std::optional<SearchEnd> Budget::reached(const SearchCounters &counters) {
  if (counters.runs + counters.blockedRuns >= bounds_.runs)
    return SearchEnd::RunBound;
  if (counters.events >= bounds_.events)
    return SearchEnd::EventBound;
  if (++calls_ < callsPerClock_)
    return std::nullopt;
  calls_ = 0;
  const std::chrono::nanoseconds now = elapsed();
  callsPerClock_ =
      now - lastLook_ < kQuickly ? std::min(2 * callsPerClock_, kMostCallsPerClock) : 1;
  lastLook_ = now;
  if (now >= bounds_.time)
    return SearchEnd::TimeBound;
  if (bounds_.memoryBytes != UINT64_MAX && now >= nextMemoryLook_) {
    nextMemoryLook_ = now + kPerMemory;
    if (residentBytes() >= bounds_.memoryBytes)
      return SearchEnd::MemoryBound;
  }
  return std::nullopt;
}

} // namespace raceward
