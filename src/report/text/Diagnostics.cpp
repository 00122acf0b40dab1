#include "Diagnostics.h"

#include "Excerpt.h"
#include "Glyphs.h"
#include "Wrap.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <cstdio>

namespace raceward {
namespace {

// Clang's colours, so that the output matches the compiler's.
constexpr std::string_view kBold = "\033[1m";
constexpr std::string_view kBoldRed = "\033[1;31m";
constexpr std::string_view kBoldGreen = "\033[1;32m";
constexpr std::string_view kBoldMagenta = "\033[1;35m";
constexpr std::string_view kCyan = "\033[36m";
constexpr std::string_view kReset = "\033[0m";

struct SeverityStyle {
  std::string_view word;
  std::string_view colour;
  std::string_view messageColour;
};

SeverityStyle styleOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return {"error: ", kBoldRed, kBold};
  case Severity::Warning:
    return {"warning: ", kBoldMagenta, kBold};
  case Severity::Note:
    break;
  }
  return {"note: ", kCyan, {}};
}

std::string_view verdictColour(std::string_view name) {
  if (name == "race" || name == "violated")
    return kBoldRed;
  return name == "race-free" || name == "holds" ? kBoldGreen : kBoldMagenta;
}

} // namespace

Diagnostics::Diagnostics(const TextOptions &options) : options_(options) {
  options_.width = std::max(options_.width, kNarrowestText);
}

void Diagnostics::addPainted(std::string_view text, std::string_view colour) {
  if (!options_.colour || colour.empty()) {
    text_ += text;
    return;
  }
  text_.append(colour).append(text).append(kReset);
}

void Diagnostics::add(const SourcePosition &at, Severity severity, std::string_view message,
                      Quote quote) {
  const SeverityStyle style = styleOf(severity);
  addPainted(at.known() ? printable(toString(at)) + ":" : "raceward:", kBold);
  text_ += ' ';
  addPainted(style.word, style.colour);
  addPainted(printable(message), style.messageColour);
  text_ += '\n';
  if (quote == Quote::Source && at.known())
    addExcerpt(at);
}

void Diagnostics::addExcerpt(const SourcePosition &at) {
  const auto line = sources_.line(at.file, at.line);
  if (!line || trim(*line).empty())
    return;
  char number[16];
  const int printed = std::snprintf(number, sizeof number, "%5u", at.line);
  const auto gutter = static_cast<unsigned>(printed);
  const unsigned room = options_.width - std::min(options_.width / 2, gutter + 3);
  const Excerpt excerpt = excerptOf(*line, at.column, room);
  text_.append(number).append(" | ").append(excerpt.text).append("\n");
  if (!excerpt.caret)
    return;
  text_.append(gutter, ' ').append(" | ").append(*excerpt.caret, ' ');
  addPainted("^", kBoldGreen);
  text_ += '\n';
}

void Diagnostics::addNote(std::string_view words) {
  constexpr std::string_view kLabel = "raceward: note: ";
  constexpr std::size_t kIndent = 2;
  std::vector<std::string> lines = wrapped(kLabel, printable(words), kIndent, options_.width);
  lines.front().erase(0, kLabel.size());
  addPainted("raceward:", kBold);
  text_ += ' ';
  addPainted("note: ", kCyan);
  for (const std::string &line : lines)
    addLine(line);
}

void Diagnostics::addHint(std::string_view hint) {
  constexpr std::string_view kLabel = "  hint: ";
  for (const std::string &line : wrapped(kLabel, printable(hint), kLabel.size(), options_.width))
    addLine(line);
}

void Diagnostics::addVerdict(std::string_view name, std::string_view summary,
                             std::string_view assumed) {
  addPainted("raceward:", kBold);
  text_ += ' ';
  const std::string verdict(name);
  addPainted(assumed.empty() ? verdict + ":" : verdict + ", " + printable(assumed) + ";",
             verdictColour(name));
  text_ += ' ';
  addPainted(printable(summary), kBold);
  text_ += '\n';
}

void Diagnostics::addLine(std::string_view line) {
  text_.append(line).append("\n");
}

} // namespace raceward
