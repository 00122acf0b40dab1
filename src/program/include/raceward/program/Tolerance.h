// C that clang rejects and that can be compiled all the same.
//
// Nothing here changes the meaning of a program that compiles: the messages of a failed compilation
// decide, and a second one is made with other flags. What clang itself can be told to accept is not
// here (Compiler.cpp).
#pragma once

#include "raceward/program/Load.h"

#include <optional>
#include <string>
#include <string_view>

namespace raceward {

/// The unit with what it needs besides.
struct Tolerated {
  CompileUnit unit;
  std::string words; ///< "assignments to const objects"
};

/// Nothing if one of the errors is of another kind. `messages` are those of clang.
std::optional<Tolerated> toleranceFor(const CompileUnit &unit, std::string_view messages);

/// The flag that puts the declarations of the unit before its text, which writes them into the
/// folder; none if there are none.
Result<std::vector<std::string>> preludeFlags(const CompileUnit &unit, const std::string &folder);

/// What to do about text that cannot be compiled; empty if the messages say it.
std::string hintFor(std::string_view messages);

} // namespace raceward
