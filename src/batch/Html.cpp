#include "Html.h"

#include "raceward/base/Text.h"

namespace raceward::batch {

std::string escapedHtml(std::string_view text) {
  std::string escaped;
  for (const char c : sanitizedUtf8(text)) {
    switch (c) {
    case '&':
      escaped += "&amp;";
      break;
    case '<':
      escaped += "&lt;";
      break;
    case '>':
      escaped += "&gt;";
      break;
    case '"':
      escaped += "&quot;";
      break;
    case '\'':
      escaped += "&#39;";
      break;
    default: {
      const auto byte = static_cast<unsigned char>(c);
      escaped += (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F ? '?' : c;
    }
    }
  }
  return escaped;
}

} // namespace raceward::batch
