// Which files a program was made from: those that a report may quote.
#pragma once

#include "raceward/program/Program.h"

#include <string>
#include <vector>

namespace raceward {

/// The files that the compiler read, as positions name them, if they are still what it read.
///
/// A #line directive names any file, and so does LLVM IR that somebody wrote. But clang keeps a
/// checksum of what it read, and of nothing else; and who does not know a file has no checksum of
/// it.
std::vector<std::string> sourcesOf(const Program &program);

} // namespace raceward
