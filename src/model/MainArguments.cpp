#include "raceward/model/MainArguments.h"

#include <algorithm>
#include <charconv>

namespace raceward {

namespace {

/// An input may claim INT_MAX arguments; more than this is not realistic.
constexpr long long kMostWords = 1000;

long long numberIn(const std::string &text) {
  long long number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

} // namespace

bool isMainArgument(const GivenInput &input) {
  return input.source == kArgumentCount || input.source == kArgumentText;
}

std::vector<std::string> mainArgumentsIn(const std::vector<GivenInput> &inputs) {
  long long words = 1;
  std::string characters;
  for (const GivenInput &input : inputs) {
    if (input.source == kArgumentCount)
      words = std::clamp(numberIn(input.value), 1LL, kMostWords);
    else if (input.source == kArgumentText)
      characters += static_cast<char>(numberIn(input.value));
  }
  std::vector<std::string> arguments(static_cast<std::size_t>(words - 1));
  // All arguments have the same length; each text ends at its first null.
  const std::size_t length = arguments.empty() ? 0 : characters.size() / arguments.size();
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string text = characters.substr(i * length, length);
    arguments[i] = text.substr(0, text.find('\0'));
  }
  return arguments;
}

} // namespace raceward
