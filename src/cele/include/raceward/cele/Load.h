// A program in a file.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/cele/Ast.h"

namespace raceward::cele {

/// Whether a name ends as those of CELE programs do: ".cele", or ".small".
[[nodiscard]] bool isFileName(std::string_view path);

struct Loaded {
  Source source;
  std::string text;
};
/// "-" is the standard input. What is wrong with the text stands in the details of the Error.
Result<Loaded> load(const std::string &path);

} // namespace raceward::cele
