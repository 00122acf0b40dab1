#include "Messages.h"

#include "raceward/base/Process.h"
#include "raceward/base/Text.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace raceward {

std::string terminalSafe(std::string_view text) {
  std::string clean = sanitizedUtf8(text);
  for (char &c : clean) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F)
      c = '?';
  }
  return clean;
}

ExitStatus printError(const Error &error, MessageColour colour) {
  const bool coloured = colour == MessageColour::Yes;
  std::string text = coloured ? "raceward: \x1b[1;31merror:\x1b[0m " : "raceward: error: ";
  text += terminalSafe(error.message) + "\n";
  if (!error.details.empty()) {
    // The compiler colours its own messages when it was asked to.
    text += coloured ? sanitizedUtf8(error.details) : terminalSafe(error.details);
    if (!text.ends_with('\n'))
      text += '\n';
  }
  if (!error.hint.empty())
    text += "hint: " + terminalSafe(error.hint) + "\n";
  writeAll(STDERR_FILENO, text);
  return exitStatusOf(error);
}

void printWarning(std::string_view text) {
  writeAll(STDERR_FILENO, "raceward: warning: " + terminalSafe(text) + "\n");
}

Result<void> printResult(std::string_view text) {
  if (writeAll(STDOUT_FILENO, text))
    return {};
  return fail(Error::Kind::Resource,
              std::string("cannot write to standard output: ") + std::strerror(errno));
}

} // namespace raceward
