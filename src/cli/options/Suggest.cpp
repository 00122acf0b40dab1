#include "options/Suggest.h"

#include "raceward/base/Text.h"

#include <algorithm>

namespace raceward {

namespace {

std::string listOf(std::span<const std::string> items) {
  std::string text;
  for (const std::string &item : items)
    text += (text.empty() ? "" : ", ") + item;
  return text;
}

} // namespace

std::string suggestOneOf(std::string_view word, std::span<const std::string> among) {
  if (const auto near = closestMatch(word, among))
    return "did you mean '" + *near + "'?";
  return among.empty() ? std::string() : "choose one of " + listOf(among);
}

std::string suggestOption(std::string_view option, std::span<const std::string> among,
                          std::string_view usage) {
  // A prefix, as in --time for --time-limit, is closer than any spelling; whole words are closer
  // than a part of one, as in --timeline.
  for (const std::string &beginning : {std::string(option) + "-", std::string(option)}) {
    const auto begins = [&](const std::string &name) {
      return option.size() > 3 && name.starts_with(beginning);
    };
    if (std::count_if(among.begin(), among.end(), begins) == 1)
      return "did you mean '" + *std::find_if(among.begin(), among.end(), begins) + "'?";
  }
  if (option.starts_with("--"))
    if (const auto near = closestMatch(option, among))
      return "did you mean '" + *near + "'?";
  if (usage.find("[-- compiler flags]") != std::string_view::npos && !option.starts_with("--"))
    return "flags for the compiler go after --, as in: FILE -- " + std::string(option);
  return "raceward " + std::string(usage.substr(0, usage.find(' '))) + " --help lists them";
}

Unexpected badChoice(std::string_view option, std::string_view value,
                     std::span<const std::string> choices) {
  std::string hint = "it can be " + listOf(choices);
  if (const auto near = closestMatch(value, choices))
    hint = "did you mean '" + *near + "'?" + (choices.size() > 1 ? " " + hint : "");
  return fail(Error::Kind::Usage, std::string(option) + " cannot be '" + std::string(value) + "'",
              hint);
}

} // namespace raceward
