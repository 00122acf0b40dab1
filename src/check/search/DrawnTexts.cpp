#include "DrawnTexts.h"

#include "raceward/base/Mixing.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace raceward {

namespace {

constexpr std::uint32_t kLongestArgument = 15; ///< as the machine has it

char character(std::uint64_t random) {
  constexpr std::string_view usual = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFXYZ -/.:=,\n\33";
  switch (random % 8) {
  case 0:
  case 1:
    return 0;
  case 2:
    return static_cast<char>('0' + mixed(random) % 10);
  case 3:
    return static_cast<char>(mixed(random) % 256);
  default:
    return usual[mixed(random) % usual.size()];
  }
}

/// A text that is not an option is often a number: how many, how long, which port.
bool isNumber(std::uint64_t random) {
  return mixed(random + 1) % 4 == 0;
}

/// Of threads, connections or rounds, few are enough.
std::string numberFrom(std::uint64_t random) {
  return std::to_string(mixed(random) % (random % 2 == 0 ? 8 : 100));
}

/// Names of things outside, in the forms that programs take apart.
std::string_view nameOutside(std::uint64_t random) {
  constexpr std::string_view names[] = {"a",          "/a",       "./a/b",  "a.b",
                                        "http://a/b", "http://a", "a:80",   "localhost",
                                        "a@b",        "10.0.0.1", "/dev/a", "10.0.0.0/30"};
  return names[random % std::size(names)];
}

/// What ends a text that others follow.
char endOfText(std::uint64_t random) {
  constexpr std::string_view ends = "\n\n\n =:,";
  return random % 2 == 0 ? '\0' : ends[mixed(random) % ends.size()];
}

} // namespace

DrawnTexts::DrawnTexts(std::vector<std::string> compared) : compared_(std::move(compared)) {
  std::ranges::copy_if(compared_, std::back_inserter(options_),
                       [](const std::string &text) { return text.starts_with('-'); });
}

void DrawnTexts::beginRun() {
  firstCharacter_.reset();
  begun_.clear();
  asked_.clear();
}

std::string DrawnTexts::textFrom(std::uint64_t kind, std::uint64_t random) const {
  switch (kind % 8) {
  case 0:
  case 1:
  case 2:
    if (!compared_.empty())
      return compared_[random % compared_.size()];
    [[fallthrough]];
  case 3:
    return numberFrom(random);
  case 4:
    return std::string(nameOutside(random));
  case 5:
    return std::to_string(random % 10) + "." + std::to_string(mixed(random) % 20) + ".1";
  default:
    return std::string(1, character(random));
  }
}

DrawnTexts::PlaceInArguments DrawnTexts::placeInArguments(std::uint32_t count) {
  firstCharacter_ = std::min(firstCharacter_.value_or(count), count);
  const std::uint32_t from = count - *firstCharacter_;
  return {from / kLongestArgument, from % kLongestArgument};
}

std::optional<std::size_t> DrawnTexts::optionFrom(std::uint64_t random) const {
  if (random % 2 != 0 || options_.empty())
    return std::nullopt;
  return mixed(random) % options_.size();
}

std::uint64_t DrawnTexts::ofArgument(std::uint64_t random, std::uint32_t at) const {
  const std::optional<std::size_t> option = optionFrom(random);
  const std::uint64_t which = mixed(random);
  const std::string text = option             ? options_[*option]
                           : isNumber(random) ? numberFrom(which)
                                              : textFrom(random / 2, which);
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

std::uint64_t DrawnTexts::drawsOption(std::uint64_t number, std::uint64_t random) const {
  if (options_.empty())
    return random;
  std::uint64_t draws = mixed(random);
  while (optionFrom(draws) != number % options_.size())
    draws = mixed(draws + 1);
  return draws;
}

std::uint64_t DrawnTexts::next(const Asked &asked, std::uint64_t kind, std::uint64_t random) {
  const auto [known, isNew] = asked_.try_emplace({asked.thread, asked.count});
  Character &here = known->second;
  if (isNew || here.place != asked.place) {
    const auto before =
        asked.count == 0 ? asked_.end() : asked_.find({asked.thread, asked.count - 1});
    const bool goesOn = before != asked_.end() && before->second.place == asked.place &&
                        before->second.at + 1 < begun_[before->second.text].size();
    here.place = asked.place;
    if (goesOn) {
      here.text = before->second.text;
      here.at = before->second.at + 1;
    } else {
      here.text = begun_.size();
      here.at = 0;
      begun_.push_back(textFrom(kind, random) + endOfText(mixed(random)));
    }
  }
  return static_cast<unsigned char>(begun_[here.text][here.at]);
}

} // namespace raceward
