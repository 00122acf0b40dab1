// The options of a command as a table: for help, manual pages, shells and the configuration file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace raceward {

/// Rare options appear only in --help-all.
enum class OptionUse : bool { Common, Rare };

/// Whether a configuration file that nobody named may set an option: it comes with the checkout, so
/// from whoever wrote the program under test. What executes, trusts, writes or silences is refused.
enum class InCheckout : std::uint8_t { Refused, Allowed, AllowedWithoutFile };

struct OptionRow {
  std::vector<std::string> names; ///< as declared: "-q", "--quiet"
  std::string argument;           ///< "FILE"; empty for a flag
  std::string help;
  OptionUse use = OptionUse::Common;
  bool repeats = false;
  InCheckout inCheckout = InCheckout::Refused;

  /// To be called where the option is declared, for the column above.
  void harmless() { inCheckout = InCheckout::Allowed; }
  void harmlessWithoutFile() { inCheckout = InCheckout::AllowedWithoutFile; }
  /// Whether a file that comes with a checkout may set it to that.
  [[nodiscard]] bool isHarmless(const std::vector<std::string> &values) const;

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
