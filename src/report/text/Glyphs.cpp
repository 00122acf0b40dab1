#include "Glyphs.h"

#include "raceward/base/Text.h"

#include <algorithm>
#include <array>
#include <span>

namespace raceward {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

bool within(std::span<const Range> ranges, char32_t c) {
  return std::ranges::any_of(ranges, [c](Range r) { return c >= r.first && c <= r.last; });
}

// Controls (C0, DEL, C1), and invisible characters that change how their neighbours are shown:
// bidirectional marks, joiners, separators, tags.
constexpr std::array kUnprintable{
    Range{0x00, 0x1F},     Range{0x7F, 0x9F},     Range{0x061C, 0x061C},   Range{0x180E, 0x180E},
    Range{0x200B, 0x200F}, Range{0x2028, 0x202E}, Range{0x2060, 0x206F},   Range{0xFEFF, 0xFEFF},
    Range{0xFFF9, 0xFFFB}, Range{0xFFFE, 0xFFFF}, Range{0xE0000, 0xE0FFF},
};

// The common combining marks and wide scripts of Unicode's tables. wcwidth() has all of them but
// only in a UTF-8 locale, and reports must not depend on the locale.
constexpr std::array kNoWidth{
    Range{0x0300, 0x036F}, Range{0x0483, 0x0489}, Range{0x0591, 0x05BD}, Range{0x0610, 0x061A},
    Range{0x064B, 0x065F}, Range{0x0E34, 0x0E3A}, Range{0x0E47, 0x0E4E}, Range{0x1AB0, 0x1AFF},
    Range{0x1DC0, 0x1DFF}, Range{0x20D0, 0x20FF}, Range{0x302A, 0x302D}, Range{0x3099, 0x309A},
    Range{0xFE00, 0xFE0F}, Range{0xFE20, 0xFE2F},
};
constexpr std::array kTwoColumns{
    Range{0x1100, 0x115F},   Range{0x2E80, 0x303E},   Range{0x3041, 0xA4CF},
    Range{0xA960, 0xA97C},   Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},
    Range{0xFE30, 0xFE6F},   Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},
    Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF}, Range{0x1F900, 0x1F9FF},
    Range{0x1FA70, 0x1FAFF}, Range{0x20000, 0x3FFFD},
};

struct Decoded {
  char32_t character;
  std::size_t bytes;
};

Decoded decode(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80)
    return {lead, 1};
  const std::size_t bytes = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t character = lead & (0xFFu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes && i < text.size(); ++i)
    character = (character << 6) | (static_cast<unsigned char>(text[i]) & 0x3Fu);
  return {character, std::min(bytes, text.size())};
}

} // namespace

Glyph firstGlyph(std::string_view text) {
  const auto [character, bytes] = decode(text);
  if (within(kUnprintable, character))
    return {"?", bytes, 1};
  unsigned width = 1;
  if (within(kNoWidth, character))
    width = 0;
  else if (within(kTwoColumns, character))
    width = 2;
  return {text.substr(0, bytes), bytes, width};
}

std::string printable(std::string_view text) {
  const std::string valid = sanitizedUtf8(text);
  std::string line;
  line.reserve(valid.size());
  for (std::string_view rest = valid; !rest.empty();) {
    const Glyph glyph = firstGlyph(rest);
    const bool blank = rest[0] == '\n' || rest[0] == '\t' || rest[0] == '\r';
    line.append(blank ? " " : glyph.text);
    rest.remove_prefix(glyph.bytes);
  }
  return line;
}

std::size_t displayWidth(std::string_view printableText) {
  std::size_t width = 0;
  while (!printableText.empty()) {
    const Glyph glyph = firstGlyph(printableText);
    width += glyph.width;
    printableText.remove_prefix(glyph.bytes);
  }
  return width;
}

} // namespace raceward
