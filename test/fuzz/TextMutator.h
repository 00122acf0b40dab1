// Mutations that keep text looking like a program: lines and words move, numbers grow.
//
// Bytes turned at random almost never give a text that a compiler accepts, and what the
// compiler refuses tests nothing of ours.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace raceward::fuzz {

class TextMutator {
public:
  /// `words` is what may be put where any other word stood.
  TextMutator(unsigned seed, std::span<const std::string_view> words)
      : random_(seed), words_(words) {}

  std::string mutate(std::string_view text) {
    std::string result(text);
    for (std::size_t i = 0, count = 1 + below(3); i < count; ++i)
      result = below(3) == 0 ? mutateLines(result) : mutateWord(result);
    return result;
  }

private:
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_() % bound; }

  static bool isWordCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '%' || c == '@' || c == '!' || c == '.';
  }

  static std::vector<std::string> linesOf(std::string_view text) {
    std::vector<std::string> lines{""};
    for (const char c : text) {
      lines.back() += c;
      if (c == '\n' || c == ';')
        lines.emplace_back();
    }
    return lines;
  }

  std::string mutateLines(const std::string &text) {
    std::vector<std::string> lines = linesOf(text);
    const std::size_t a = below(lines.size());
    const std::size_t b = below(lines.size());
    switch (below(4)) {
    case 0:
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(a));
      break;
    case 1:
      std::swap(lines[a], lines[b]);
      break;
    default: {
      const std::string copy = lines[a];
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(b), copy);
    }
    }
    std::string result;
    for (const std::string &line : lines)
      result += line;
    return result;
  }

  struct Word {
    std::size_t begin = 0;
    std::size_t size = 0;
  };

  static std::vector<Word> wordsOf(std::string_view text) {
    std::vector<Word> words;
    for (std::size_t i = 0; i < text.size();) {
      std::size_t end = i;
      while (end < text.size() && isWordCharacter(text[end]))
        ++end;
      if (end > i)
        words.push_back({i, end - i});
      i = end + 1;
    }
    return words;
  }

  std::string mutateWord(const std::string &text) {
    const std::vector<Word> words = wordsOf(text);
    if (words.empty())
      return text;
    const Word &target = words[below(words.size())];
    const bool isNumber = text[target.begin] >= '0' && text[target.begin] <= '9';
    std::string with;
    if (isNumber && below(2) == 0) {
      constexpr std::string_view numbers[] = {"0",
                                              "1",
                                              "2",
                                              "7",
                                              "8",
                                              "63",
                                              "64",
                                              "127",
                                              "255",
                                              "4096",
                                              "2147483647",
                                              "4294967295",
                                              "9223372036854775807",
                                              "18446744073709551615"};
      with = numbers[below(std::size(numbers))];
    } else if (below(2) == 0) {
      const Word &other = words[below(words.size())];
      with = text.substr(other.begin, other.size);
    } else {
      with = words_[below(words_.size())];
    }
    return text.substr(0, target.begin) + with + text.substr(target.begin + target.size);
  }

  std::mt19937 random_;
  std::span<const std::string_view> words_;
};

} // namespace raceward::fuzz
