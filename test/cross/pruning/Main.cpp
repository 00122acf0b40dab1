// Random C programs on the symbolic machine: the same answer with and without pruning?
//
//   cross_pruning [--seed S] [--count N]     compares; exits with 1 if an answer differs
//   cross_pruning --only SEED                prints the program, and each answer
//   cross_pruning --emit SEED COUNT DIR      writes DIR/programs.c, which runs program N if N is
//                                            its argument
//
// docs/develop/pruning.md says what is compared. With every fourth program the provers say what
// matters, as in a check; otherwise every access that may be shared does, so that all rests on what
// threads may still do.
#include "RandomC.h"
#include "raceward/base/File.h"
#include "raceward/check/Pipeline.h"
#include "raceward/check/VisibleSites.h"
#include "raceward/program/Load.h"
#include "raceward/prove/Prover.h"
#include "search/GuideMachine.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <unistd.h>

namespace raceward::test {
namespace {

constexpr std::uint64_t kMostRuns = 3'000; ///< without pruning; larger programs are passed over

struct Counts {
  std::uint64_t programs = 0;
  std::uint64_t racy = 0;
  std::uint64_t passedOver = 0;
  std::uint64_t missed = 0; ///< by the published rule
  std::uint64_t wrong = 0;
  std::uint64_t checks = 0; ///< these and the rest: where there is no race
  std::uint64_t yes = 0;
  std::uint64_t skipped = 0;
  std::uint64_t runs[3] = {};
};

class Trial {
public:
  explicit Trial(const Program &program, bool prove)
      : program_(program), facts_(program), suspects_(findSuspects(facts_)) {
    for (const Prover &prover : allProvers())
      if (prove)
        prover.run(facts_, suspects_);
    visible_ = visibleSites(program, suspects_);
  }

  SearchResult search(Reduction reduction, Pruning pruning) {
    ThreadBounds bounds;
    bounds.sleepOnMutexes = reduction == Reduction::Source;
    auto machine =
        ThreadedMachine::make(program_, MachineOptions{}, visible_, MemoryModel::C11, bounds);
    RW_CHECK(machine);
    guide(**machine, facts_, suspects_, visible_);
    SearchOptions options;
    options.reduction = reduction;
    options.question = Question::AnyRace;
    options.pruning = pruning;
    options.bounds.runs = kMostRuns * (pruning == Pruning::None ? 1 : 4);
    options.bounds.eventsPerRun = 2'000;
    auto result = explore(**machine, options);
    RW_CHECK(result);
    return std::move(*result);
  }

  /// What the first thread may do, and those that it creates.
  void tellFuture() {
    auto machine = ThreadedMachine::make(program_, MachineOptions{}, visible_, MemoryModel::C11);
    RW_CHECK(machine);
    guide(**machine, facts_, suspects_, visible_);
    RW_CHECK((*machine)->restart());
    const Future &future = (*machine)->mayStillDo(ThreadId(0));
    tell("main", future.own);
    for (const Deeds &deeds : future.created)
      tell("created", deeds);
  }

private:
  void tell(const char *who, const Deeds &deeds) const {
    std::printf("%s:%s%s\n", who, deeds.anything ? " anything" : "",
                deeds.mayWait ? " may wait" : "");
    for (const FutureAccess &access : deeds.accesses) {
      std::printf("  %s of %s, line %u, locks held:", writes(access.access.kind) ? "write" : "read",
                  access.site.valid() ? program_.sites()[access.site.index()].name.c_str() : "any",
                  access.site.valid() ? program_.sites()[access.site.index()].at.line : 0U);
      for (const HeldLocks &locks : access.locksets)
        std::printf(" %zu", locks.size());
      std::printf("\n");
    }
  }

