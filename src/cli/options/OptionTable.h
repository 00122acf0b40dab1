// The options of the command line as one table.
//
// Table.def has one row for each option. The macros of this file and of OptionValues.h turn a row
// into an id (Option), a typed member (OptionValues) and an OptionRow, which has the texts, the
// commands and a function that reads the value. Everything else is a loop over rows: parsing
// (OptionParser.h), help, manual pages and rows for shells (below), the environment and the
// configuration file (Config.h), its schema (ConfigCommand.cpp) and what batch passes on. Code
// outside of the table names an option only where it uses the value. test_options.py holds all of
// them against the table.
#pragma once

#include "options/CommandId.h"
#include "raceward/base/Result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace raceward {

struct OptionValues;

/// The rows of Table.def, by the names of their members.
enum class Option : std::uint8_t {
#define RW_OPTION(member, ...) member,
#define RW_SEARCH_OPTION(type, member, ...) member,
#define RW_TASK_OPTION(type, member, ...) member,
#include "options/Table.def"
  Count_, ///< how many there are
};

/// Headings of the help, in this order.
enum class OptionGroup : std::uint8_t {
  Program,
  Tasks,
  Search,
  Runs,
  Sharing,
  Known,
  Report,
  Settings,
};

/// Rare options appear only in --help-all.
enum class OptionUse : bool { Common, Rare };

/// Whether a configuration file that the user did not name may set an option. Such a file comes
/// with the checkout, that is, from the author of the program under test. Options that execute,
/// trust, write or silence something are refused.
enum class InCheckout : std::uint8_t { Refused, Allowed, AllowedWithoutFile };

/// The last column of the table.
struct OptionTraits {
  OptionGroup group = OptionGroup::Report;
  CommandSet commonIn;
  CommandSet rareIn;
  InCheckout inCheckout = InCheckout::Refused;
  /// A text that ends in .c is one of --library-model: its users call models, too, what it names.
  bool takesModelFiles = false;
  std::string defaultText; ///< as it would be written on the command line
  CommandSet defaultIn;

  template <typename... Commands> OptionTraits common(Commands... commands) const {
    OptionTraits more = *this;
    more.commonIn = CommandSet(commands...);
    return more;
  }
  template <typename... Commands> OptionTraits rare(Commands... commands) const {
    OptionTraits more = *this;
    more.rareIn = CommandSet(commands...);
    return more;
  }
  /// In these commands, or in all that have the option.
  template <typename... Commands>
  OptionTraits byDefault(std::string text, Commands... commands) const {
    OptionTraits more = *this;
    more.defaultText = std::move(text);
    more.defaultIn = sizeof...(commands) == 0 ? CommandSet::all() : CommandSet(commands...);
    return more;
  }
  [[nodiscard]] OptionTraits orModelFiles() const {
    OptionTraits more = *this;
    more.takesModelFiles = true;
    return more;
  }
  [[nodiscard]] OptionTraits harmless() const {
    OptionTraits more = *this;
    more.inCheckout = InCheckout::Allowed;
    return more;
  }
  [[nodiscard]] OptionTraits harmlessWithoutFile() const {
    OptionTraits more = *this;
    more.inCheckout = InCheckout::AllowedWithoutFile;
    return more;
  }
};

/// The properties that all options of a kind (Kinds.h) share.
struct OptionForm {
  bool isFlag = false;
  bool repeats = false;
  bool isPath = false; ///< a file or folder: relative names mean something
  std::vector<std::string> choices = {};
  std::vector<std::string> summaries = {}; ///< of the choices, for the manual; each may be empty
};

struct OptionRow {
  Option id = Option::Count_;
  std::vector<std::string> names; ///< "-q", "--quiet"
  std::string argument;           ///< "FILE"; empty for a flag
  std::string helpText;           ///< with its places for choices
  OptionForm form;
  OptionTraits traits;
  bool isPassedOn = false; ///< by batch, to each check
  /// Requires at least one text; several count if the option repeats.
  Result<void> (*read)(OptionValues &to, const OptionRow &row,
                       const std::vector<std::string> &texts) = nullptr;

  [[nodiscard]] bool isIn(CommandId command) const {
    return traits.commonIn.has(command) || traits.rareIn.has(command);
  }
  [[nodiscard]] OptionUse useIn(CommandId command) const {
    return traits.commonIn.has(command) ? OptionUse::Common : OptionUse::Rare;
  }
  /// Empty if it has none.
  [[nodiscard]] std::string defaultFor(CommandId command) const {
    return traits.defaultIn.has(command) ? traits.defaultText : std::string();
  }
  /// For people, with choices and default.
  [[nodiscard]] std::string help(CommandId command) const;
  /// Whether a file that comes with a checkout may set it to that.
  [[nodiscard]] bool isHarmless(const std::vector<std::string> &values) const;
  /// The first short and the first long name, and the argument: "-q, --quiet".
  [[nodiscard]] std::string left() const;
  /// The first long name without its dashes: the key in the configuration file.
  [[nodiscard]] std::string key() const;
  /// How messages call it: "-j", "--time-limit".
  [[nodiscard]] const std::string &name() const { return names.front(); }
};

/// Whether a text of an option that also takes model files is one.
bool isModelFile(const std::string &text);

/// All rows, by their ids.
std::span<const OptionRow> allOptions();
/// The rows of a command, in the order of the table.
std::vector<const OptionRow *> optionsOf(CommandId command);

/// The text of --help, or of --help-all for `OptionUse::Rare`.
std::string helpPage(CommandId command, OptionUse most);
/// A page of the manual, section 1, in man(7).
std::string manualPage(CommandId command);
/// One line for each name of each option: name, argument, help and choices with tabs between.
std::string rowsForShells(CommandId command);

} // namespace raceward
