// The options of a command as a table: for help, manual pages, shells and the configuration file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace raceward {

/// Rare options appear only in --help-all.
enum class OptionUse : bool { Common, Rare };

struct OptionRow {
  std::vector<std::string> names; ///< as declared: "-q", "--quiet"
  std::string argument;           ///< "FILE"; empty for a flag
  std::string help;
  OptionUse use = OptionUse::Common;
  bool repeats = false;

  /// The first short and the first long name, and the argument: "-q, --quiet".
  [[nodiscard]] std::string left() const;
  /// The first long name without its dashes; empty if there is none.
  [[nodiscard]] std::string key() const;
  [[nodiscard]] bool isFlag() const { return argument.empty(); }
  /// A file or folder: relative names mean something.
  [[nodiscard]] bool isPath() const;
};

struct OptionTable {
  std::string usage;   ///< "check [options] FILE..."
  std::string summary; ///< a sentence
  std::string exitStatus;
  std::vector<OptionRow> rows;

  [[nodiscard]] std::string command() const { return usage.substr(0, usage.find(' ')); }
};

/// A page of the manual, section 1, in man(7).
std::string manualPage(const OptionTable &table);

/// One line for each name of each option: name, argument and help with tabs between.
std::string rowsForShells(const OptionTable &table);

} // namespace raceward
