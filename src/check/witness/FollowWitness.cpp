#include "FollowWitness.h"

#include "evidence/RaceReplay.h"
#include "raceward/base/Deadline.h"
#include "raceward/base/Text.h"
#include "raceward/explore/Overlap.h"
#include "raceward/model/HappensBefore.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>

namespace raceward {

namespace {

constexpr std::uint64_t kMostRuns = 400;
/// Most witnesses need short runs; in a program that never ends, long ones waste time.
constexpr std::uint64_t kShortRuns = 100;
constexpr std::size_t kLongestShortRun = 2'000;
constexpr std::size_t kLongestFollowedRun = 20'000;
/// Steps for which a thread is held before its target if the other target is not reached.
constexpr std::size_t kPatience = 100;
/// In addition to those that the witness creates.
constexpr std::uint32_t kMoreThreads = 8;
/// A run deviates from the witness once in this many steps; the first run never does.
constexpr std::array<std::uint32_t, 4> kDeviations{16, 4, 64, 2};

bool fits(std::int64_t value, unsigned width) {
  if (width >= 64)
    return true;
  const std::int64_t half = std::int64_t{1} << (width - 1);
  return value >= -half && value < 2 * half;
}

class Follower {
public:
  Follower(const Program &program, FollowTask task, WitnessPlaces &places)
      : program_(program), task_(std::move(task)), plan_(task_.plan), places_(places),
        happensBefore_(run_) {}

  Result<Validation> follow() {
    task_.machine.given = [this](const AskedInput &asked) { return given(asked); };
    ThreadBounds bounds;
    bounds.threads = kMoreThreads;
    for (const WitnessStep &step : plan_.steps)
      bounds.threads += step.kind == WitnessStep::Kind::Create ? 1 : 0;
    bounds.patient = true;
    Result<std::unique_ptr<ThreadedMachine>> made =
        ThreadedMachine::make(program_, task_.machine, task_.visible, task_.model, bounds);
    if (!made)
      return fail(made.error());
    // Deliberately leaked: the process ends with the answer.
    machine_ = made->release();
    for (std::uint64_t number = 0; number < kMostRuns && !outOfTime(); ++number) {
      random_.seed(number);
      deviation_ = number == 0 ? 0 : kDeviations[number % kDeviations.size()];
      longest_ =
          number < kShortRuns ? kLongestShortRun + 10 * plan_.steps.size() : kLongestFollowedRun;
      if (Result<bool> found = runOnce(); !found)
        return fail(std::move(found).error());
      else if (*found)
        return confirmed();
      ++runs_;
    }
    return notFound();
  }

private:
  [[nodiscard]] bool outOfTime() const { return deadline_.isOver(); }
  std::size_t below(std::size_t limit) { return random_() % limit; }

  // -- one run

  void begin() {
    run_.clear();
    passed_ = 0;
    threads_ = {ThreadId(0)};
    inputs_.clear();
    isGiven_.assign(plan_.steps.size(), false);
    next_.reset();
    waited_ = 0;
  }

  Result<bool> runOnce() {
    begin();
    if (Result<void> restarted = machine_->restart(); !restarted)
      return fail(std::move(restarted).error());
    while (run_.size() < longest_ && !outOfTime()) {
      skipGiven();
      const std::span<const ThreadId> enabled = machine_->enabled();
      if (enabled.empty())
        break;
      Result<bool> found = step(pick(enabled));
      if (!found || *found)
        return found;
    }
    return false;
  }

  /// Inputs are read while a thread moves, and not at a step of their own.
  void skipGiven() {
    while (passed_ < plan_.steps.size() && isGiven_[passed_])
      ++passed_;
    furthest_ = std::max(furthest_, passed_);
  }

  /// True if the step completes the race.
  Result<bool> step(ThreadId thread) {
    const Result<std::span<const Outcome>> outcomes = machine_->outcomes(thread);
    if (!outcomes)
      return fail(outcomes.error());
    const Outcome outcome = (*outcomes)[below(outcomes->size())];
    Event event{thread, run_.nextIndexOf(thread), outcome, machine_->next(thread, outcome)};
    const bool passes = passesWaypoint(event);
    // Before the step: the new thread may read inputs at once.
    if (const auto *create = std::get_if<Create>(&event.operation.action); create && passes)
      threads_.push_back(create->child);
    if (Result<void> done = machine_->step(thread, outcome); !done)
      return fail(std::move(done).error());
    passed_ += passes ? 1 : 0;
    run_.push(std::move(event));
    happensBefore_.extend();
    skipGiven();
    return passed_ == plan_.steps.size() ? racesAtTargets() : Result<bool>(false);
  }

