#include "Grammar.h"

#include "raceward/base/Check.h"
#include "raceward/base/Text.h"

namespace raceward::test {
namespace {

/// Splits where no brace is open.
std::vector<std::string> splitOutside(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (depth == 0 && text.substr(i).starts_with(separator)) {
      parts.emplace_back();
      i += separator.size() - 1;
      continue;
    }
    depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    parts.back() += text[i];
  }
  return parts;
}

/// One behind the brace that closes the one at `open`.
std::size_t endOfBraces(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    if (depth == 0)
      return i + 1;
  }
  RW_CHECK(!"unbalanced braces in a rule");
}

std::string withArguments(std::string_view text, const std::vector<std::string> &arguments) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool isParameter =
        text[i] == '#' && i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '9';
    if (!isParameter) {
      result += text[i];
      continue;
    }
    const auto number = static_cast<std::size_t>(text[++i] - '1');
    RW_CHECK(number < arguments.size());
    result += arguments[number];
  }
  return result;
}

} // namespace

std::uint64_t Dice::below(std::uint64_t sides) {
  // SplitMix64.
  std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (z ^ (z >> 31)) % sides;
}

void Grammar::add(std::string_view rules) {
  std::vector<std::string> *current = nullptr;
  for (const std::string_view line : split(rules, '\n')) {
    if (line.starts_with("== ")) {
      current = &rules_[std::string(line.substr(3))];
      RW_CHECK(current->empty());
      current->emplace_back();
    } else if (line == "--") {
      current->emplace_back();
    } else if (!line.empty()) {
      RW_CHECK(current != nullptr);
      current->back() += (current->back().empty() ? "" : "\n") + std::string(line);
    }
  }
}

const std::vector<std::string> *Grammar::find(const std::string &name) const {
  const auto found = rules_.find(name);
  return found == rules_.end() ? nullptr : &found->second;
}

std::string Expansion::expandCall(std::string_view call) {
  const bool once = call.starts_with("=");
  if (once)
    call.remove_prefix(1);
  const std::size_t open = call.find('{');
  const std::string name(call.substr(0, open));
  std::vector<std::string> arguments;
  if (open != std::string_view::npos)
    arguments = splitOutside(call.substr(open + 1, call.size() - open - 2), "^");
  if (once)
    if (const auto known = chosen_.find(name); known != chosen_.end())
      return known->second;
  const std::vector<std::string> *alternatives = grammar_.find(name);
  if (alternatives == nullptr)
    std::fprintf(stderr, "no rule %s\n", name.c_str());
  RW_CHECK(alternatives != nullptr);
  const std::string &chosen = (*alternatives)[dice_.below(alternatives->size())];
  std::string text = expand(withArguments(chosen, arguments));
  if (once)
    chosen_[name] = text;
  return text;
}

std::string Expansion::expandChoice(std::string_view inside) {
  const std::vector<std::string> parts = splitOutside(inside, "~~");
  return expand(parts[dice_.below(parts.size())]);
}

std::string Expansion::expandFault(std::string_view inside) {
  const std::vector<std::string> parts = splitOutside(inside, "~~");
  const std::uint64_t place = places_++;
  // Thrown in any case, so that a fault changes nothing before it.
  const std::uint64_t bad = dice_.below(parts.size() - 1) + 1;
  return expand(parts[faults_.contains(place) ? bad : 0]);
}

std::string Expansion::expand(const std::string &piece) {
  const std::string_view text = piece;
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("{?") || rest.starts_with("{!")) {
      const std::size_t end = endOfBraces(text, i);
      const std::string_view inside = text.substr(i + 2, end - i - 4);
      result += text[i + 1] == '?' ? expandChoice(inside) : expandFault(inside);
      i = end - 1;
    } else if (text[i] == '@') {
      std::size_t end = i + 1;
      while (text[end] != '@' && text[end] != '{')
        ++end;
      if (text[end] == '{')
        end = endOfBraces(text, end);
      RW_CHECK(text[end] == '@');
      result += expandCall(text.substr(i + 1, end - i - 1));
      i = end;
    } else if (text[i] == '$') {
      result += number_;
    } else {
      result += text[i];
    }
  }
  return result;
}

} // namespace raceward::test
