// Runs clang on one C file. Private to program.
#pragma once

#include "raceward/program/Load.h"

namespace raceward {

/// The unit as bitcode.
Result<std::string> compileToBitcode(const CompileUnit &unit, const LoadRequest &request,
                                     const std::string &clang);

/// How clang lays out the records of the unit, in its own words; empty if it does not say.
std::string recordLayouts(const CompileUnit &unit, const LoadRequest &request,
                          const std::string &clang);

/// clang hands the last part of a name to itself as a word, and reads flags from "@words".
Result<void> requirePlainName(const std::string &file);

} // namespace raceward