  bool passesWaypoint(const Event &event) {
    if (passed_ == plan_.steps.size())
      return false;
    const WitnessStep &step = plan_.steps[passed_];
    const Action &action = event.operation.action;
    const bool isKind = step.kind == WitnessStep::Kind::Create
                            ? std::holds_alternative<Create>(action)
                            : step.kind == WitnessStep::Kind::Reach &&
                                  !std::holds_alternative<Choice>(action) &&
                                  !std::holds_alternative<Await>(action);
    return isKind && isThread(step.waypoint, event.thread) &&
           isAt(step.waypoint, event.operation.at);
  }

  /// Whether the last event races at the targets.
  Result<bool> racesAtTargets() {
    const Event &last = run_[run_.size() - 1];
    const bool asFirst = isThread(plan_.first, last.thread);
    const bool asSecond = isThread(plan_.second, last.thread);
    if (!asFirst && !asSecond)
      return false;
    racing_.clear();
    happensBefore_.racesOf(run_.size() - 1, racing_);
    for (const std::uint32_t at : racing_) {
      const Event &earlier = run_[at];
      const Result<bool> meet = trulyOverlap(*machine_, earlier, last);
      if (!meet)
        return fail(meet.error());
      if (!*meet)
        continue;
      const AccessSite *mine = machine_->siteOf(last, earlier);
      const AccessSite *other = machine_->siteOf(earlier, last);
      if (mine == nullptr || other == nullptr)
        continue;
      const auto are = [&](const Waypoint &mineIs, const Waypoint &otherIs) {
        return isThread(mineIs, last.thread) && isThread(otherIs, earlier.thread) &&
               places_.matches(mineIs, mine->at, mine->function) &&
               places_.matches(otherIs, other->at, other->function);
      };
      if ((asFirst && are(plan_.first, plan_.second)) ||
          (asSecond && are(plan_.second, plan_.first))) {
        race_ = "the " + std::string(toString(other->kind)) + " of '" + other->name + "' at " +
                toString(other->at) + " and the " + std::string(toString(mine->kind)) + " at " +
                toString(mine->at) + " race";
        return true;
      }
    }
    return false;
  }

  // -- choice of the thread

  ThreadId pick(std::span<const ThreadId> enabled) {
    const auto isEnabled = [&](ThreadId thread) {
      return std::find(enabled.begin(), enabled.end(), thread) != enabled.end();
    };
    if (const auto next = std::exchange(next_, std::nullopt); next && isEnabled(*next))
      return *next;
    if (deviation_ != 0 && below(deviation_) == 0)
      return enabled[below(enabled.size())];
    if (passed_ < plan_.steps.size()) {
      const auto wanted = threadOf(plan_.steps[passed_].waypoint);
      return wanted && isEnabled(*wanted) ? *wanted : helper(enabled, {});
    }
    const auto first = threadOf(plan_.first);
    const auto second = threadOf(plan_.second);
    if (!first || !second)
      return enabled[below(enabled.size())];
    const bool firstIsThere = isEnabled(*first) && stands(*first, plan_.first);
    const bool secondIsThere = isEnabled(*second) && stands(*second, plan_.second);
    if (firstIsThere && secondIsThere) {
      next_ = second;
      waited_ = 0;
      return *first;
    }
    // The other thread may have passed its target already, in the middle of an atomic section, or
    // may wait for the next step of this one.
    if ((firstIsThere || secondIsThere) && ++waited_ > kPatience) {
      waited_ = 0;
      return firstIsThere ? *first : *second;
    }
    if (isEnabled(*first) && !firstIsThere)
      return *first;
    if (isEnabled(*second) && !secondIsThere)
      return *second;
    // One is held, and the other cannot move: another thread runs, or the held one continues.
    const std::array<ThreadId, 2> held{*first, *second};
    const bool othersCan = std::any_of(enabled.begin(), enabled.end(), [&](ThreadId thread) {
      return thread != *first && thread != *second;
    });
    if (othersCan && below(4) != 0)
      return helper(enabled, held);
    if (firstIsThere || secondIsThere)
      return firstIsThere ? *first : *second;
    return helper(enabled, held);
  }

  /// A thread that does not pass a waypoint of its own too early, if there is one.
  ThreadId helper(std::span<const ThreadId> enabled, std::span<const ThreadId> held) {
    std::vector<ThreadId> free;
    std::vector<ThreadId> early;
    for (const ThreadId thread : enabled)
      if (std::find(held.begin(), held.end(), thread) == held.end())
        (standsBeforeOwnWaypoint(thread) ? early : free).push_back(thread);
    const std::vector<ThreadId> &from = free.empty() ? early : free;
    return from.empty() ? enabled[below(enabled.size())] : from[below(from.size())];
  }

  bool standsBeforeOwnWaypoint(ThreadId thread) {
    for (std::size_t at = passed_; at < plan_.steps.size(); ++at)
      if (const WitnessStep &step = plan_.steps[at];
          step.kind != WitnessStep::Kind::Input && isThread(step.waypoint, thread))
        return stands(thread, step.waypoint);
    if (isThread(plan_.first, thread))
      return stands(thread, plan_.first);
    return isThread(plan_.second, thread) && stands(thread, plan_.second);
  }

