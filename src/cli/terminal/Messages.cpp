#include "terminal/Messages.h"

#include "raceward/base/Process.h"
#include "raceward/base/Text.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <unistd.h>

namespace raceward {

namespace {

bool isControl(unsigned char byte) {
  return byte < 0x20 || byte == 0x7F;
}

/// U+0080 to U+009F: some terminals interpret them as escape sequences.
bool isSecondControl(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]) == 0xC2 && at + 1 < text.size() &&
         static_cast<unsigned char>(text[at + 1]) < 0xA0;
}

/// The length of a sequence that only sets a colour; 0 if there is none.
std::size_t colourSequence(std::string_view text) {
  if (!text.starts_with("\x1b["))
    return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

enum class Keep : std::uint8_t { Lines, OneLine, Colours };

std::string cleaned(std::string_view raw, Keep keep) {
  const std::string text = sanitizedUtf8(raw);
  std::string clean;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const std::size_t colour =
        keep == Keep::Colours ? colourSequence(std::string_view(text).substr(at)) : 0;
    if (colour > 0) {
      clean.append(text, at, colour);
      at += colour - 1;
    } else if (c == '\n' && keep == Keep::OneLine) {
      clean += "\\n";
    } else if (isSecondControl(text, at)) {
      clean += '?';
      ++at;
    } else {
      clean += isControl(static_cast<unsigned char>(c)) && c != '\n' && c != '\t' ? '?' : c;
    }
  }
  return clean;
}

} // namespace

std::string terminalSafe(std::string_view text) {
  return cleaned(text, Keep::Lines);
}

std::string terminalSafeLine(std::string_view text) {
  return cleaned(text, Keep::OneLine);
}

std::string terminalSafeColoured(std::string_view text) {
  return cleaned(text, Keep::Colours);
}

ExitStatus printError(const Error &error, MessageColour colour) {
  const bool coloured = colour == MessageColour::Yes;
  std::string text = coloured ? "raceward: \x1b[1;31merror:\x1b[0m " : "raceward: error: ";
  text += terminalSafeLine(error.message) + "\n";
  if (!error.details.empty()) {
    // The compiler colours its own messages if requested.
    text += coloured ? terminalSafeColoured(error.details) : terminalSafe(error.details);
    if (!text.ends_with('\n'))
      text += '\n';
  }
  if (!error.hint.empty())
    text += "hint: " + terminalSafeLine(error.hint) + "\n";
  writeAll(STDERR_FILENO, text);
  return exitStatusOf(error);
}

void printWarning(std::string_view text) {
  writeAll(STDERR_FILENO, "raceward: warning: " + terminalSafeLine(text) + "\n");
}

void printNote(std::string_view text) {
  writeAll(STDERR_FILENO, "raceward: note: " + terminalSafeLine(text) + "\n");
}

Result<void> printResult(std::string_view text) {
  if (writeAll(STDOUT_FILENO, text))
    return {};
  return fail(Error::Kind::Resource,
              std::string("cannot write to standard output: ") + std::strerror(errno));
}

} // namespace raceward
