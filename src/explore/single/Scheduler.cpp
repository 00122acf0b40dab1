#include "single/Scheduler.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace raceward {
namespace {

bool contains(std::span<const ThreadId> threads, ThreadId thread) {
  return std::find(threads.begin(), threads.end(), thread) != threads.end();
}

ThreadId anyOf(std::span<const ThreadId> threads, Random &random) {
  return threads[random.below(threads.size())];
}

class FairScheduler final : public Scheduler {
public:
  void begin(Random &random, std::uint64_t /*length*/) override {
    turn_ = first_ ? 1 : 1 + random.below(kLongestTurn);
    first_ = false;
    left_ = 0;
    last_ = {};
  }

  ThreadId pick(Machine & /*machine*/, std::span<const ThreadId> enabled,
                Random & /*random*/) override {
    if (left_ != 0 && contains(enabled, last_)) {
      --left_;
      return last_;
    }
    left_ = turn_ - 1;
    // The next one after the last, by number; the threads are sorted.
    const auto next =
        last_.valid() ? std::upper_bound(enabled.begin(), enabled.end(), last_) : enabled.begin();
    last_ = next == enabled.end() ? enabled.front() : *next;
    return last_;
  }

private:
  static constexpr std::uint64_t kLongestTurn = 16;
  bool first_ = true;
  std::uint64_t turn_ = 1;
  std::uint64_t left_ = 0;
  ThreadId last_;
};

class RandomScheduler final : public Scheduler {
public:
  void begin(Random &random, std::uint64_t /*length*/) override {
    static constexpr std::uint64_t kEvery[] = {1, 4, 16};
    switchOneIn_ = kEvery[random.below(std::size(kEvery))];
    last_ = {};
  }

  ThreadId pick(Machine & /*machine*/, std::span<const ThreadId> enabled, Random &random) override {
    if (!last_.valid() || random.oneIn(switchOneIn_) || !contains(enabled, last_))
      last_ = anyOf(enabled, random);
    return last_;
  }

private:
  std::uint64_t switchOneIn_ = 1;
  ThreadId last_;
};

class PriorityScheduler final : public Scheduler {
public:
  void begin(Random &random, std::uint64_t length) override {
    priorities_.clear();
    lowest_ = kHighestLow;
    steps_ = 0;
    inARow_ = 0;
    last_ = {};
    changes_.clear();
    for (std::uint64_t i = random.below(kMostChanges + 1); i > 0; --i)
      changes_.push_back(random.below(std::max<std::uint64_t>(length, 2)));
  }

  ThreadId pick(Machine & /*machine*/, std::span<const ThreadId> enabled, Random &random) override {
    ThreadId best = highest(enabled, random);
    const bool change = std::find(changes_.begin(), changes_.end(), steps_++) != changes_.end();
    inARow_ = best == last_ ? inARow_ + 1 : 0;
    // A thread that runs for ever would starve the others.
    if (change || inARow_ > kPatience) {
      priorities_[best.index()] = --lowest_;
      best = highest(enabled, random);
      inARow_ = 0;
    }
    last_ = best;
    return best;
  }

private:
  static constexpr std::uint64_t kMostChanges = 3;
  static constexpr std::uint64_t kPatience = 500;
  static constexpr std::uint64_t kHighestLow = std::uint64_t{1} << 62;

  ThreadId highest(std::span<const ThreadId> enabled, Random &random) {
    ThreadId best;
    for (const ThreadId thread : enabled) {
      while (thread.index() >= priorities_.size())
        priorities_.push_back(kHighestLow + random.below(kHighestLow));
      if (!best.valid() || priorities_[thread.index()] > priorities_[best.index()])
        best = thread;
    }
    return best;
  }

  std::vector<std::uint64_t> priorities_; ///< per thread
  std::uint64_t lowest_ = kHighestLow;
  std::vector<std::uint64_t> changes_; ///< at these steps
  std::uint64_t steps_ = 0;
  std::uint64_t inARow_ = 0;
  ThreadId last_;
};

class HoldingScheduler final : public Scheduler {
public:
  void begin(Random &random, std::uint64_t /*length*/) override {
    static constexpr std::uint64_t kEvery[] = {8, 64, 1024};
    letGoOneIn_ = kEvery[random.below(std::size(kEvery))];
    partner_.reset();
  }

  ThreadId pick(Machine &machine, std::span<const ThreadId> enabled, Random &random) override {
    if (partner_) {
      const ThreadId thread = *partner_;
      partner_.reset();
      if (contains(enabled, thread))
        return thread;
    }
    free_.clear();
    held_.clear();
    for (const ThreadId thread : enabled)
      (standsBeforePlain(machine.next(thread).action) ? held_ : free_).push_back(thread);
    if (const auto thread = meeting(machine))
      return *thread;
    // Some threads are released early: the others may need what they do next.
    if (free_.empty() || (!held_.empty() && random.oneIn(letGoOneIn_)))
      return anyOf(held_, random);
    return anyOf(free_, random);
  }

private:
  static bool standsBeforePlain(const Action &action) {
    bool plain = false;
    forEachAccess(action, [&](const MemoryAccess &access) { plain |= !isAtomic(access); });
    return plain;
  }

  /// The first of two threads whose next accesses race with each other.
  std::optional<ThreadId> meeting(const Machine &machine) {
    for (const ThreadId first : held_)
      for (const auto *others : {&held_, &free_})
        for (const ThreadId second : *others)
          if (first != second &&
              conflictingAccesses(machine.next(first).action, machine.next(second).action,
                                  Dependency::EveryConflict)) {
            partner_ = second;
            return first;
          }
    return std::nullopt;
  }

  std::uint64_t letGoOneIn_ = 1;
  std::vector<ThreadId> free_, held_;
  std::optional<ThreadId> partner_; ///< of the thread that has just moved
};

} // namespace

std::unique_ptr<Scheduler> makeFairScheduler() {
  return std::make_unique<FairScheduler>();
}
std::unique_ptr<Scheduler> makeRandomScheduler() {
  return std::make_unique<RandomScheduler>();
}
std::unique_ptr<Scheduler> makePriorityScheduler() {
  return std::make_unique<PriorityScheduler>();
}
std::unique_ptr<Scheduler> makeHoldingScheduler() {
  return std::make_unique<HoldingScheduler>();
}

} // namespace raceward
