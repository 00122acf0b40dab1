#include "YamlText.h"

#include "raceward/base/Text.h"

namespace raceward {
namespace {

std::uint32_t lineFrom(const YAML::Mark &mark) {
  return mark.line >= 0 ? static_cast<std::uint32_t>(mark.line) + 1 : 1;
}

} // namespace

std::uint32_t yamlLineOf(const YAML::Node &node) {
  return node.IsDefined() ? lineFrom(node.Mark()) : 1;
}

std::uint32_t yamlLineOf(const YAML::Exception &problem) {
  return lineFrom(problem.mark);
}

Unexpected yamlProblem(const std::string &path, std::uint32_t line, const std::string &what,
                       std::string hint) {
  return fail(Error::Kind::Input, path + ":" + std::to_string(line) + ": " + what, std::move(hint));
}

std::string yamlQuoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : sanitizedUtf8(text)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      quoted += "\\x";
      quoted += "0123456789abcdef"[byte >> 4];
      quoted += "0123456789abcdef"[byte & 0xF];
      continue;
    }
    if (c == '"' || c == '\\')
      quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

} // namespace raceward