  const Program &program_;
  Facts facts_;
  SuspectSet suspects_;
  std::vector<bool> visible_;
};

const char *nameOf(Pruning pruning) {
  return pruning == Pruning::None        ? "none"
         : pruning == Pruning::Published ? "published"
                                         : "lockset";
}

void compare(std::uint64_t seed, bool tell, Counts &counts) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("pruning-" + std::to_string(getpid()) + ".c"))
          .string();
  const std::string text = fileOfPrograms(seed, 1);
  RW_CHECK(writeFileAtomically(path, text));
  if (tell)
    std::printf("%s", text.c_str());
  LoadRequest request;
  request.files = {path};
  const Result<Program> program = loadProgram(request);
  std::filesystem::remove(path);
  if (!program) {
    std::printf("seed %" PRIu64 " does not compile: %s\n", seed, program.error().details.c_str());
    ++counts.wrong;
    return;
  }
  Trial trial(*program, seed % 4 == 0);
  if (tell)
    trial.tellFuture();
  const bool polls = randomC(seed, "p_").polls;
  std::optional<bool> racy;
  for (const Reduction reduction : {Reduction::Source, Reduction::Classic}) {
    // Loops that wait under a mutex never end without sleeping.
    if (reduction == Reduction::Classic && polls)
      continue;
    for (const Pruning pruning : {Pruning::None, Pruning::Published, Pruning::Lockset}) {
      const SearchResult result = trial.search(reduction, pruning);
      if (!racy) {
        if (!result.exhausted() && !result.firstRace) {
          ++counts.passedOver;
          return;
        }
        racy = result.firstRace.has_value();
        ++counts.programs;
        counts.racy += *racy ? 1 : 0;
      }
      if (tell)
        std::printf("%s %s: %s, %" PRIu64 " runs, %" PRIu64 " checks, %" PRIu64 " yes\n",
                    reduction == Reduction::Source ? "source" : "classic", nameOf(pruning),
                    result.firstRace ? "race" : toString(result.ended), result.counters.runs,
                    result.counters.pruningChecks, result.counters.pruningYes);
      if (pruning == Pruning::Published && *racy && result.exhausted()) {
        ++counts.missed;
        continue;
      }
      if (result.firstRace.has_value() != *racy || result.exhausted() == *racy) {
        std::printf("WRONG: seed %" PRIu64 ", %s, %s: %s\n", seed,
                    reduction == Reduction::Source ? "source" : "classic", nameOf(pruning),
                    toString(result.ended));
        ++counts.wrong;
      }
      if (*racy)
        continue;
      counts.runs[static_cast<std::size_t>(pruning)] += result.counters.runs;
      if (pruning == Pruning::Lockset) {
        counts.checks += result.counters.pruningChecks;
        counts.yes += result.counters.pruningYes;
        counts.skipped += result.counters.pruningSkipped;
      }
    }
  }
}

int emit(std::uint64_t first, std::uint64_t count, const std::string &folder) {
  if (writeFileAtomically(folder + "/programs.c", fileOfPrograms(first, count)))
    return 0;
  std::fprintf(stderr, "cannot write %s/programs.c\n", folder.c_str());
  return 1;
}

int compareAll(std::uint64_t first, std::uint64_t count) {
  Counts counts;
  for (std::uint64_t seed = first; counts.programs < count; ++seed)
    compare(seed, false, counts);
  std::printf("%" PRIu64 " programs (%" PRIu64 " passed over), %" PRIu64 " racy, %" PRIu64
              " wrong; the published rule misses a race %" PRIu64 " times\n"
              "race-free ones: %" PRIu64 " runs without pruning, %" PRIu64 " as published, %" PRIu64
              " by locksets (%" PRIu64 " checks, %" PRIu64 " yes, %" PRIu64 " skipped)\n",
              counts.programs, counts.passedOver, counts.racy, counts.wrong, counts.missed,
              counts.runs[0], counts.runs[1], counts.runs[2], counts.checks, counts.yes,
              counts.skipped);
  // Without a race that is lost, and without anything skipped, this showed nothing.
  const bool vacuous = counts.missed == 0 || counts.skipped == 0 || counts.racy == 0;
  if (vacuous)
    std::printf("these programs show nothing\n");
  return counts.wrong != 0 || vacuous ? 1 : 0;
}

} // namespace
} // namespace raceward::test

int main(int argc, char **argv) {
  using namespace raceward::test;
  std::uint64_t seed = 1;
  std::uint64_t count = 200;
  for (int i = 1; i < argc; ++i) {
    const auto number = [&](int at) {
      return at < argc ? std::strtoull(argv[at], nullptr, 10) : 0;
    };
    if (std::strcmp(argv[i], "--seed") == 0) {
      seed = number(++i);
    } else if (std::strcmp(argv[i], "--count") == 0) {
      count = number(++i);
    } else if (std::strcmp(argv[i], "--only") == 0) {
      Counts counts;
      compare(number(i + 1), true, counts);
      return counts.wrong == 0 ? 0 : 1;
    } else if (std::strcmp(argv[i], "--emit") == 0 && i + 3 < argc) {
      return emit(number(i + 1), number(i + 2), argv[i + 3]);
    } else {
      std::fprintf(stderr, "usage: see the top of Main.cpp\n");
      return 2;
    }
  }
  return compareAll(seed, count);
}
