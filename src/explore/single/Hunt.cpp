#include "raceward/explore/Hunt.h"

#include "single/Scheduler.h"
#include "state/RaceFinder.h"

namespace raceward {
namespace {

/// Rounds after which the length of runs starts at its minimum again.
constexpr std::uint64_t kDoublings = 8;

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
      if (auto done = runWith(scheduler); !done)
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
    run_.clear();
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
      if (length - eventsAlone_ >= mostEvents_ || length >= options_.bounds.eventsPerRun) {
        ++result_.cutRuns;
        return {};
      }
      if (outOfTime())
        return {};
      isAlone = isAlone && enabled.size() == 1 && machine_.disabled().empty();
      eventsAlone_ += isAlone ? 1 : 0;
      if (auto stepped = step(scheduler.pick(machine_, enabled, random_)); !stepped)
        return stepped;
      if (options_.stopAtFirstRace && races_.firstRace()) {
        over_ = true;
        result_.ended = HuntEnd::FirstRace;
        return {};
      }
    }
  }

  Result<void> step(ThreadId thread) {
    const auto outcomes = machine_.outcomes(thread);
    if (!outcomes)
      return fail(outcomes.error());
    const Outcome outcome = (*outcomes)[random_.below(outcomes->size())];
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
