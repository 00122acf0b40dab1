#include "OptionTable.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <array>

namespace raceward {

namespace {

/// Text for man(7): dashes that can be copied, nothing that looks like a request.
std::string roff(std::string_view text) {
  std::string out;
  bool lineBegins = true;
  for (const char c : text) {
    if (lineBegins && (c == '.' || c == '\''))
      out += "\\&";
    lineBegins = c == '\n';
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string upperCase(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return text;
}

/// "0 race-free, 1 race,\n  2 bad usage" as one line.
std::string onOneLine(std::string_view text) {
  std::string out;
  for (const std::string_view line : split(text, '\n'))
    out.append(out.empty() ? "" : " ").append(trim(line));
  return out;
}

/// Without its full stop, as lists of pages want it.
std::string firstSentence(std::string_view text) {
  std::string sentence = onOneLine(text);
  sentence = sentence.substr(0, std::min(sentence.find(". "), sentence.find(": ")));
  if (sentence.ends_with('.'))
    sentence.pop_back();
  return sentence;
}

std::string rowInManual(const OptionRow &row) {
  std::string names;
  for (const std::string &name : row.names)
    names += (names.empty() ? "" : ", ") + ("\\fB" + roff(name) + "\\fR");
  if (!row.argument.empty())
    names += " \\fI" + roff(row.argument) + "\\fR";
  return ".TP\n" + names + "\n" + roff(row.help) + (row.repeats ? "; can be given again" : "") +
         ".\n";
}

} // namespace

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
  if (inCheckout != InCheckout::AllowedWithoutFile)
    return inCheckout == InCheckout::Allowed;
  return std::ranges::all_of(values, [this](const std::string &value) {
    return isPath() ? value == "-" : value.find('=') == std::string::npos;
  });
}

bool OptionRow::isPath() const {
  constexpr std::array<std::string_view, 3> paths{"FILE", "DIR", "PRP"};
  return std::ranges::find(paths, argument) != paths.end();
}

std::string manualPage(const OptionTable &table) {
  const std::string name = "raceward-" + table.command();
  std::string text = ".TH " + upperCase(name) +
                     " 1 \"\" \"raceward " RW_VERSION "\" \"User Commands\"\n.SH NAME\n";
  text += roff(name) + " \\- " + roff(firstSentence(table.summary)) + "\n";
  text += ".SH SYNOPSIS\n.B raceward\n" + roff(table.usage) + "\n";
  text += ".SH DESCRIPTION\n" + roff(table.summary) + "\n";
  text += ".SH OPTIONS\n";
  for (const OptionRow &row : table.rows)
    text += rowInManual(row);
  text += rowInManual({{"-h", "--help"}, {}, "print the common options", OptionUse::Common});
  text += rowInManual({{"--help-all"}, {}, "print all options", OptionUse::Common});
  if (!table.exitStatus.empty())
    text += ".SH EXIT STATUS\n" + roff(onOneLine(table.exitStatus)) + ".\n";
  return text + ".SH SEE ALSO\n.BR raceward (1)\n";
}

std::string rowsForShells(const OptionTable &table) {
  std::string text;
  for (const OptionRow &row : table.rows)
    for (const std::string &name : row.names)
      text += name + "\t" + row.argument + "\t" + row.help + "\n";
  return text + "--help\t\tprint the common options\n--help-all\t\tprint all options\n";
}

} // namespace raceward
