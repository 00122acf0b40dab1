// Messages on standard error, and their form.
#pragma once

#include "raceward/base/Result.h"
#include "terminal/Exit.h"

#include <string>
#include <string_view>

namespace raceward {

enum class MessageColour : bool { No, Yes };

/// "raceward: error: …", the details, "hint: …". Returns the exit status.
ExitStatus printError(const Error &error, MessageColour colour = MessageColour::No);

/// "raceward: warning: …".
void printWarning(std::string_view text);
/// "raceward: note: …".
void printNote(std::string_view text);

/// Text for a terminal or a log: valid UTF-8, no control characters but line ends and tabs. A file
/// name may contain anything, and must not control the terminal.
std::string terminalSafe(std::string_view text);
/// The same for a single line: a line end in a name must not start a new message.
std::string terminalSafeLine(std::string_view text);
/// The same for messages of the compiler, which may set colours.
std::string terminalSafeColoured(std::string_view text);

/// To standard output; an Error if it is closed or full.
Result<void> printResult(std::string_view text);

} // namespace raceward
