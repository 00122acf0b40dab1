#include "DrawnInputs.h"

#include "raceward/base/Mixing.h"
#include "raceward/model/MainArguments.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <utility>
#include <vector>

namespace raceward {

namespace {

constexpr unsigned kRunsBetweenStarts = 16; ///< then all habits are forgotten for one run
/// Every so many-th value is not the usual one; 0: none. Many values of a deep program have to be
/// the usual ones before anything can race; a loop that waits for another value needs one.
constexpr std::array<unsigned, 3> kUnusual = {8, 64, 0};
constexpr unsigned kRunsPerUnusual = 2; ///< one in so many has the same for all places
constexpr std::uint64_t kFailsOneIn = 4;
constexpr std::size_t kLast = 4;          ///< places that are changed more often than others
constexpr unsigned kRunsPerArguments = 4; ///< one in so many changes arguments of main only
/// Arguments of main, with the name of the program: each of many has to be right. In order.
constexpr std::array<std::uint64_t, 10> kCounts = {1, 2, 2, 3, 3, 4, 5, 6, 7, 8};
/// After so many inputs of a thread since it first asked at a place, it asks there in a loop.
constexpr std::uint32_t kLoops = 32;

/// Numbers that programs treat apart are frequent.
std::uint64_t number(std::uint64_t random) {
  const std::uint64_t value = mixed(random);
  switch (random % 10) {
  case 0:
  case 1:
  case 2:
    return 0;
  case 3:
  case 4:
    return 1;
  case 5:
  case 6:
    return value % 16;
  case 7:
    return value % 1024;
  case 8:
    return UINT64_MAX;
  default:
    return value;
  }
}

/// Few runs may take long.
std::uint64_t stepsFrom(std::uint64_t random) {
  constexpr std::uint64_t usual = 500'000;
  return random % 64 == 0 ? 100 * usual : random % 8 == 0 ? 10 * usual : usual;
}

unsigned unusualFrom(std::uint64_t random) {
  return kUnusual[mixed(random) % kUnusual.size()];
}

/// A program goes on where nothing fails.
bool isFailure(const AskedInput &asked) {
  return asked.primitive == "raceward_any_failure" || asked.function.ends_with(" fails");
}

} // namespace

void DrawnInputs::learn(const EndedRun &run) {
  const Score score{run.hasThreads,
                    asked_.size() * 4 + static_cast<std::uint64_t>(std::bit_width(run.events))};
  const bool isNew = !taken_.newInRun().empty() || everAsked_.size() > places_;
  if (!isNew && score <= best_)
    return;
  places_ = everAsked_.size();
  best_ = std::max(best_, score);
  Habits habits = habits_;
  std::erase_if(habits, [&](const auto &habit) { return !asked_.contains(habit.first); });
  for (const auto &[place, usual] : accepted_)
    habits[place].usual = usual;
  const std::size_t last = std::min(kLast, inOrder_.size());
  pool_.add({std::move(habits),
             {inOrder_.end() - static_cast<std::ptrdiff_t>(last), inOrder_.end()},
             taken_.newInRun()},
            run.hasThreads);
}

void DrawnInputs::beginRun(const EndedRun &before) {
  if (run_ > 0)
    learn(before);
  ++run_;
  asked_.clear();
  inOrder_.clear();
  accepted_.clear();
  firstAsked_.clear();
  unusual_.reset();
  if (run_ % kRunsPerUnusual == 0)
    unusual_ = unusualFrom(mixed(seed_ + 5, run_));
  signals_.beginRun(mixed(mixed(seed_ + 2, run_)), before.hasEnded);
  texts_.beginRun();
  habits_.clear();
  if (const HabitPool::Choice known = pool_.choose(mixed(seed_ + 4, run_));
      known.run && run_ % kRunsBetweenStarts != 0) {
    habits_ = known.run->habits;
    change(known.run->last, known.hasThreads ? 0 : 1);
  }
  clock_.beginRun(habitAt(mixed(0, "clock")).usual);
  stepsAlone_ = stepsFrom(habitAt(mixed(0, "steps")).usual);
}

/// A few, and often none if there are threads: the schedule is another one in each run. What a
/// program does is often decided by its arguments, which are few among all inputs: some runs change
/// nothing else. And often by what it asked for last: the process ends where that is wrong.
void DrawnInputs::change(const std::vector<Place> &last, std::uint64_t least) {
  const bool changesArguments =
      !ofArguments_.empty() && mixed(seed_ + 1, run_) % kRunsPerArguments == 0;
  std::vector<Place> places;
  for (const auto &[place, habit] : habits_)
    if (!changesArguments || ofArguments_.contains(place))
      places.push_back(place);
  if (places.empty())
    return;
  std::ranges::sort(places); // the seed decides, not the order in memory
  const std::uint64_t random = mixed(seed_, run_);
  const int most = std::bit_width(places.size() / 8) + 2;
  const std::uint64_t changes =
      std::max(least, (std::uint64_t{1} << random % static_cast<unsigned>(most)) >> 1);
  for (std::uint64_t i = 0; i < changes; ++i) {
    const std::uint64_t own = mixed(random, i);
    const bool isLast = !changesArguments && !last.empty() && mixed(own + 2) % 2 == 0;
    const std::vector<Place> &among = isLast ? last : places;
    const Place place = among[own % among.size()];
    habits_[place] = changed(place, own);
  }
}

Habit DrawnInputs::changed(Place place, std::uint64_t random) {
  if (arguments_.contains(place))
    return habitOfArgument(random);
  const Habit changed{mixed(random), mixed(random + 1)};
  // A program that needs many arguments came far with those that it has: one less, or one more.
  if (place == argumentCount_ && changed.unusual % 2 == 0)
    return {habits_[place].usual % kCounts.size() +
                (changed.usual % 2 == 0 ? 1 : kCounts.size() - 1),
            changed.unusual};
  return changed;
}

/// A program has few options, and much of it is behind one of them. So every second text is an
/// option, one after the other.
Habit DrawnInputs::habitOfArgument(std::uint64_t random) {
  const std::uint64_t draws = mixed(random);
  return {draws % 2 == 0 ? texts_.drawsOption(options_++, draws) : draws, mixed(random + 1)};
}

const Habit &DrawnInputs::habitAt(Place place) {
  if (asked_.insert(place).second) {
    everAsked_.insert(place);
    inOrder_.push_back(place);
  }
  const auto [habit, isNew] = habits_.try_emplace(place);
  if (isNew) {
    const std::uint64_t random = mixed(mixed(seed_, run_), place);
    habit->second = {random, mixed(random + 1)};
  }
  return habit->second;
}

std::optional<std::uint64_t> DrawnInputs::operator()(const AskedInput &asked) {
  if (run_ == 0 || asked.width > 64)
    return std::nullopt;
  const Place place = mixed(
      mixed(mixed(mixed(asked.at.line, asked.at.column), asked.step), asked.width), asked.function);
  if (asked.function == kArgumentText && asked.width == 8) {
    const auto [argument, at] = texts_.placeInArguments(asked.count);
    const Place ofArgument = mixed(argument, "argument");
    ofArguments_.insert(ofArgument);
    arguments_.insert(ofArgument);
    return texts_.ofArgument(habitAt(ofArgument).usual, at);
  }
  const Habit habit = habitAt(place);
  const std::uint64_t own =
      mixed(mixed(mixed(habit.unusual, asked.thread), asked.count), asked.refused);
  if (asked.function == kArgumentCount) {
    ofArguments_.insert(place);
    argumentCount_ = place;
    return kCounts[habit.usual % kCounts.size()];
  }
  if (const std::optional<std::uint64_t> time = clock_(asked, own))
    return time;
  if (asked.refused > 0)
    accepted_[place] = mixed(own); // unless another one follows
  const std::uint32_t first =
      firstAsked_.try_emplace(mixed(place, asked.thread), asked.count).first->second;
  const unsigned unusual = asked.count - first > kLoops
                               ? kUnusual.front()
                               : unusual_.value_or(unusualFrom(habit.unusual));
  const bool isUsual = asked.refused == 0 && (unusual == 0 || own % unusual != 0);
  const std::uint64_t random = isUsual ? habit.usual : mixed(own);
  if (asked.width == 8)
    return texts_.next({asked.thread, asked.count, place}, random, own);
  if (asked.width > 1)
    return number(random);
  if (asked.function.ends_with(" arrives"))
    return static_cast<std::uint64_t>(signals_.arrives(
        asked.function, mixed(mixed(mixed(seed_, run_), asked.thread), asked.count)));
  return isFailure(asked) ? static_cast<std::uint64_t>(random % kFailsOneIn == 0) : random & 1;
}

} // namespace raceward
