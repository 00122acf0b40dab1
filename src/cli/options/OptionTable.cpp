#include "options/OptionTable.h"

#include "options/OptionValues.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <array>

namespace raceward {

namespace {

OptionTraits in(OptionGroup group) {
  OptionTraits traits;
  traits.group = group;
  return traits;
}

std::vector<std::string> namesFrom(std::string_view text) {
  std::vector<std::string> names;
  for (const std::string_view name : split(text, ','))
    names.emplace_back(name);
  return names;
}

std::vector<OptionRow> makeRows() {
  using namespace kinds;
  using enum OptionGroup;
  using enum CommandId;
  std::vector<OptionRow> rows;
#define RW_ROW(member, place, kind, names, argument, help, traits)                                 \
  rows.push_back({Option::member, namesFrom(names), argument, help, kind::form(), traits, false,   \
                  [](OptionValues &to, const OptionRow &row,                                       \
                     const std::vector<std::string> &texts) -> Result<void> {                      \
                    return readOption<kind>(to.place, row, texts);                                 \
                  }});
#define RW_OPTION(member, kind, names, argument, help, ...)                                        \
  RW_ROW(member, member, kind, names, argument, help, (__VA_ARGS__))
#define RW_PASSED_ON(member, place, kind, name, argument, help, column)                            \
  RW_ROW(member, place, kind, name, argument, help, column)                                        \
  rows.back().isPassedOn = true;                                                                   \
  rows.back().traits = rows.back().traits.byDefault(DefaultText<kind>::of(OptionValues().place));
#define RW_TASK_OPTION(type, member, initial, workers, kind, name, argument, help, ...)            \
  RW_PASSED_ON(member, member, kind, name, argument, help, (__VA_ARGS__))
#define RW_SEARCH_OPTION(type, member, initial, workers, kind, name, argument, help, ...)          \
  RW_PASSED_ON(member, explore.member, kind, name, argument, help, (__VA_ARGS__))
#include "options/Table.def"
#undef RW_PASSED_ON
#undef RW_ROW
  return rows;
}

constexpr std::array kCommandRows{
#define RW_COMMAND(id, name, size, summary, usage, description, exitStatus)                        \
  CommandRow{CommandId::id, name, CommandRow::Size::size, summary, usage, description, exitStatus},
#include "options/CommandTable.def"
};

/// "c11 (default) or sc"; without the default itself if it is left out.
std::string choicesText(const OptionRow &row, std::string_view byDefault, bool withDefault) {
  std::vector<std::string> shown;
  for (const std::string &choice : row.form.choices)
    if (choice != byDefault)
      shown.push_back(choice);
    else if (withDefault)
      shown.push_back(choice + " (default)");
  std::string text;
  for (std::size_t i = 0; i < shown.size(); ++i)
    text += (i == 0 ? "" : i + 1 == shown.size() ? " or " : ", ") + shown[i];
  return text;
}

bool replace(std::string &text, std::string_view place, const std::string &by) {
  const std::size_t at = text.find(place);
  if (at == std::string::npos)
    return false;
  text.replace(at, place.size(), by);
  return true;
}

} // namespace

std::span<const CommandRow> allCommands() {
  return kCommandRows;
}

std::span<const OptionRow> allOptions() {
  static const std::vector<OptionRow> rows = makeRows();
  return rows;
}

std::vector<const OptionRow *> optionsOf(CommandId command) {
  std::vector<const OptionRow *> rows;
  for (const OptionRow &row : allOptions())
    if (row.isIn(command))
      rows.push_back(&row);
  return rows;
}

std::string OptionValues::firstGiven(std::initializer_list<Option> options) const {
  for (const Option option : options)
    if (isGiven(option))
      return allOptions()[static_cast<std::size_t>(option)].name();
  return {};
}

std::string OptionRow::help(CommandId command) const {
  const std::string byDefault = defaultFor(command);
  std::string text = helpText;
  const bool named = replace(text, "{choices}", choicesText(*this, byDefault, true)) |
                     replace(text, "{others}", choicesText(*this, byDefault, false));
  return named || byDefault.empty() ? text : text + " (default " + byDefault + ")";
}

std::string OptionRow::left() const {
  std::string shortName;
  std::string longName;
  for (const std::string &name : names)
    if (std::string &place = name.starts_with("--") ? longName : shortName; place.empty())
      place = name;
  std::string text = shortName;
  if (!shortName.empty() && !longName.empty())
    text += ", ";
  text += longName;
  return argument.empty() ? text : text + " " + argument;
}

std::string OptionRow::key() const {
  for (const std::string &name : names)
    if (name.starts_with("--"))
      return name.substr(2);
  return {};
}

bool OptionRow::isHarmless(const std::vector<std::string> &values) const {
  if (traits.inCheckout != InCheckout::AllowedWithoutFile)
    return traits.inCheckout == InCheckout::Allowed;
  return std::ranges::all_of(values, [this](const std::string &value) {
    return form.isPath ? value == "-" : value.find('=') == std::string::npos;
  });
}

} // namespace raceward
