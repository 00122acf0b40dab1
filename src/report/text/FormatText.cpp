#include "FormatText.h"

#include "Glyphs.h"
#include "raceward/base/Markup.h"
#include "raceward/base/Text.h"

#include <filesystem>

namespace raceward {
namespace {

bool isUnreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~' || c == '/';
}

} // namespace

std::string xmlText(std::string_view text) {
  std::string escaped;
  for (const std::string_view line : split(text, '\n'))
    escaped += escapedMarkup(printable(line)) + "\n";
  escaped.pop_back();
  return escaped;
}

std::string relativePath(const std::string &path, const FormatContext &context) {
  if (context.sourceRoot.empty())
    return path;
  namespace fs = std::filesystem;
  const fs::path base = fs::path(context.sourceRoot).lexically_normal();
  const fs::path whole = (fs::path(context.workingFolder) / path).lexically_normal();
  const fs::path relative = whole.lexically_relative(base);
  const bool outside = relative.empty() || *relative.begin() == "..";
  return outside ? whole.string() : relative.string();
}

std::string uriPath(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : path)
    if (isUnreserved(c)) {
      encoded += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      encoded += '%';
      encoded += kDigits[byte >> 4];
      encoded += kDigits[byte & 0xF];
    }
  return encoded;
}

} // namespace raceward
