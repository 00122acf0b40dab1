// Loads a program from a file.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/cele/Ast.h"

namespace raceward::cele {

/// Whether the name has the extension of CELE programs: ".cele", or ".small".
[[nodiscard]] bool isFileName(std::string_view path);

struct Loaded {
  Source source;
  std::string text;
};
/// "-" is the standard input. The details of the Error list the mistakes in the text.
Result<Loaded> load(const std::string &path);

} // namespace raceward::cele
