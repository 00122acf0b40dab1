// Families of programs: as many runs as there are classes.
//
// The counts agree with those that GenMC and Nidhugg give for the same programs in C. Set
// RW_BENCH for the sizes that take longer; each line shows runs per second.
#include "Families.h"
#include "ScriptedMachine.h"
#include "raceward/explore/Search.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>

namespace raceward::test {
namespace {

SearchResult searchFamily(const Script &program, Reduction reduction, Question question) {
  ScriptedMachine machine(program);
  SearchOptions options;
  options.reduction = reduction;
  options.question = question;
  auto result = explore(machine, options);
  RW_CHECK(result);
  return std::move(*result);
}

void expectRuns(const char *family, int n, const Script &program, std::uint64_t runs) {
  for (const Reduction reduction : {Reduction::Source, Reduction::Optimal}) {
    const auto start = std::chrono::steady_clock::now();
    const SearchResult result = searchFamily(program, reduction, Question::Everything);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::cout << family << "(" << n << ") "
              << (reduction == Reduction::Optimal ? "optimal" : "source") << ": "
              << result.counters.runs << " runs, " << result.counters.blockedRuns << " blocked, "
              << result.counters.events << " events, "
              << static_cast<std::uint64_t>(static_cast<double>(result.counters.runs) / seconds)
              << " runs/s\n";
    EXPECT_EQ(result.counters.runs, runs) << family << "(" << n << ")";
    if (reduction == Reduction::Optimal) {
      EXPECT_EQ(result.counters.blockedRuns, 0u) << family << "(" << n << ")";
    }
  }
}

TEST(Families, RunsAreTheKnownOptimalOnes) {
  expectRuns("lastzero", 8, lastzero(8), 704); // (n + 3) * 2^(n - 2)
  expectRuns("indexer", 11, indexer(11), 1);
  expectRuns("indexer", 13, indexer(13), 64); // 8 for each thread above 11
  expectRuns("filesystem", 13, filesystem(13), 1);
  expectRuns("filesystem", 18, filesystem(18), 32); // 2 for each thread above 13
  expectRuns("readers", 10, readers(10), 1024);
  expectRuns("locked readers", 5, lockedReaders(5), 720);
  expectRuns("shared lock", 6, sharedLock(6), 720);
  expectRuns("own locks", 32, ownLocks(32), 1);
  expectRuns("fib", 3, fib(3), 141); // our own count; that of fib(7) is known
}

TEST(Families, RunsAreTheKnownOptimalOnesAtFullSize) {
  if (std::getenv("RW_BENCH") == nullptr)
    GTEST_SKIP() << "set RW_BENCH";
  expectRuns("lastzero", 12, lastzero(12), 15'360);
  expectRuns("indexer", 15, indexer(15), 4096);
  expectRuns("filesystem", 24, filesystem(24), 2048);
  expectRuns("readers", 15, readers(15), 32'768);
  expectRuns("locked readers", 7, lockedReaders(7), 40'320);
  expectRuns("shared lock", 8, sharedLock(8), 40'320);
  expectRuns("shared lock", 9, sharedLock(9), 362'880);
  expectRuns("fib", 7, fib(7), 616'227);
}

} // namespace
} // namespace raceward::test
