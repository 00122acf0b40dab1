#include "DrawnInputs.h"

#include "raceward/model/MainArguments.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <string_view>
#include <vector>

namespace raceward {

namespace {

constexpr unsigned kRunsBetweenStarts = 16; ///< then all habits are forgotten for one run
/// Every so many-th value is not the usual one; 0: none. Many values of a deep program have to be
/// the usual ones before anything can race; a loop that waits for another value needs one.
constexpr std::array<unsigned, 3> kUnusual = {8, 64, 0};
constexpr unsigned kRunsPerArguments = 4; ///< one in so many changes arguments of main only
/// Arguments of main, with the name of the program: each of many has to be right.
constexpr std::array<std::uint64_t, 10> kCounts = {1, 2, 2, 2, 3, 3, 4, 5, 6, 8};
/// After so many inputs of a thread since it first asked at a place, it asks there in a loop.
constexpr std::uint32_t kLoops = 32;

/// SplitMix64: the same everywhere, unlike hashes of a library.
std::uint64_t mixed(std::uint64_t number) {
  number += 0x9e3779b97f4a7c15;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  return mixed(mixed(a) ^ b);
}

std::uint64_t mixed(std::uint64_t start, std::string_view text) {
  for (const char c : text)
    start = mixed(start, static_cast<unsigned char>(c));
  return start;
}

std::uint64_t character(std::uint64_t random) {
  constexpr std::string_view usual = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFXYZ -/.:=,\n\33";
  switch (random % 8) {
  case 0:
  case 1:
    return 0;
  case 2:
    return '0' + mixed(random) % 10;
  case 3:
    return mixed(random) % 256;
  default:
    return static_cast<unsigned char>(usual[mixed(random) % usual.size()]);
  }
}

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

} // namespace

DrawnInputs::DrawnInputs(std::uint64_t seed, std::vector<std::string> texts)
    : seed_(seed), texts_(std::move(texts)) {
  std::ranges::copy_if(texts_, std::back_inserter(options_),
                       [](const std::string &text) { return text.starts_with('-'); });
}

void DrawnInputs::beginRun(std::uint64_t eventsBefore) {
  const std::uint64_t score =
      asked_.size() * 4 + static_cast<std::uint64_t>(std::bit_width(eventsBefore));
  if (run_ > 0 && score > bestScore_)
    improved_ = run_;
  if (run_ > 0 && score >= bestScore_) {
    best_ = habits_;
    for (const auto &[place, habit] : accepted_)
      best_[place] = habit;
    bestScore_ = score;
  }
  ++run_;
  // What goes far need not go where races are: other habits get their turn.
  if (run_ - improved_ > patience_) {
    best_.clear();
    bestScore_ = 0;
    improved_ = run_;
    patience_ *= 2;
  }
  asked_.clear();
  accepted_.clear();
  firstAsked_.clear();
  unusual_ = kUnusual[mixed(mixed(seed_, run_)) % kUnusual.size()];
  firstCharacter_.reset();
  habits_ = run_ % kRunsBetweenStarts == 0 ? Habits() : best_;
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

/// The machine asks for all characters of one argument after the other.
std::uint64_t DrawnInputs::characterOfArgument(std::uint32_t count) {
  constexpr std::uint32_t length = 15;
  firstCharacter_ = std::min(firstCharacter_.value_or(count), count);
  const std::uint32_t argument = (count - *firstCharacter_) / length;
  const std::uint32_t at = (count - *firstCharacter_) % length;
  const Place place = mixed(argument, "argument");
  ofArguments_.insert(place);
  const std::uint64_t random = habitAt(place);
  const auto oneOf = [&](const std::vector<std::string> &texts) {
    return texts.empty() ? std::string() : texts[mixed(random) % texts.size()];
  };
  std::string text;
  switch (random % 8) {
  case 0:
    text = std::to_string(mixed(random) % 100);
    break;
  case 1:
    text = std::string(1, static_cast<char>(character(mixed(random, at))));
    break;
  case 2:
  case 3:
  case 4:
    text = oneOf(texts_);
    break;
  default:
    text = oneOf(options_.empty() ? texts_ : options_);
  }
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

std::optional<std::uint64_t> DrawnInputs::operator()(const AskedInput &asked) {
  if (run_ == 0 || asked.width > 64)
    return std::nullopt;
  const Place place =
      mixed(mixed(mixed(asked.at.line, asked.at.column), asked.width), asked.function);
  if (asked.function == kArgumentText && asked.width == 8)
    return characterOfArgument(asked.count);
  const std::uint64_t habit = habitAt(place);
  const std::uint64_t own =
      mixed(mixed(mixed(mixed(seed_, run_), asked.thread), asked.count), asked.refused);
  if (asked.width == 8)
    return character(own);
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
  return asked.width == 1 ? random & 1 : number(random);
}

} // namespace raceward
