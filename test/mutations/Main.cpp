// Which random program shows that a rule of the search is missing.
//
//   mutations [programs, default 10000] [interleavings, default 300] [name of one mutation]
//
// Needs a build with RW_MUTATIONS. Each rule is switched off in a process of its own, since
// a search without it may fail a check or never end. Prints the table of docs/develop/search.md;
// exits with 1 if a mutation is not seen.
#include "BranchyScript.h"
#include "Comparison.h"
#include "RandomScript.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace raceward::test {
namespace {

struct Row {
  Mutation mutation;
  const char *name;
  const char *text;
};
constexpr Row kRows[] = {
#define RW_MUTATION_ROW(name, text) {Mutation::name, #name, text},
    RW_MUTATION_LIST(RW_MUTATION_ROW)
#undef RW_MUTATION_ROW
};

/// What the child saw, also if it was ended by a check.
struct Report {
  std::uint64_t programs;
  std::uint64_t seed;
  char complaint[120];
};

constexpr unsigned kSecondsPerMutation = 1800;
/// Every so many programs, a larger one with so many times as many runs.
constexpr std::uint64_t kLargerEvery = 3;
constexpr std::uint64_t kLargerTimes = 7;

bool isOfPruning(Mutation mutation) {
  return mutation >= Mutation::PruningBranches && mutation <= Mutation::PruningNewcomers;
}

[[noreturn]] void look(Mutation mutation, std::uint64_t programs, std::uint64_t interleavings,
                       Report &report) {
  std::freopen("/dev/null", "w", stderr); // failed checks print themselves
  alarm(kSecondsPerMutation);
  activeMutation = mutation;
  for (std::uint64_t seed = 1; report.programs < programs; ++seed) {
    report.seed = seed;
    if (seed == kBlockedSeeds && blockedRunsOfSource(kBlockedSeeds) != kBlockedRunsOfSource) {
      std::snprintf(report.complaint, sizeof report.complaint,
                    "source: blocked runs of the first %u", static_cast<unsigned>(kBlockedSeeds));
      break;
    }
    const bool larger = seed % kLargerEvery == 0;
    Complaint complaint;
    if (isOfPruning(mutation) && seed <= std::size(kClauseScripts))
      complaint = compareWithSleepSets(script(kClauseScripts[seed - 1]), UINT64_MAX);
    else if (isOfPruning(mutation) && seed % 4 != 0)
      complaint = compareWithSleepSets(branchyScript(seed), kLargerTimes * interleavings);
    else
      complaint = larger ? compareWithSleepSets(randomScript(seed, ScriptSize::Large),
                                                kLargerTimes * interleavings)
                         : compareWithBruteForce(randomScript(seed), interleavings);
    if (!complaint)
      continue;
    ++report.programs;
    if (complaint->empty())
      continue;
    std::snprintf(report.complaint, sizeof report.complaint, "%s", complaint->c_str());
    break;
  }
  _exit(0);
}

int table(std::uint64_t programs, std::uint64_t interleavings, const char *only) {
  void *shared =
      mmap(nullptr, sizeof(Report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  RW_CHECK(shared != MAP_FAILED);
  auto &report = *static_cast<Report *>(shared);
  int unseen = 0;
  for (const Row &row : kRows) {
    if (only != nullptr && std::strcmp(only, row.name) != 0)
      continue;
    report = {};
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0)
      look(row.mutation, programs, interleavings, report);
    int status = 0;
    RW_CHECK(child > 0 && waitpid(child, &status, 0) == child);
    const char *how = report.complaint;
    if (WIFSIGNALED(status))
      how = WTERMSIG(status) == SIGALRM ? "does not end" : "failed check";
    if (*how == 0) {
      ++unseen;
      how = "**not seen**";
    }
    std::printf("| `%s` | %s | %llu | %s |\n", row.name, row.text,
                static_cast<unsigned long long>(report.programs), how);
  }
  return unseen == 0 ? 0 : 1;
}

} // namespace
} // namespace raceward::test

int main(int argc, char **argv) {
  const auto number = [&](int at, std::uint64_t otherwise) {
    return argc > at ? std::strtoull(argv[at], nullptr, 10) : otherwise;
  };
  return raceward::test::table(number(1, 10'000), number(2, 300), argc > 3 ? argv[3] : nullptr);
}
