// CELE text → Source, with types (docs/use/cele.md has the grammar).
#pragma once

#include "raceward/cele/Ast.h"

#include <string>
#include <string_view>
#include <vector>

namespace raceward::cele {

struct Diagnostic {
  Place at;
  std::string message; ///< one line, without the position
  std::string hint;    ///< how to correct it; may be empty
};

struct Parsed {
  Source source;                  ///< valid only if there are no errors
  std::vector<Diagnostic> errors; ///< sorted by position; at most kMostErrors

  [[nodiscard]] bool ok() const { return errors.empty(); }
};

inline constexpr std::size_t kMostErrors = 20;
/// Limit for blocks and for expressions. Deeper nesting is an error.
inline constexpr std::uint32_t kDeepestNesting = 200;

/// `file` is only stored. Any text gives a result or errors.
Parsed parse(std::string file, std::string_view text);

/// In the style of compilers: position, message, the line of the text with a mark, hint.
std::string render(const std::vector<Diagnostic> &errors, const std::string &file,
                   std::string_view text);

} // namespace raceward::cele
