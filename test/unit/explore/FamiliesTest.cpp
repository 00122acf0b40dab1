// Program families whose number of equivalence classes is known.
//
// The counts agree with those that GenMC and Nidhugg give for the same programs in C. Set
// RW_BENCH for the sizes that take longer; each line shows runs per second.
#include "ScriptedMachine.h"
#include "raceward/explore/Search.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>

namespace raceward::test {
namespace {

Statement at(Op op, int target, int reg = 0, Value value = {}) {
  return {op, target, reg, value};
}
Value number(int n) {
  return {false, n};
}
/// Register 3 is never written, so it is 0.
Statement jump(int statements) {
  return at(Op::SkipUnless, statements, 3, number(1));
}
Statement skipUnlessZero(int reg, int statements) {
  return at(Op::SkipUnless, statements, reg, number(0));
}

/// N threads write a[i] = a[i-1] + 1; one searches from the right for a zero.
Script lastzero(int n) {
  Script program;
  ThreadScript &searcher = program.threads.emplace_back();
  for (int i = n; i > 0; --i) {
    searcher.push_back(at(Op::AtomicRead, i));
    searcher.push_back(skipUnlessZero(0, 1));
    searcher.push_back(jump(3 * (i - 1) + 1));
  }
  searcher.push_back(at(Op::AtomicRead, 0));
  for (int i = 1; i <= n; ++i) {
    // a[i-1] + 1 is only ever compared with 0, so a constant will do.
    program.threads.push_back({at(Op::AtomicRead, i - 1), at(Op::AtomicWrite, i, 0, number(1))});
  }
  return program;
}

/// N threads put 4 messages each into a hash table of 128 slots.
Script indexer(int n) {
  Script program;
  for (int thread = 0; thread < n; ++thread) {
    ThreadScript &code = program.threads.emplace_back();
    for (int m = 1; m <= 4; ++m) {
      const int message = m * 11 + thread;
      const int slot = message * 7 % 128;
      code.push_back(at(Op::AtomicSetIfZero, slot, 0, number(message)));
      code.push_back(skipUnlessZero(0, 1));
      code.push_back(jump(1));
      code.push_back(at(Op::AtomicSetIfZero, (slot + 1) % 128, 0, number(message)));
    }
  }
  return program;
}

/// Each thread claims an inode and then the first free of 26 blocks, under locks.
Script filesystem(int n) {
  constexpr int kBlocks = 26, kInodes = 32;
  Script program;
  for (int thread = 0; thread < n; ++thread) {
    const int inode = thread % kInodes;
    const int block = inode * 2 % kBlocks;
    ThreadScript &code = program.threads.emplace_back();
    const auto claim = [&](int b) {
      code.push_back(at(Op::Lock, kInodes + b));
      code.push_back(at(Op::Read, kInodes + b));
      code.push_back(skipUnlessZero(0, 2));
      code.push_back(at(Op::Write, kInodes + b, 0, number(1)));
      code.push_back(at(Op::Write, inode, 0, number(b + 1)));
      code.push_back(at(Op::Unlock, kInodes + b));
    };
    code.push_back(at(Op::Lock, inode));
    code.push_back(at(Op::Read, inode));
    claim(block);
    code.push_back(skipUnlessZero(0, 1));
    code.push_back(jump(6));
    claim(block + 1);
    code.push_back(at(Op::Unlock, inode));
  }
  return program;
}

Script readers(int n) {
  Script program;
  program.threads.push_back({at(Op::AtomicWrite, 0, 0, number(1))});
  for (int i = 0; i < n; ++i)
    program.threads.push_back({at(Op::AtomicRead, 0)});
  return program;
}

Script lockedReaders(int n) {
  Script program;
  program.threads.push_back({at(Op::Lock, 0), at(Op::Write, 0, 0, number(1)), at(Op::Unlock, 0)});
  for (int i = 0; i < n; ++i)
    program.threads.push_back({at(Op::Lock, 0), at(Op::Read, 0), at(Op::Unlock, 0)});
  return program;
}

Script sharedLock(int n) {
  Script program;
  for (int i = 0; i < n; ++i)
    program.threads.push_back(
        {at(Op::Lock, 0), at(Op::Read, 0), at(Op::Write, 0, 0, {true, 0}), at(Op::Unlock, 0)});
  return program;
}

Script ownLocks(int n) {
  Script program;
  for (int i = 0; i < n; ++i)
    program.threads.push_back(
        {at(Op::Lock, i), at(Op::Read, i), at(Op::Write, i, 0, {true, 0}), at(Op::Unlock, i)});
  return program;
}

/// Two threads take turns as they like at i += j and j += i, n times each.
Script fib(int n) {
  Script program;
  for (int thread = 0; thread < 2; ++thread) {
    ThreadScript &code = program.threads.emplace_back();
    for (int i = 0; i < n; ++i) {
      code.push_back(at(Op::AtomicRead, 1 - thread, 0));
      code.push_back(at(Op::AtomicWrite, thread, 0, number(1)));
    }
  }
  return program;
}

SearchResult search(const Script &program, Reduction reduction, Question question) {
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
    const SearchResult result = search(program, reduction, Question::Everything);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::cout << family << "(" << n << ") "
              << (reduction == Reduction::Optimal ? "optimal" : "source") << ": " << result.runs
              << " runs, " << result.blockedRuns << " blocked, " << result.events << " events, "
              << static_cast<std::uint64_t>(static_cast<double>(result.runs) / seconds)
              << " runs/s\n";
    EXPECT_EQ(result.runs, runs) << family << "(" << n << ")";
    if (reduction == Reduction::Optimal) {
      EXPECT_EQ(result.blockedRuns, 0u) << family << "(" << n << ")";
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
