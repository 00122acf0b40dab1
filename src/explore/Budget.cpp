#include "Budget.h"

#include <cstdio>
#include <unistd.h>

namespace raceward {
namespace {

// A look at the clock costs about as much as a step; one at the memory, a hundred.
constexpr std::uint32_t kCallsPerClock = 256;
constexpr std::uint32_t kCallsPerMemory = 16 * kCallsPerClock;

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
  const std::uint32_t call = calls_++;
  if (call % kCallsPerClock == 0 && bounds_.time != std::chrono::nanoseconds::max() &&
      elapsed() >= bounds_.time)
    return SearchEnd::TimeBound;
  if (call % kCallsPerMemory == 0 && bounds_.memoryBytes != UINT64_MAX &&
      residentBytes() >= bounds_.memoryBytes)
    return SearchEnd::MemoryBound;
  return std::nullopt;
}

} // namespace raceward
