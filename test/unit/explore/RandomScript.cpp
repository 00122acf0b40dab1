#include "RandomScript.h"

#include <random>

namespace raceward::test {
namespace {

class Generator {
public:
  Generator(std::uint64_t seed, ScriptSize size) : random_(seed), size_(size) {}

  Script script() {
    Script result;
    const int threads = 2 + below(3);
    result.threads.resize(static_cast<std::size_t>(threads));
    variables_ = 1 + below(3);
    mutexes_ = 1 + below(2);
    plain_ = below(4);
    weak_ = below(4) == 0;
    guarded_ = below(3) == 0;
    // Half of the programs have one or two of the rarer things.
    for (int rare = below(4); rare > 1; --rare)
      rarer_[below(kFirstMeeting)] = true;
    // Half of them, others, meet elsewhere than at mutexes; fences go with atomics.
    for (int rare = below(4); rare > 1; --rare)
      rarer_[kFirstMeeting + below(kRarer - kFirstMeeting)] = true;
    weak_ |= rarer_[kFence] && below(4) != 0;
    semaphores_ = 1 + below(2);
    barrier_ = below(8) == 0 ? 0 : below(3) == 0 ? 2 : 1;
    const int small = threads == 2 ? 6 : threads == 3 ? 4 : 3;
    const int length = size_ == ScriptSize::Small ? small : 2 * small;
    for (ThreadScript &thread : result.threads) {
      room_ = 1 + below(length);
      while (room_ > 0)
        block(thread, 0);
    }
    for (ThreadScript &thread : result.threads)
      if (rarer_[kBarrier] && below(2) == 0)
        insert(thread, {Op::Barrier, barrier_, 0, {}});
    if (below(2) == 0)
      createAndJoin(result);
    if (rarer_[kExit])
      result.threads[0].push_back({Op::Exit, 0, 0, {}});
    return result;
  }

private:
  /// What half of the programs do not have.
  enum Rare : int {
    kTryLock,
    kAssume,
    kLoop,
    kCopy,
    kArray,
    kPath,
    kExit,
    kReaders,
    kSemaphore,
    kBarrier,
    kOnce,
    kFence,
    kRarer,
    kFirstMeeting = kReaders,
  };

  // Not std::uniform_int_distribution: its numbers differ between libraries.
  int below(int limit) { return static_cast<int>(random_() % static_cast<std::uint64_t>(limit)); }

  Value value() { return below(3) == 0 ? Value{true, below(2)} : Value{false, below(3)}; }

  Statement access() {
    static constexpr Op kPlain[] = {Op::Read, Op::Write};
    static constexpr Op kAtomic[] = {Op::AtomicRead,      Op::AtomicWrite,    Op::AtomicAdd,
                                     Op::AtomicSetIfZero, Op::CompareAndSwap, Op::AtomicRead};
    const Op op = below(4) < plain_ ? kPlain[below(2)] : kAtomic[below(6)];
    Statement statement{op, below(variables_), below(2), value()};
    if (weak_ && op >= Op::AtomicRead)
      statement.order = orderFor(op);
    return statement;
  }

  MemoryOrder orderFor(Op op) {
    static constexpr MemoryOrder kReads[] = {MemoryOrder::Relaxed, MemoryOrder::Acquire};
    static constexpr MemoryOrder kWrites[] = {MemoryOrder::Relaxed, MemoryOrder::Release};
    static constexpr MemoryOrder kUpdates[] = {MemoryOrder::Relaxed, MemoryOrder::Acquire,
                                               MemoryOrder::Release, MemoryOrder::AcquireRelease};
    if (op == Op::AtomicRead)
      return kReads[below(2)];
    return op == Op::AtomicWrite ? kWrites[below(2)] : kUpdates[below(4)];
  }

