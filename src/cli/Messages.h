// What goes to standard error, and how it is worded.
#pragma once

#include "Exit.h"
#include "raceward/base/Result.h"

#include <string>
#include <string_view>

namespace raceward {

enum class MessageColour : bool { No, Yes };

/// "raceward: error: …", the details, "hint: …". Returns the status to exit with.
ExitStatus printError(const Error &error, MessageColour colour = MessageColour::No);

/// "raceward: warning: …".
void printWarning(std::string_view text);

/// Text for a terminal or a log: valid UTF-8, no control characters but line ends and
/// tabs. A file name may hold anything, and must not drive the terminal.
std::string terminalSafe(std::string_view text);

/// To standard output; an Error if it is closed or full.
Result<void> printResult(std::string_view text);

} // namespace raceward
