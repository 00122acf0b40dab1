// The source files of a program: those that a report may quote.
#pragma once

#include "raceward/program/Program.h"

#include <string>
#include <vector>

namespace raceward {

/// The files that the compiler read, as positions name them, if they are unchanged.
///
/// A #line directive can name any file, and so can hand-written LLVM IR. But clang keeps a checksum
/// of each file it read, and of no other; and the author of a forged name cannot know the checksum
/// of a file without knowing the file.
std::vector<std::string> sourcesOf(const Program &program);

} // namespace raceward
