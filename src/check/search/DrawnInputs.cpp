#include "DrawnInputs.h"

#include "Mixing.h"
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
constexpr unsigned kRunsPerArguments = 4; ///< one in so many changes arguments of main only
/// Arguments of main, with the name of the program: each of many has to be right.
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

/// A signal may arrive before each operation, so that it has to be rare at each.
std::uint64_t answer(std::string_view question, std::uint64_t random) {
  constexpr std::uint64_t kOneIn = 16;
  return question.ends_with(" arrives") ? static_cast<std::uint64_t>(random % kOneIn == 0)
                                        : random & 1;
}

} // namespace

/// What goes far need not go where races are. If nothing has gone farther for long, every other run
/// belongs to habits that are learnt anew, which take the place of the first ones if they go
/// farther.
void DrawnInputs::learn(const EndedRun &run) {
  const Score score{run.hasThreads,
                    asked_.size() * 4 + static_cast<std::uint64_t>(std::bit_width(run.events))};
  Lineage &own = lineages_[current_];
  if (score > own.score)
    own.improved = run_;
  if (score >= own.score) {
    own.score = score;
    own.habits = habits_;
    for (const auto &[place, habit] : accepted_)
      own.habits[place] = habit;
  }
  if (lineages_[1].score > lineages_[0].score)
    std::swap(lineages_[0], lineages_[1]);
  if (run_ - lineages_[0].improved > patience_ && run_ - lineages_[1].improved > patience_) {
    lineages_[1] = {{}, {}, run_};
    patience_ *= 2;
    hasOther_ = true;
  }
}

void DrawnInputs::beginRun(const EndedRun &before) {
  if (run_ > 0)
    learn(before);
  ++run_;
  current_ = hasOther_ ? run_ % 2 : 0;
  asked_.clear();
  accepted_.clear();
  firstAsked_.clear();
  unusual_ = kUnusual[mixed(mixed(seed_, run_)) % kUnusual.size()];
  texts_.beginRun();
  habits_ = run_ % kRunsBetweenStarts == 0 ? Habits() : lineages_[current_].habits;
  change(habits_);
}

/// One in eight, and at least one. What a program does is often decided by its arguments, which are
/// few among all inputs: some runs change nothing else.
void DrawnInputs::change(Habits &habits) {
  if (habits.empty())
    return;
  const bool changesArguments =
      !ofArguments_.empty() && mixed(seed_ + 1, run_) % kRunsPerArguments == 0;
  std::vector<Place> places;
  for (const auto &[place, habit] : habits)
    if (!changesArguments || ofArguments_.contains(place))
      places.push_back(place);
  if (places.empty())
    return;
  std::ranges::sort(places); // the seed decides, not the order in memory
  const std::uint64_t changes = 1 + mixed(seed_, run_) % (1 + places.size() / 8);
  for (std::uint64_t i = 0; i < changes; ++i) {
    const std::uint64_t random = mixed(mixed(seed_, run_), i);
    habits[places[random % places.size()]] = mixed(random);
  }
}

std::uint64_t DrawnInputs::habitAt(Place place) {
  if (asked_.insert(place).second)
    everAsked_.insert(place);
  const auto [habit, isNew] = habits_.try_emplace(place, 0);
  if (isNew)
    habit->second = mixed(mixed(seed_, run_), place);
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
    return texts_.ofArgument(habitAt(ofArgument), at);
  }
  const std::uint64_t habit = habitAt(place);
  const std::uint64_t own =
      mixed(mixed(mixed(mixed(seed_, run_), asked.thread), asked.count), asked.refused);
  if (asked.function == kArgumentCount) {
    ofArguments_.insert(place);
    return kCounts[habit % kCounts.size()];
  }
  if (asked.refused > 0)
    accepted_[place] = mixed(own); // unless another one follows
  const std::uint32_t first =
      firstAsked_.try_emplace(mixed(place, asked.thread), asked.count).first->second;
  const unsigned unusual = asked.count - first > kLoops ? kUnusual.front() : unusual_;
  const bool isUsual = asked.refused == 0 && (unusual == 0 || own % unusual != 0);
  const std::uint64_t random = isUsual ? habit : mixed(own);
  if (asked.width == 8)
    return texts_.next({asked.thread, asked.count, place}, random, own);
  return asked.width == 1 ? answer(asked.function, random) : number(random);
}

} // namespace raceward
