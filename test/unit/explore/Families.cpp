#include "Families.h"

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

} // namespace

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

Script ownData(int n) {
  Script program;
  for (int i = 0; i < n; ++i)
    program.threads.push_back(
        {at(Op::Lock, 0), at(Op::Read, i), at(Op::Write, i, 0, {true, 0}), at(Op::Unlock, 0)});
  return program;
}

} // namespace raceward::test
