// How fast the search is, and how much memory it takes, on families of scripted programs.
//
//   bench_search <family> <n> <reduction> [most runs] [lazy] [any]
//
// One line: what was counted, runs and events per second of CPU time, resident memory at
// its highest. `any` asks for any race instead of everything.
#include "Families.h"
#include "ScriptedMachine.h"
#include "raceward/explore/Search.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <sys/resource.h>

namespace raceward::test {
namespace {

struct Family {
  const char *name;
  Script (*make)(int);
};
constexpr Family kFamilies[] = {
    {"lastzero", lastzero},
    {"indexer", indexer},
    {"filesystem", filesystem},
    {"readers", readers},
    {"lockedreaders", lockedReaders},
    {"sharedlock", sharedLock},
    {"ownlocks", ownLocks},
    {"owndata", ownData},
    {"fib", fib},
};

int run(const Script &program, const SearchOptions &options) {
  ScriptedMachine machine(program);
  const auto result = explore(machine, options);
  if (!result) {
    std::fprintf(stderr, "bench_search: %s\n", result.error().message.c_str());
    return 1;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double seconds = static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
  const SearchCounters &c = result->counters;
  std::printf(
      "%llu runs, %llu blocked, %llu events, %llu reversals, %s, %.2f s, %.0f runs/s, "
      "%.1f M events/s, %ld MiB\n",
      static_cast<unsigned long long>(c.runs), static_cast<unsigned long long>(c.blockedRuns),
      static_cast<unsigned long long>(c.events), static_cast<unsigned long long>(c.reversals),
      toString(result->ended), seconds, static_cast<double>(c.runs + c.blockedRuns) / seconds,
      static_cast<double>(c.events) / seconds / 1e6, usage.ru_maxrss / 1024);
  return 0;
}

int fromArguments(int argc, char **argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: bench_search <family> <n> <reduction> [most runs] [lazy] [any]\n");
    return 2;
  }
  SearchOptions options;
  const std::optional<Reduction> reduction = reductionNamed(argv[3]);
  if (!reduction) {
    std::fprintf(stderr, "bench_search: no reduction %s\n", argv[3]);
    return 2;
  }
  options.reduction = *reduction;
  for (int i = 4; i < argc; ++i) {
    if (std::string_view(argv[i]) == "lazy")
      options.lockOrder = LockOrder::Lazy;
    else if (std::string_view(argv[i]) == "any")
      options.question = Question::AnyRace;
    else
      options.bounds.runs = std::strtoull(argv[i], nullptr, 10);
  }
  for (const Family &family : kFamilies)
    if (std::strcmp(family.name, argv[1]) == 0)
      return run(family.make(std::atoi(argv[2])), options);
  std::fprintf(stderr, "bench_search: no family %s\n", argv[1]);
  return 2;
}

} // namespace
} // namespace raceward::test

int main(int argc, char **argv) {
  return raceward::test::fromArguments(argc, argv);
}
