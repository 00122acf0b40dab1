// One source line, cut to the width, with the position of its caret.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace raceward {

struct Excerpt {
  std::string text;
  std::optional<std::size_t> caret; ///< columns before the caret
};

/// `column` counts bytes from 1, as compilers do; 0 if unknown. A line that is longer than `width`
/// is cut around the column, with "..." where text is missing.
Excerpt excerptOf(std::string_view line, std::uint32_t column, unsigned width);

} // namespace raceward