  /// A section of plain accesses to what its mutex guards, sometimes with an input or a
  /// branch in it.
  void guardedSection(ThreadScript &thread) {
    const int mutex = below(mutexes_);
    thread.push_back({Op::Lock, mutex, 0, {}});
    const int inside = 1 + below(2);
    for (int i = 0; i < inside && room_ > 0; ++i, --room_) {
      const int variable = mutex + mutexes_ * below(2);
      const Op op = below(2) == 0 ? Op::Read : Op::Write;
      const int reg = below(2);
      const bool input = below(6) == 0; // decides what the section touches
      if (input)
        thread.push_back({Op::Choose, 0, reg, {false, 2}});
      if (input || below(4) == 0)
        thread.push_back({Op::SkipUnless, 1, reg, {false, below(2)}});
      thread.push_back({op, variable, below(2), value()});
    }
    thread.push_back({Op::Unlock, mutex, 0, {}});
  }

  /// An atomic section; its path may depend on what it reads or on an input, and it may wait.
  void section(ThreadScript &thread) {
    thread.push_back({Op::Begin, 0, 0, {}});
    const bool assumes = rarer_[kAssume] && below(4) != 0;
    const bool chooses = rarer_[kPath] && below(assumes ? 8 : 2) == 0;
    if (chooses)
      thread.push_back({Op::Choose, 0, 0, {false, 2}});
    if (assumes && !chooses)
      thread.push_back({Op::Read, below(variables_), 0, {}});
    if (assumes)
      thread.push_back({Op::Assume, 0, 0, {false, below(2)}});
    const int inside = 1 + below(2);
    for (int i = 0; i < inside; ++i) {
      if (rarer_[kPath] && below(2) == 0)
        thread.push_back({Op::SkipUnless, 1, below(2), {false, below(2)}});
      thread.push_back(
          {below(2) == 0 ? Op::Read : Op::Write, below(variables_), below(2), value()});
    }
    thread.push_back({Op::End, 0, 0, {}});
  }

  /// A loop that looks until a variable, or the last of two, has a value.
  void loop(ThreadScript &thread) {
    const std::size_t at = thread.size();
    const bool guarded = below(3) == 0;
    const int mutex = below(mutexes_);
    const Op op = guarded || below(2) == 0 ? Op::Read : Op::AtomicRead;
    if (guarded)
      thread.push_back({Op::Lock, mutex, 0, {}});
    if (below(4) == 0)
      thread.push_back({below(2) == 0 ? Op::Read : Op::AtomicRead, below(variables_), 1, {}});
    thread.push_back({op, below(variables_), 0, {}});
    if (guarded)
      thread.push_back({Op::Unlock, mutex, 0, {}});
    thread.push_back({Op::AgainUnless, static_cast<int>(thread.size() - at), 0, {false, below(3)}});
  }

  /// `first` tells a register whether what follows is to be done, up to `last`, if there is one.
  void ifTold(ThreadScript &thread, int depth, Statement first, Op last) {
    const std::size_t at = thread.size();
    const int wanted = last != Op::Done && below(4) == 0 ? 0 : 1;
    thread.push_back(first);
    thread.push_back({Op::SkipUnless, 0, first.reg, {false, wanted}});
    if (room_ > 0)
      block(thread, depth + 1);
    if (last != Op::Local)
      thread.push_back({last, first.target, 0, {}});
    thread[at + 1].target = static_cast<int>(thread.size() - at - 2);
  }

  void readers(ThreadScript &thread, int depth) {
    const int mutex = below(mutexes_);
    const int kind = below(8);
    if (kind == 0)
      return ifTold(thread, depth, {Op::TryReadLock, mutex, below(2), {}}, Op::ReadUnlock);
    if (kind == 1)
      return ifTold(thread, depth, {Op::TryLock, mutex, below(2), {}}, Op::Unlock);
    thread.push_back({Op::ReadLock, mutex, 0, {}});
    const int inside = below(3);
    for (int i = 0; i < inside && room_ > 0; ++i)
      block(thread, depth + 1);
    if (below(8) != 0)
      thread.push_back({Op::ReadUnlock, mutex, 0, {}});
  }

