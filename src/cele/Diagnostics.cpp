#include "Lexer.h"

#include "raceward/base/Text.h"

#include <algorithm>

namespace raceward::cele {

namespace {

/// Maximum length of a quoted line; the rest is omitted.
constexpr std::size_t kMostShown = 100;

/// A line in which every character occupies one column.
std::string shown(std::string_view part) {
  std::string result = sanitizedUtf8(part);
  for (char &c : result)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      c = ' ';
  return result;
}

bool continuesCharacter(char c) {
  return (static_cast<unsigned char>(c) & 0xc0U) == 0x80;
}

std::size_t widthOf(const std::string &text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continuesCharacter(c); }));
}

class Lines {
public:
  explicit Lines(std::string_view text) : text_(text) {}

  /// Lines must be requested in order; the text is then read once.
  std::string_view line(std::uint32_t number) {
    while (now_ < number) {
      const std::size_t end = text_.find('\n', start_);
      if (end == std::string_view::npos)
        return {};
      start_ = end + 1;
      ++now_;
    }
    return text_.substr(start_, text_.substr(start_).find('\n'));
  }

private:
  std::string_view text_;
  std::uint32_t now_ = 1;
  std::size_t start_ = 0;
};

void addLineAndMark(std::string &out, std::string_view line, std::size_t before) {
  before = std::min(before, line.size());
  // Do not cut a UTF-8 character, which has at most three continuation bytes.
  std::size_t from = before > kMostShown / 2 ? before - kMostShown / 2 : 0;
  for (int i = 0; i < 3 && from > 0 && continuesCharacter(line[from]); ++i)
    --from;
  std::size_t to = std::min(line.size(), from + kMostShown);
  for (int i = 0; i < 3 && to < line.size() && continuesCharacter(line[to]); ++i)
    ++to;
  const std::string left = shown(line.substr(from, before - from));
  out += "  " + left + shown(line.substr(before, to - before)) + "\n";
  out += "  " + std::string(widthOf(left), ' ') + "^\n";
}

} // namespace

std::string render(const std::vector<Diagnostic> &errors, const std::string &file,
                   std::string_view text) {
  std::string out;
  Lines lines(withoutByteOrderMark(text));
  for (const Diagnostic &error : errors) {
    out += shown(file) + ":" + std::to_string(error.at.line) + ":" +
           std::to_string(error.at.column) + ": error: " + error.message + "\n";
    std::string_view line = lines.line(error.at.line);
    if (line.ends_with('\r'))
      line.remove_suffix(1);
    addLineAndMark(out, line, error.at.column - 1);
    if (!error.hint.empty())
      out += "  hint: " + error.hint + "\n";
  }
  if (errors.size() >= kMostErrors)
    out += "further errors are not shown\n";
  return out;
}

} // namespace raceward::cele
