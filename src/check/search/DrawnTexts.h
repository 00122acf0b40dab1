// DrawnTexts: characters for the inputs of hunted runs. Private to check.
//
// Single characters at random are hardly ever what a program reads on for. So the characters that a
// place asks for one after the other are texts: numbers, words, names of files and hosts, and what
// the program itself compares with.
//
// Invariant: within a run, a character has one value, however often it is asked for.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace raceward {

class DrawnTexts {
public:
  struct Asked {
    unsigned thread = 0;
    std::uint32_t count = 0;
    std::uint64_t place = 0;
  };
  struct PlaceInArguments {
    std::uint32_t argument = 0;
    std::uint32_t at = 0;
  };

  /// `compared`: texts that the program compares with.
  explicit DrawnTexts(std::vector<std::string> compared);

  void beginRun();
  /// The machine asks for all characters of one argument of main after the other.
  [[nodiscard]] PlaceInArguments placeInArguments(std::uint32_t count);
  /// A character of an argument that is drawn from `random`.
  [[nodiscard]] std::uint64_t ofArgument(std::uint64_t random, std::uint32_t at) const;
  /// Where the option of this number, modulo all, is drawn from; `random` if there are none.
  [[nodiscard]] std::uint64_t drawsOption(std::uint64_t number, std::uint64_t random) const;
  /// `kind` says of which kind a text that begins here is, `random` which one it is.
  [[nodiscard]] std::uint64_t next(const Asked &asked, std::uint64_t kind, std::uint64_t random);

private:
  /// A character that was asked for.
  struct Character {
    std::uint64_t place = 0;
    std::size_t text = 0; ///< in begun_
    std::size_t at = 0;
  };

  /// The option that an argument is which is drawn from `random`; nothing if it is another text.
  [[nodiscard]] std::optional<std::size_t> optionFrom(std::uint64_t random) const;
  [[nodiscard]] std::string textFrom(std::uint64_t kind, std::uint64_t random) const;

  std::vector<std::string> compared_;
  std::vector<std::string> options_;            ///< those that look like one
  std::optional<std::uint32_t> firstCharacter_; ///< of the arguments: number of the input
  std::vector<std::string> begun_;              ///< in this run
  std::map<std::pair<unsigned, std::uint32_t>, Character> asked_; ///< by thread and count
};

} // namespace raceward
