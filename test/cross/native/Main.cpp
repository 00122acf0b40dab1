// cross_native: random C programs as real programs. Whether a race exists must not depend
// on pruning; what the published rule misses is counted beside.
//
//   cross_native EXECUTABLE FIRST COUNT [unproved]
//
// Unproved: every pair of accesses is a suspect, so that all rests on what threads may still do.
// The executable was built by `raceward cc` from what `cross_pruning --emit` wrote, and takes the
// number of the program as its argument.
#include "native/GuideNative.h"
#include "raceward/explore/Search.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace raceward;

constexpr std::uint64_t kMostEvents = 5'000;
constexpr std::uint64_t kMostRuns = 2'000;

struct Sum {
  std::uint64_t programs = 0;
  std::uint64_t racy = 0;
  std::uint64_t tooLarge = 0;
  std::uint64_t differences = 0;
  std::uint64_t published = 0; ///< races that it misses
  std::uint64_t runs[3] = {0, 0, 0};
  std::uint64_t skipped = 0;
};

void searchAll(const std::string &executable, std::uint64_t number,
               ProgramKnowledge::Provers provers, std::unique_ptr<ProgramKnowledge> &knowledge,
               Sum &sum) {
  NativeCommand command;
  command.words = {executable, std::to_string(number)};
  command.mostLogged = 2 * kMostEvents;
  Result<std::unique_ptr<ProgramServer>> server = ProgramServer::start(command);
  if (!server) {
    std::printf("program %lu: %s\n", number, server.error().message.c_str());
    ++sum.differences;
    return;
  }
  NativeMachine machine(**server, kMostEvents, MemoryModel::C11);
  if (const Result<void> begun = machine.restart(); !begun) {
    std::printf("program %lu: %s\n", number, begun.error().message.c_str());
    ++sum.differences;
    return;
  }
  if (!knowledge) {
    Result<std::unique_ptr<ProgramKnowledge>> known = ProgramKnowledge::from(**server, provers);
    if (!known) {
      std::printf("nothing is known: %s\n", known.error().message.c_str());
      std::exit(2);
    }
    knowledge = std::move(*known);
  }
  knowledge->guide(machine);
  for (const Reduction reduction : {Reduction::Classic, Reduction::Source}) {
    bool races[3] = {};
    std::uint64_t runs[3] = {};
    std::uint64_t skipped = 0;
    for (const Pruning pruning : {Pruning::None, Pruning::Lockset, Pruning::Published}) {
      SearchOptions options;
      options.reduction = reduction;
      options.question = Question::AnyRace;
      options.pruning = pruning;
      options.bounds.runs = kMostRuns;
      options.bounds.eventsPerRun = kMostEvents / 2;
      const Result<SearchResult> result = explore(machine, options);
      if (!result) {
        std::printf("program %lu: %s\n", number, result.error().message.c_str());
        ++sum.differences;
        return;
      }
      if (!result->exhausted() && !result->firstRace) {
        ++sum.tooLarge;
        return;
      }
      races[static_cast<int>(pruning)] = result->firstRace.has_value();
      runs[static_cast<int>(pruning)] = result->counters.runs + result->counters.blockedRuns;
      if (pruning == Pruning::Lockset)
        skipped = result->counters.pruningSkipped;
    }
    const auto none = static_cast<int>(Pruning::None);
    const auto lockset = static_cast<int>(Pruning::Lockset);
    const auto published = static_cast<int>(Pruning::Published);
    if (races[none] != races[lockset] || (races[published] && !races[none])) {
      std::printf("program %lu: none %d, lockset %d, published %d\n", number, races[none],
                  races[lockset], races[published]);
      ++sum.differences;
    }
    sum.published += races[none] && !races[published] ? 1 : 0;
    sum.skipped += skipped;
    if (reduction == Reduction::Source) {
      ++sum.programs;
      sum.racy += races[none] ? 1 : 0;
      for (int i = 0; i < 3 && !races[none]; ++i)
        sum.runs[i] += runs[i];
    }
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  using Provers = ProgramKnowledge::Provers;
  const Provers provers =
      argc > 4 && std::string(argv[4]) == "unproved" ? Provers::Leave : Provers::Run;
  Sum sum;
  std::unique_ptr<ProgramKnowledge> knowledge;
  const std::uint64_t first = std::strtoull(argv[2], nullptr, 10);
  const std::uint64_t count = std::strtoull(argv[3], nullptr, 10);
  for (std::uint64_t i = first; i < first + count; ++i)
    searchAll(argv[1], i, provers, knowledge, sum);
  std::printf("%lu programs, %lu racy, %lu too large, %lu differences; the published rule misses "
              "%lu; runs of race-free ones with Source: %lu, lockset %lu, published %lu; %lu "
              "reversals skipped\n",
              sum.programs, sum.racy, sum.tooLarge, sum.differences, sum.published,
              sum.runs[static_cast<int>(Pruning::None)],
              sum.runs[static_cast<int>(Pruning::Lockset)],
              sum.runs[static_cast<int>(Pruning::Published)], sum.skipped);
  return sum.differences == 0 && sum.programs > 0 ? 0 : 1;
}
