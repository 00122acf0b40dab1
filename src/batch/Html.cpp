#include "Html.h"

#include "raceward/base/Markup.h"
#include "raceward/base/Text.h"

#include <algorithm>

namespace raceward::batch {

std::string escapedHtml(std::string_view text) {
  std::string escaped = escapedMarkup(sanitizedUtf8(text));
  const auto isControl = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F;
  };
  std::ranges::replace_if(escaped, isControl, '?');
  return escaped;
}

} // namespace raceward::batch