  bool stands(ThreadId thread, const Waypoint &before) {
    const Operation &operation = machine_->next(thread);
    return !std::holds_alternative<Choice>(operation.action) && isAt(before, operation.at);
  }

  // -- threads, places and inputs

  /// Nothing if the witness does not name the thread, or it does not exist yet.
  [[nodiscard]] std::optional<ThreadId> threadOf(const Waypoint &waypoint) const {
    if (!waypoint.thread || *waypoint.thread >= threads_.size())
      return std::nullopt;
    return threads_[*waypoint.thread];
  }

  [[nodiscard]] bool isThread(const Waypoint &waypoint, ThreadId thread) const {
    return !waypoint.thread || threadOf(waypoint) == thread;
  }

  bool isAt(const Waypoint &waypoint, PositionId at) {
    const auto [known, isNew] = isAt_.try_emplace({&waypoint, at}, false);
    if (isNew) {
      const OperationPlace place = machine_->placeAt(at);
      known->second = places_.matches(waypoint, place.at, place.function);
    }
    return known->second;
  }

  /// Each thread gets the values of its waypoints in order; the machine may look ahead, and then
  /// asks for the same input again.
  std::optional<std::uint64_t> given(const AskedInput &asked) {
    const auto [known, isNew] =
        inputs_.try_emplace({asked.thread, asked.count, asked.at}, std::nullopt);
    if (!isNew)
      return known->second;
    for (std::size_t at = 0; at < plan_.steps.size(); ++at) {
      const WitnessStep &step = plan_.steps[at];
      if (step.kind != WitnessStep::Kind::Input || isGiven_[at] ||
          !isThread(step.waypoint, ThreadId(asked.thread)))
        continue;
      if (places_.matches(step.waypoint, asked.at, {}) &&
          (step.waypoint.callee.empty() || step.waypoint.callee == asked.function) &&
          fits(step.value, asked.width)) {
        isGiven_[at] = true;
        known->second = static_cast<std::uint64_t>(step.value);
      }
      break;
    }
    return known->second;
  }

  // -- answers

  [[nodiscard]] std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    if (plan_.unseen > 0)
      notes.push_back(counted(plan_.unseen, "waypoint was", "waypoints were") +
                      " not looked at: nothing happens there that other threads could see");
    return notes;
  }

  [[nodiscard]] Validation confirmed() const {
    if (plan_.unevaluated.empty())
      return {Validation::Answer::Confirmed, race_, notes()};
    return {Validation::Answer::Unknown,
            race_ + ", but the constraint '" + plan_.unevaluated.front().constraint +
                "' of the witness could not be evaluated",
            notes()};
  }

  [[nodiscard]] Validation notFound() const {
    const std::string tried = " in " + counted(runs_, "run");
    std::string reason;
    if (furthest_ < plan_.steps.size()) {
      const Waypoint &waypoint = plan_.steps[furthest_].waypoint;
      reason = "waypoint " + std::to_string(furthest_ + 1) + " of " +
               std::to_string(plan_.steps.size()) + " was not reached" + tried + ": " +
               toString(waypoint.at);
      if (waypoint.writtenAt > 0)
        reason += " (line " + std::to_string(waypoint.writtenAt) + " of the witness)";
    } else {
      reason = "the two targets did not race" + tried;
    }
    if (outOfTime())
      return {Validation::Answer::Unknown, "time ran out: " + reason, notes()};
    if (!machine_->gaps().empty())
      return {Validation::Answer::Unknown, reason + "; " + machine_->gaps().front().message,
              notes()};
    return {Validation::Answer::NotConfirmed, reason, notes()};
  }

  const Program &program_;
  FollowTask task_;
  const WitnessPlan &plan_;
  WitnessPlaces &places_;
  ThreadedMachine *machine_ = nullptr;
  Deadline deadline_{task_.seconds};
  std::mt19937_64 random_;
  std::uint32_t deviation_ = 0;
  std::size_t longest_ = 0;
  std::uint64_t runs_ = 0;
  std::size_t furthest_ = 0;
  std::string race_;

  // State of the current run.
  Run run_;
  HappensBefore happensBefore_;
  std::size_t passed_ = 0;
  std::vector<ThreadId> threads_; ///< by their numbers in the witness
  std::vector<bool> isGiven_;     ///< by step
  std::map<std::tuple<unsigned, std::uint32_t, SourcePosition>, std::optional<std::uint64_t>>
      inputs_;
  std::optional<ThreadId> next_;
  std::size_t waited_ = 0;

  std::map<std::pair<const Waypoint *, PositionId>, bool> isAt_;
  std::vector<std::uint32_t> racing_;
};

} // namespace

Result<Validation> followWitness(const Program &program, FollowTask task, WitnessPlaces &places) {
  return Follower(program, std::move(task), places).follow();
}

} // namespace raceward