  void semaphore(ThreadScript &thread, int depth) {
    const int which = semaphores_ == 1 ? 1 : below(2);
    const int kind = below(10);
    if (kind == 0)
      thread.push_back({Op::Look, which, below(2), {}});
    else if (kind < 3)
      ifTold(thread, depth, {Op::TryWait, which, below(2), {}},
             below(2) == 0 ? Op::Post : Op::Local);
    else
      thread.push_back({kind < 6 ? Op::Post : Op::Wait, which, 0, {}});
  }

  /// Mostly next to an atomic that it says something about.
  void fence(ThreadScript &thread) {
    static constexpr MemoryOrder kOrders[] = {MemoryOrder::AcquireRelease, MemoryOrder::SeqCst,
                                              MemoryOrder::Relaxed, MemoryOrder::Acquire,
                                              MemoryOrder::Release};
    const int kind = below(3);
    const auto order = [&](MemoryOrder usual) { return below(2) == 0 ? usual : kOrders[below(5)]; };
    if (kind == 0)
      thread.push_back({Op::AtomicRead, below(variables_), below(2), {}, orderFor(Op::AtomicRead)});
    thread.push_back(
        {Op::Fence, 0, 0, {}, order(kind == 0 ? MemoryOrder::Acquire : MemoryOrder::Release)});
    if (kind == 1)
      thread.push_back({Op::AtomicWrite, below(variables_), 0, value(), orderFor(Op::AtomicWrite)});
  }

  /// One of the rarer statements that this program may have.
  bool rare(ThreadScript &thread, int depth) {
    const int which =
        below(2) == 0 ? below(kFirstMeeting) : kFirstMeeting + below(kRarer - kFirstMeeting);
    if (!rarer_[which])
      return false;
    switch (which) {
    case kTryLock:
      ifTold(thread, depth, {Op::TryLock, below(mutexes_), below(2), {}}, Op::Unlock);
      return true;
    case kReaders:
      readers(thread, depth);
      return true;
    case kSemaphore:
      semaphore(thread, depth);
      return true;
    case kBarrier:
      thread.push_back({Op::Barrier, barrier_, 0, {}});
      return true;
    case kOnce:
      ifTold(thread, depth, {Op::Once, 0, below(2), {}}, Op::Done);
      return true;
    case kFence:
      fence(thread);
      return true;
    case kAssume:
    case kPath:
      section(thread);
      return true;
    case kLoop:
      loop(thread);
      return true;
    case kCopy:
      thread.push_back({Op::Copy, below(variables_), 0, {false, below(variables_)}});
      return true;
    case kArray:
      thread.push_back({below(2) == 0 ? Op::Put : Op::Get, 0, below(2), value()});
      return true;
    default:
      return false;
    }
  }

  void block(ThreadScript &thread, int depth) {
    --room_;
    if (depth < 2)
      for (int tries = 0; tries < 3; ++tries)
        if (below(2) == 0 && rare(thread, depth))
          return;
    if (guarded_ && below(8) != 0)
      return guardedSection(thread);
    const int kind = below(12);
    if (kind < 5 || depth > 2) {
      thread.push_back(access());
    } else if (kind < 8) {
      const int mutex = below(mutexes_);
      thread.push_back({Op::Lock, mutex, 0, {}});
      const int inside = below(3);
      for (int i = 0; i < inside && room_ > 0; ++i)
        block(thread, depth + 1);
      if (below(8) != 0)
        thread.push_back({Op::Unlock, mutex, 0, {}});
    } else if (kind < 9) {
      section(thread);
    } else if (kind < 10) {
      thread.push_back({Op::Choose, 0, below(2), {false, 2}});
    } else {
      const std::size_t at = thread.size();
      thread.push_back({Op::SkipUnless, 0, below(2), {false, below(2)}});
      block(thread, depth + 1);
      thread[at].target = static_cast<int>(thread.size() - at - 1);
    }
  }

