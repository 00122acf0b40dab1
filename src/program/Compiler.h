// Runs clang on one C file. Private to program.
#pragma once

#include "raceward/program/Load.h"

namespace raceward {

/// Compiles the unit to bitcode. If clang rejects it and it can be compiled all the same
/// (Tolerance.h), that is a warning, and the unit says how.
Result<std::string> compileToBitcode(CompileUnit &unit, const LoadRequest &request,
                                     const std::string &clang);

/// clang's dump of the unit's record layouts; empty if it fails.
std::string recordLayouts(const CompileUnit &unit, const LoadRequest &request,
                          const std::string &clang);

/// Rejects file names that begin with @: clang passes the last component to itself as an argument,
/// and reads flags from "@file".
Result<void> requirePlainName(const std::string &file);

} // namespace raceward
