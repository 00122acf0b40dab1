#include "raceward/explore/Hunt.h"

#include "single/Scheduler.h"
#include "state/RaceFinder.h"

#include <algorithm>

namespace raceward {
namespace {

/// Rounds after which the length of runs starts at its minimum again.
constexpr std::uint64_t kDoublings = 8;

bool isPlain(const Action &action) {
  return std::holds_alternative<Read>(action) || std::holds_alternative<Write>(action);
}

class Hunter {
public:
  Hunter(Machine &machine, const HuntOptions &options)
      : machine_(machine), options_(options), random_(options.seed), races_(run_),
        start_(std::chrono::steady_clock::now()) {
    schedulers_.push_back(makeFairScheduler());
    schedulers_.push_back(makeRandomScheduler());
    schedulers_.push_back(makePriorityScheduler());
    schedulers_.push_back(makeHoldingScheduler());
  }

  Result<HuntResult> hunt() {
    const HuntBounds &bounds = options_.bounds;
    for (std::uint64_t i = 0; i < bounds.runs && !over_ && !outOfTime(); ++i) {
      if (options_.isEnough && options_.isEnough()) {
        result_.ended = HuntEnd::Enough;
        break;
      }
      Scheduler &scheduler = *schedulers_[i % schedulers_.size()];
      scheduler.begin(random_, longest_);
      const std::uint64_t round = i / schedulers_.size() % kDoublings;
      mostEvents_ = bounds.shortestRun > bounds.eventsPerRun >> round ? bounds.eventsPerRun
                                                                      : bounds.shortestRun << round;
      // A machine leaves out what it cannot decide in time, and then does not find a step again.
      if (auto done = runWith(scheduler); !done && !outOfTime())
        return fail(std::move(done).error());
      longest_ = std::max<std::uint64_t>(longest_, run_.size());
    }
    result_.races = races_.races();
    result_.firstRace = races_.firstRace();
    result_.ambiguousOrder = races_.ambiguous();
    return std::move(result_);
  }

private:
  Result<void> runWith(Scheduler &scheduler) {
    if (options_.onRun)
      options_.onRun(run_.size());
    followed_.clear();
    Result<void> done = runOnce(scheduler);
    while (done && !over_ && options_.isWorthRepeating && options_.isWorthRepeating()) {
      followed_.assign(run_.events().begin(), run_.events().end());
      done = runOnce(scheduler);
    }
    return done;
  }

  Result<void> runOnce(Scheduler &scheduler) {
    run_.clear();
    at_ = 0;
    last_ = {};
    eventsAlone_ = 0;
    bool isAlone = true;
    if (auto restarted = machine_.restart(); !restarted)
      return restarted;
    for (;;) {
      const auto enabled = machine_.enabled();
      if (enabled.empty()) {
        ++result_.runs;
        return {};
      }
      const std::uint64_t length = run_.size() + (options_.otherWork ? options_.otherWork() : 0);
      const std::uint64_t most = options_.bounds.eventsPerRun;
      const bool isLong = length - eventsAlone_ >= mostEvents_ || length >= most;
      // The run that is followed had fewer events.
      if (at_ < followed_.size() ? length / 2 >= most : isLong) {
        ++result_.cutRuns;
        return {};
      }
      if (outOfTime())
        return {};
      isAlone = isAlone && enabled.size() == 1 && machine_.disabled().empty();
      eventsAlone_ += isAlone ? 1 : 0;
      if (auto stepped = step(pick(scheduler, enabled)); !stepped)
        return stepped;
      if (options_.stopAtFirstRace && races_.firstRace()) {
        over_ = true;
        result_.ended = HuntEnd::FirstRace;
        return {};
      }
    }
  }

  /// Follows the run before, if any, as far as it can be followed.
  ThreadId pick(Scheduler &scheduler, std::span<const ThreadId> enabled) {
    const auto canMove = [&](ThreadId thread) {
      return std::ranges::binary_search(enabled, thread);
    };
    if (at_ <= followed_.size() && !followed_.empty()) {
      for (const ThreadId thread : {last_, child_})
        if (thread.valid() && canMove(thread) && options_.wasNotShown(thread))
          return thread;
      // A thread that is quiet for long has an event then, perhaps at another access now.
      while (at_ < followed_.size() && isPlain(followed_[at_].operation.action) &&
             !(canMove(followed_[at_].thread) &&
               machine_.next(followed_[at_].thread) == followed_[at_].operation))
        ++at_;
      if (at_ < followed_.size() && canMove(followed_[at_].thread)) {
        last_ = followed_[at_].thread;
        const auto *create = std::get_if<Create>(&followed_[at_].operation.action);
        child_ = create != nullptr ? create->child : ThreadId();
        ++at_;
        return last_;
      }
      at_ = followed_.size() + 1;
    }
    return scheduler.pick(machine_, enabled, random_);
  }

  Result<void> step(ThreadId thread) {
    const auto outcomes = machine_.outcomes(thread);
    if (!outcomes)
      return fail(outcomes.error());
    const bool follows =
        at_ > 0 && at_ <= followed_.size() && followed_[at_ - 1].thread == thread &&
        std::ranges::find(*outcomes, followed_[at_ - 1].outcome) != outcomes->end();
    const Outcome outcome =
        follows ? followed_[at_ - 1].outcome : (*outcomes)[random_.below(outcomes->size())];
    Event event{thread, run_.nextIndexOf(thread), outcome, machine_.next(thread, outcome)};
    if (auto done = machine_.step(thread, outcome); !done)
      return done;
    ++result_.events;
    run_.push(std::move(event));
    return races_.extend(machine_);
  }

  bool outOfTime() {
    if (options_.bounds.time == std::chrono::nanoseconds::max() ||
        std::chrono::steady_clock::now() - start_ < options_.bounds.time)
      return false;
    over_ = true;
    result_.ended = HuntEnd::TimeBound;
    return true;
  }

  Machine &machine_;
  const HuntOptions &options_;
  Random random_;
  std::vector<std::unique_ptr<Scheduler>> schedulers_;
  Run run_;
  RaceFinder races_;
  Trace followed_;     ///< the run that is repeated; empty: none
  std::size_t at_ = 0; ///< its next event; beyond the end: it is not followed any more
  ThreadId last_;      ///< the thread of the event before that one ...
  ThreadId child_;     ///< ... and the one that it created
  std::chrono::steady_clock::time_point start_;
  std::uint64_t longest_ = 0;
  std::uint64_t mostEvents_ = 0;  ///< in this run, once it has several threads
  std::uint64_t eventsAlone_ = 0; ///< in this run, before
  bool over_ = false;
  HuntResult result_;
};

} // namespace

const char *toString(HuntEnd end) {
  switch (end) {
  case HuntEnd::FirstRace:
    return "first race";
  case HuntEnd::RunBound:
    return "run bound";
  case HuntEnd::Enough:
    return "enough";
  case HuntEnd::TimeBound:
    return "time bound";
  }
  return "?";
}

Result<HuntResult> hunt(Machine &machine, const HuntOptions &options) {
  return Hunter(machine, options).hunt();
}

} // namespace raceward
