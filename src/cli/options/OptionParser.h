// Reads the options of one command.
//
// A thin layer over CLI11, and the only file that includes it: it compiles slowly, and its messages
// and statuses are not ours. CLI11 splits words into options and texts; the kinds of the table
// (Kinds.h) turn texts into values, so that a bad one is refused before the command begins.
#pragma once

#include "options/OptionValues.h"
#include "raceward/base/Result.h"

#include <memory>
#include <string>
#include <vector>

namespace raceward {

class OptionParser {
public:
  /// With the rows of the table that name the command.
  explicit OptionParser(CommandId command);
  OptionParser(OptionParser &&) noexcept;
  ~OptionParser();

  /// If help is wanted, other options are not looked at.
  Result<void> parse(const std::vector<std::string> &words);
  [[nodiscard]] const OptionValues &values() const;

  [[nodiscard]] bool helpWanted() const;
  /// The text that the command line asks for: --help, --help-all, or the forms that programs read,
  /// --help-man and --help-rows.
  [[nodiscard]] std::string wantedHelp() const;

  [[nodiscard]] const std::vector<const OptionRow *> &rows() const;
  /// On the command line.
  [[nodiscard]] bool isOnCommandLine(Option option) const;
  /// The texts on the command line; a flag says true or false.
  [[nodiscard]] std::vector<std::string> textsOf(Option option) const;
  /// As if the option stood on the command line with these texts; for a flag one of true and false,
  /// which are written in several ways.
  Result<void> set(const OptionRow &row, const std::vector<std::string> &texts);

  /// The options that batch passes on to each check, as words of a command line.
  [[nodiscard]] std::vector<std::string> passedOnWords() const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace raceward
