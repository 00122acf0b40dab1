// Help, manual pages and rows for shells, from the table of options.
#include "options/OptionTable.h"
#include "raceward/base/Text.h"

#include <algorithm>

namespace raceward {

namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kHelpColumn = 24;
/// With fewer rows headings are in the way.
constexpr std::size_t kRowsWithoutHeadings = 10;

const char *headingOf(OptionGroup group) {
  switch (group) {
  case OptionGroup::Program:
    return "Program";
  case OptionGroup::Tasks:
    return "Tasks and results";
  case OptionGroup::Search:
    return "Search and limits";
  case OptionGroup::Runs:
    return "Runs of the program";
  case OptionGroup::Sharing:
    return "Processes and machines";
  case OptionGroup::Known:
    return "Known races";
  case OptionGroup::Report:
    return "Report";
  case OptionGroup::Settings:
    break;
  }
  return "Settings";
}

/// The rows of a command, group by group.
std::vector<const OptionRow *> groupedRows(CommandId command, OptionUse most) {
  std::vector<const OptionRow *> rows = optionsOf(command);
  std::erase_if(rows, [&](const OptionRow *row) {
    return most == OptionUse::Common && row->useIn(command) == OptionUse::Rare;
  });
  // Within a group in the order of the table, which they point into.
  std::ranges::sort(rows, {},
                    [](const OptionRow *row) { return std::pair(row->traits.group, row); });
  return rows;
}

bool needsHeadings(const std::vector<const OptionRow *> &rows) {
  return rows.size() > kRowsWithoutHeadings &&
         rows.front()->traits.group != rows.back()->traits.group;
}

/// "  --seed N              seed of …", in several lines if it does not fit into one.
std::string helpRow(const std::string &left, std::string_view help) {
  std::string text;
  std::string line = "  " + left;
  if (line.size() + 2 > kHelpColumn)
    line += "  ";
  else
    line.resize(kHelpColumn, ' ');
  bool begins = true;
  for (const std::string_view word : split(help, ' ')) {
    if (!begins && line.size() + 1 + word.size() > kWidth) {
      text += line + "\n";
      line.assign(kHelpColumn, ' ');
      begins = true;
    }
    line.append(begins ? "" : " ").append(word);
    begins = false;
  }
  return text + line + "\n";
}

std::string indented(std::string_view text, std::size_t columns) {
  std::string out;
  for (const char c : text) {
    out += c;
    if (c == '\n')
      out.append(columns, ' ');
  }
  return out;
}

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

/// "0 race-free, 1 race,\n2 bad usage" as one line.
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

/// "; json: all that is known; text: …" for the choices that have a summary.
std::string summariesOf(const OptionRow &row) {
  std::string text;
  for (std::size_t i = 0; i < row.form.choices.size(); ++i)
    if (!row.form.summaries[i].empty())
      text += "; " + row.form.choices[i] + ": " + row.form.summaries[i];
  return text;
}

std::string rowInManual(const std::vector<std::string> &names, const std::string &argument,
                        const std::string &help) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + ("\\fB" + roff(name) + "\\fR");
  if (!argument.empty())
    text += " \\fI" + roff(argument) + "\\fR";
  return ".TP\n" + text + "\n" + roff(help) + ".\n";
}

} // namespace

std::string helpPage(CommandId command, OptionUse most) {
  const CommandRow &about = rowOf(command);
  std::string text =
      "Usage: raceward " + std::string(about.usage) + "\n\n" + about.description + "\n\n";
  const std::vector<const OptionRow *> rows = groupedRows(command, most);
  const bool headings = needsHeadings(rows);
  const OptionRow *before = nullptr;
  for (const OptionRow *row : rows) {
    if (headings && (before == nullptr || before->traits.group != row->traits.group))
      text += std::string(headingOf(row->traits.group)) + ":\n";
    text += helpRow(row->left(), row->help(command));
    before = row;
  }
  text += helpRow("-h, --help", "this text; --help-all shows every option");
  if (*about.exitStatus != '\0') {
    const std::string title = "Exit status: ";
    text += "\n" + title + indented(about.exitStatus, title.size()) + "\n";
  }
  return text;
}

std::string manualPage(CommandId command) {
  const CommandRow &about = rowOf(command);
  const std::string name = std::string("raceward-") + about.name;
  std::string text = ".TH " + upperCase(name) +
                     " 1 \"\" \"raceward " RW_VERSION "\" \"User Commands\"\n.SH NAME\n";
  text += roff(name) + " \\- " + roff(firstSentence(about.description)) + "\n";
  text += ".SH SYNOPSIS\n.B raceward\n" + roff(about.usage) + "\n";
  text += ".SH DESCRIPTION\n" + roff(about.description) + "\n";
  text += ".SH OPTIONS\n";
  const std::vector<const OptionRow *> rows = groupedRows(command, OptionUse::Rare);
  const bool headings = needsHeadings(rows);
  const OptionRow *before = nullptr;
  for (const OptionRow *row : rows) {
    if (headings && (before == nullptr || before->traits.group != row->traits.group))
      text += std::string(".SS ") + headingOf(row->traits.group) + "\n";
    text += rowInManual(row->names, row->argument,
                        row->help(command) + (row->form.repeats ? "; can be given again" : "") +
                            summariesOf(*row));
    before = row;
  }
  if (headings)
    text += ".SS Help\n";
  text += rowInManual({"-h", "--help"}, {}, "print the common options");
  text += rowInManual({"--help-all"}, {}, "print all options");
  if (*about.exitStatus != '\0')
    text += ".SH EXIT STATUS\n" + roff(onOneLine(about.exitStatus)) + ".\n";
  return text + ".SH SEE ALSO\n.BR raceward (1)\n";
}

std::string rowsForShells(CommandId command) {
  std::string text;
  for (const OptionRow *row : optionsOf(command)) {
    std::string choices;
    for (const std::string &choice : row->form.choices)
      choices += (choices.empty() ? "" : " ") + choice;
    for (const std::string &name : row->names)
      text += name + "\t" + row->argument + "\t" + row->help(command) + "\t" + choices + "\n";
  }
  return text + "--help\t\tprint the common options\t\n--help-all\t\tprint all options\t\n";
}

} // namespace raceward
