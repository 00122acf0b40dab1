// What a driver for functions (raceward/program/Entry.h) adds to a native build. Private to native.
#pragma once

#include "raceward/native/Replay.h"

#include <string>
#include <vector>

namespace raceward {

/// Flags for the program's own files: its main is not called, and there is another one.
std::vector<std::string> flagsBesideDriver(const LoadRequest &program);

/// Second names for static functions of the unit that the driver calls, to be appended to its text;
/// mostly empty.
std::string exposingText(const LoadRequest &program, const CompileUnit &unit);

} // namespace raceward
