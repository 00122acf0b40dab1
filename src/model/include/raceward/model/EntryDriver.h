// The driver that calls functions of a program instead of its main (--entry), as C text. Plain
// data: reports save it, and a replay compiles it.
#pragma once

#include "raceward/model/Assumption.h"

#include <string>
#include <vector>

namespace raceward {

/// A static function that the driver calls. Another file cannot name it, so that a native build
/// gives it a second name at the end of its own file.
struct ExposedFunction {
  std::string name;   ///< in its file
  std::string symbol; ///< for the driver
  std::string file;   ///< the compiled file, as the compiler was given it
};

struct EntryDriver {
  std::string name; ///< of the file in positions
  std::string text;
  std::vector<ExposedFunction> exposed;
  bool replacesMain = false; ///< the program has a main, which is not called
  /// What callers are taken to do.
  std::vector<Assumption> assumptions;
};

/// The text as a compiler gets it from a file of another name: `name` is that in positions.
std::string compiledText(std::string_view name, std::string_view text);
std::string compiledText(const EntryDriver &driver);

} // namespace raceward