  void insert(ThreadScript &thread, Statement statement) {
    // Between blocks: at the start, at the end, or anywhere that keeps the program valid.
    const auto at = static_cast<std::size_t>(below(static_cast<int>(thread.size()) + 1));
    ThreadScript attempt = thread;
    attempt.insert(attempt.begin() + static_cast<std::ptrdiff_t>(at), statement);
    Script alone;
    alone.threads.resize(8);
    alone.threads[0] = attempt;
    if (validate(alone))
      thread = std::move(attempt);
    else
      thread.insert(thread.begin(), statement);
  }

  void createAndJoin(Script &script) {
    const int threads = static_cast<int>(script.threads.size());
    for (int child = 1; child < threads; ++child) {
      const int parent = below(child);
      if (below(3) != 0)
        insert(script.threads[static_cast<std::size_t>(parent)], {Op::Create, child, 0, {}});
      if (below(3) == 0)
        insert(script.threads[static_cast<std::size_t>(below(threads))], {Op::Join, child, 0, {}});
    }
  }

  std::mt19937_64 random_;
  ScriptSize size_;
  int variables_ = 1;
  int mutexes_ = 1;
  int semaphores_ = 1;
  int barrier_ = 1;
  int plain_ = 1;        ///< of four accesses, how many are plain
  bool weak_ = false;    ///< atomics of every order
  bool guarded_ = false; ///< each variable has its mutex, mostly: many programs without a race
  bool rarer_[kRarer] = {};
  int room_ = 0;
};

/// The program without statements [from, to) of a thread; skips over them are shortened.
Script without(const Script &script, std::size_t t, std::size_t from, std::size_t to) {
  Script smaller = script;
  ThreadScript &thread = smaller.threads[t];
  for (std::size_t i = 0; i < from; ++i) {
    if (thread[i].op != Op::SkipUnless)
      continue;
    const std::size_t end = i + 1 + static_cast<std::size_t>(thread[i].target);
    if (end > from)
      thread[i].target -= static_cast<int>(std::min(end, to) - from);
  }
  for (std::size_t i = to; i < thread.size(); ++i) {
    if (thread[i].op != Op::AgainUnless)
      continue;
    const std::size_t begin = i - static_cast<std::size_t>(thread[i].target);
    if (begin < to)
      thread[i].target -= static_cast<int>(to - std::max(begin, from));
  }
  thread.erase(thread.begin() + static_cast<std::ptrdiff_t>(from),
               thread.begin() + static_cast<std::ptrdiff_t>(to));
  return smaller;
}

} // namespace

Script randomScript(std::uint64_t seed, ScriptSize size) {
  return Generator(seed, size).script();
}

Script shrink(Script script, const std::function<bool(const Script &)> &fails) {
  const auto accept = [&](Script candidate) {
    if (candidate == script || !validate(candidate) || !fails(candidate))
      return false;
    script = std::move(candidate);
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t t = 0; t < script.threads.size(); ++t) {
      for (std::size_t width = script.threads[t].size(); width > 0; --width)
        for (std::size_t at = 0; at + width <= script.threads[t].size(); ++at)
          changed |= accept(without(script, t, at, at + width));
      for (std::size_t at = 0; at < script.threads[t].size(); ++at) {
        Script simpler = script;
        Statement &s = simpler.threads[t][at];
        if (s.op == Op::Choose || s.value == Value{})
          continue;
        s.value = {};
        changed |= accept(std::move(simpler));
      }
    }
    if (!script.threads.empty() && script.threads.back().empty()) {
      Script fewer = script;
      fewer.threads.pop_back();
      changed |= accept(std::move(fewer));
    }
  }
  return script;
}

} // namespace raceward::test
