// Texts that a program compares its input with. Private to check.
#pragma once

#include "raceward/program/Program.h"

#include <string>
#include <vector>

namespace raceward {

/// Literals that are passed to functions that compare texts, and the options that getopt() and its
/// relatives are asked for, as they are written; no text twice. For inputs that get a program far.
std::vector<std::string> comparedTexts(const Program &program);

} // namespace raceward
