// Random texts from rules: a grammar whose alternatives are pieces of C.
//
// Rules are written as text:
//
//   == name          begins a rule
//   --               begins its next alternative
//   @name@           one of the alternatives, chosen anew each time
//   @=name@          the one that was chosen the first time
//   @name{a^b}@      with arguments, which are #1, #2 … in the alternatives
//   {?a~~b~~c?}      one of these
//   {!good~~bad!}    a fault: the first, except where the text is broken on purpose
//   $                a number that is the same throughout one text
//
// Braces are balanced in every piece, those of C included.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace raceward::test {

/// Small, and the same on every platform.
class Dice {
public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t sides);

private:
  std::uint64_t state_;
};

class Grammar {
public:
  void add(std::string_view rules);
  /// Nothing if there is no such rule.
  [[nodiscard]] const std::vector<std::string> *find(const std::string &name) const;

private:
  std::map<std::string, std::vector<std::string>> rules_;
};

/// One text. Equal seeds give equal texts, apart from the faults that are asked for.
class Expansion {
public:
  Expansion(const Grammar &grammar, std::uint64_t seed, std::string number,
            std::set<std::uint64_t> faults)
      : grammar_(grammar), dice_(seed), number_(std::move(number)), faults_(std::move(faults)) {}

  std::string expand(const std::string &piece);
  /// How many places there were where a fault could be.
  [[nodiscard]] std::uint64_t places() const { return places_; }

private:
  std::string expandCall(std::string_view call);
  std::string expandChoice(std::string_view inside);
  std::string expandFault(std::string_view inside);

  const Grammar &grammar_;
  Dice dice_;
  std::string number_;
  std::set<std::uint64_t> faults_; ///< which places are broken
  std::map<std::string, std::string> chosen_;
  std::uint64_t places_ = 0;
};

} // namespace raceward::test
