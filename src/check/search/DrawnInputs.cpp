#include "DrawnInputs.h"

#include "raceward/model/MainArguments.h"

#include <algorithm>
#include <bit>
#include <string_view>
#include <vector>

namespace raceward {

namespace {

constexpr unsigned kRunsBetweenStarts = 16; ///< then all habits are forgotten for one run
constexpr unsigned kUnusual = 8;            ///< every so many-th value is not the usual one

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

void DrawnInputs::beginRun(std::uint64_t eventsBefore) {
  const std::uint64_t score =
      asked_.size() * 4 + static_cast<std::uint64_t>(std::bit_width(eventsBefore));
  if (run_ > 0 && score >= bestScore_) {
    best_ = habits_;
    bestScore_ = score;
  }
  ++run_;
  asked_.clear();
  firstCharacter_.reset();
  habits_ = run_ % kRunsBetweenStarts == 0 ? Habits() : best_;
  change(habits_);
}

/// One in eight, and at least one.
void DrawnInputs::change(Habits &habits) {
  if (habits.empty())
    return;
  std::vector<Place> places;
  for (const auto &[place, habit] : habits)
    places.push_back(place);
  std::ranges::sort(places); // the seed decides, not the order in memory
  const std::uint64_t changes = 1 + mixed(seed_, run_) % (1 + places.size() / 8);
  for (std::uint64_t i = 0; i < changes; ++i) {
    const std::uint64_t random = mixed(mixed(seed_, run_), i);
    habits[places[random % places.size()]] = mixed(random);
  }
}

std::uint64_t DrawnInputs::habitAt(Place place) {
  asked_.insert(place);
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
  const std::uint64_t random = habitAt(mixed(argument, "argument"));
  std::string text;
  switch (random % 4) {
  case 0:
    text = std::to_string(mixed(random) % 100);
    break;
  case 1:
    text = std::string(1, static_cast<char>(character(mixed(random, at))));
    break;
  default:
    if (!texts_.empty())
      text = texts_[mixed(random) % texts_.size()];
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
  const std::uint64_t own = mixed(mixed(mixed(seed_, run_), asked.thread), asked.count);
  if (asked.width == 8)
    return character(own);
  if (asked.function == kArgumentCount)
    return 1 + habit % 8;
  const std::uint64_t random = own % kUnusual == 0 ? mixed(own) : habit;
  return asked.width == 1 ? random & 1 : number(random);
}

} // namespace raceward
