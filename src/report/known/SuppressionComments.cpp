// `// raceward: allow(race, x) reason` in the program under test.
#include "raceward/report/Suppressions.h"

#include "raceward/base/Text.h"

namespace raceward {
namespace {

constexpr std::string_view kMark = "raceward:";
constexpr std::string_view kForm = "write: // raceward: allow(race, variable) reason";

/// `text` begins with a parenthesis; names such as `f(x)->y` contain further ones.
std::size_t closingParenthesis(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : 0;
    if (text[i] == ')' && --depth == 0)
      return i;
  }
  return std::string_view::npos;
}

/// Parses the text after "raceward:".
void readComment(std::string_view text, SuppressionComment &comment) {
  constexpr std::string_view kAllow = "allow";
  text = trim(text);
  if (!text.starts_with(kAllow) || !trim(text.substr(kAllow.size())).starts_with('(')) {
    comment.problem = "this comment is not understood; " + std::string(kForm);
    return;
  }
  text = trim(text.substr(kAllow.size()));
  const std::size_t end = closingParenthesis(text);
  if (end == std::string_view::npos) {
    comment.problem = "a parenthesis is not closed; " + std::string(kForm);
    return;
  }
  const std::string_view inside = text.substr(1, end - 1);
  const std::size_t comma = inside.find(',');
  if (trim(inside.substr(0, comma)) != "race") {
    comment.problem = "only races can be allowed; " + std::string(kForm);
    return;
  }
  if (comma != std::string_view::npos) {
    comment.variable = trim(inside.substr(comma + 1));
    if (comment.variable.empty()) {
      comment.problem = "the name of the variable is missing; " + std::string(kForm);
      return;
    }
  }
  comment.reason = trim(text.substr(end + 1));
  if (comment.reason.empty())
    comment.problem = "a reason is missing, so it suppresses nothing; " + std::string(kForm);
}

} // namespace

std::vector<SuppressionComment> commentsIn(std::string_view line, const SourcePosition &at) {
  std::vector<SuppressionComment> comments;
  const std::string_view before = line.substr(0, line.find(kMark));
  if (before.size() == line.size())
    return comments;
  const std::string_view opening = trim(before);
  if (!opening.ends_with("//") && !opening.ends_with("/*"))
    return comments;
  SuppressionComment comment;
  comment.at = at;
  comment.alone = opening.size() == 2;
  std::string_view rest = line.substr(before.size() + kMark.size());
  if (opening.ends_with("/*")) {
    const std::size_t end = rest.find("*/");
    comment.alone =
        comment.alone && (end == std::string_view::npos || trim(rest.substr(end + 2)).empty());
    rest = rest.substr(0, end);
  }
  readComment(rest, comment);
  comments.push_back(std::move(comment));
  return comments;
}

} // namespace raceward
