#include "Excerpt.h"

#include "Glyphs.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <vector>

namespace raceward {
namespace {

constexpr std::string_view kCut = "...";
constexpr std::size_t kTabStop = 8;
/// Bytes considered on either side of the column. Generated files have lines of many megabytes,
/// most of which cannot be shown.
constexpr std::size_t kReach = 4096;

struct Cell {
  std::string text;
  std::size_t from; ///< column of the terminal
  std::size_t to;
};

struct Layout {
  std::vector<Cell> cells;
  std::optional<std::size_t> caret;
  bool cutBefore = false;
  bool cutAfter = false;

  [[nodiscard]] std::size_t width() const { return cells.empty() ? 0 : cells.back().to; }
};

bool continuesCharacter(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

Layout layOut(std::string_view line, std::uint32_t column) {
  const std::size_t middle = std::min<std::size_t>(column == 0 ? 0 : column - 1, line.size());
  std::size_t begin = middle > kReach ? middle - kReach : 0;
  while (begin > 0 && begin < middle && continuesCharacter(line[begin]))
    ++begin;
  const std::size_t end = std::min(line.size(), middle + kReach);

  Layout layout;
  layout.cutBefore = begin > 0;
  layout.cutAfter = end < line.size();
  // Sanitizing keeps the length, so byte columns do not change.
  const std::string valid = sanitizedUtf8(line.substr(begin, end - begin));
  std::size_t at = 0;
  std::size_t byte = begin;
  for (std::string_view rest = valid; !rest.empty();) {
    const Glyph glyph = firstGlyph(rest);
    const bool tab = rest[0] == '\t';
    const std::size_t width = tab ? kTabStop - at % kTabStop : glyph.width;
    if (column != 0 && column - 1 >= byte && column - 1 < byte + glyph.bytes)
      layout.caret = at;
    layout.cells.push_back(
        {tab ? std::string(width, ' ') : std::string(glyph.text), at, at + width});
    at += width;
    byte += glyph.bytes;
    rest.remove_prefix(glyph.bytes);
  }
  // Some positions are just after the last character.
  if (column != 0 && column - 1 == line.size())
    layout.caret = at;
  return layout;
}

/// The first column to show if `total` columns do not fit: the start of the line if the caret and
/// some text after it fit, otherwise the caret is centred.
std::size_t firstColumn(std::size_t caret, std::size_t total, std::size_t width) {
  if (caret + width / 4 + kCut.size() < width)
    return 0;
  const std::size_t centred = caret - std::min(caret, width / 2);
  return std::min(centred, total + 1 - std::min(total + 1, width));
}

} // namespace

Excerpt excerptOf(std::string_view line, std::uint32_t column, unsigned width) {
  const Layout layout = layOut(line, column);
  const std::size_t total = layout.width();
  std::size_t from = 0;
  if (total > width || layout.cutBefore)
    from = firstColumn(layout.caret.value_or(0), total, width);
  const bool cutBefore = from > 0 || layout.cutBefore;
  const bool cutAfter = from + width < total || layout.cutAfter;

  const std::size_t first = from + (cutBefore ? kCut.size() : 0);
  const std::size_t last = from + width - (cutAfter ? kCut.size() : 0);
  Excerpt excerpt;
  if (cutBefore)
    excerpt.text = kCut;
  std::size_t shown = excerpt.text.size();
  for (const Cell &cell : layout.cells) {
    if (cell.from < first || cell.to > last)
      continue;
    if (layout.caret == cell.from && !excerpt.caret)
      excerpt.caret = shown;
    excerpt.text += cell.text;
    shown += cell.to - cell.from;
  }
  if (layout.caret == total && !excerpt.caret)
    excerpt.caret = shown;
  if (cutAfter)
    excerpt.text += kCut;
  excerpt.text.erase(excerpt.text.find_last_not_of(' ') + 1);
  return excerpt;
}

} // namespace raceward
