#include "raceward/report/GithubReport.h"

#include "story/SchedulePicture.h"
#include "text/FormatText.h"
#include "text/Glyphs.h"

#include "raceward/base/Text.h"

namespace raceward {
namespace {

constexpr std::size_t kMostAnnotationLines = 60;
/// A summary is limited to a megabyte.
constexpr std::size_t kMostIssues = 50;

std::string commandText(std::string_view text) {
  std::string escaped;
  for (const char c : printable(text))
    if (c == '%')
      escaped += "%25";
    else
      escaped += c;
  return escaped;
}

/// A file name must be preserved, so its line breaks are escaped, not replaced.
std::string commandProperty(std::string_view text) {
  std::string escaped;
  for (const char c : sanitizedUtf8(text))
    switch (c) {
    case '%':
      escaped += "%25";
      break;
    case '\r':
      escaped += "%0D";
      break;
    case '\n':
      escaped += "%0A";
      break;
    case ':':
      escaped += "%3A";
      break;
    case ',':
      escaped += "%2C";
      break;
    default:
      // The log is also read in terminals.
      escaped += static_cast<unsigned char>(c) < ' ' || c == '\x7F' ? '?' : c;
    }
  return escaped;
}

std::string command(const char *level, const SourcePosition &at, const std::string &title,
                    const std::string &message, const FormatContext &context) {
  std::string text = std::string("::") + level + " ";
  if (at.known()) {
    text += "file=" + commandProperty(relativePath(at.file, context)) +
            ",line=" + std::to_string(at.line);
    if (at.column != 0)
      text += ",col=" + std::to_string(at.column);
    text += ",";
  }
  return text + "title=" + commandProperty(printable(title)) + "::" + commandText(message) + "\n";
}

/// Every character that is special in Markdown or HTML becomes a character reference.
std::string markdownText(std::string_view text) {
  constexpr std::string_view kHarmless = " ,.'()/=";
  std::string escaped;
  for (const char c : printable(text)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool isWord =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || byte >= 0x80;
    if (isWord || kHarmless.find(c) != std::string_view::npos)
      escaped += c;
    else
      escaped += "&#" + std::to_string(byte) + ";";
  }
  return escaped;
}

std::string positionOf(const SourcePosition &at, const FormatContext &context) {
  SourcePosition shown = at;
  shown.file = relativePath(at.file, context);
  return at.known() ? toString(shown) : "(no position)";
}

std::string inMarkdown(const Issue &issue, const FormatContext &context) {
  std::string text = "### " + markdownText(issue.rule) +
                     (issue.object.empty() ? "" : " on " + markdownText("'" + issue.object + "'")) +
                     "\n\n";
  text += "- **" + markdownText(positionOf(issue.at, context)) +
          "**: " + markdownText(issue.message) + "\n";
  for (const RelatedPlace &place : issue.related)
    text += "- **" + markdownText(positionOf(place.at, context)) +
            "**: " + markdownText(place.message) + "\n";
  if (!issue.why.empty())
    text += "\n" + markdownText(issue.why) + "\n";
  if (issue.run != nullptr) {
    // HTML, not a fence: text could end a fence.
    text += "\n<pre>";
    for (const std::string &line : schedulePicture(*issue.run, {100, kMostAnnotationLines}))
      text += markdownText(line) + "\n";
    text += "</pre>\n";
  }
  if (!issue.advice.empty())
    text += "\n" + markdownText(issue.advice) + "\n";
  return text + "\n";
}

} // namespace

std::string githubAnnotations(const IssueList &list, const FormatContext &context) {
  std::string text;
  for (const Issue &issue : list.issues) {
    const std::string title =
        issue.rule + (issue.object.empty() ? "" : " on '" + issue.object + "'");
    text += command(issue.benign ? "warning" : "error", issue.at, title,
                    issue.message + (issue.why.empty() ? "" : ". " + issue.why) +
                        (issue.advice.empty() ? "" : " Hint: " + issue.advice),
                    context);
    for (const RelatedPlace &place : issue.related)
      if (place.at.known())
        text += command("notice", place.at, title, place.message, context);
  }
  for (const Issue &issue : list.open)
    text += command("warning", issue.at,
                    issue.rule + (issue.object.empty() ? "" : " on '" + issue.object + "'"),
                    issue.message + (issue.why.empty() ? "" : ". " + issue.why) +
                        (issue.advice.empty() ? "" : " Hint: " + issue.advice),
                    context);
  for (const Gap &gap : list.reasons)
    text += command("warning", gap.at, "unknown: " + std::string(toString(gap.kind)),
                    gap.message + (gap.hint.empty() ? "" : ". Hint: " + gap.hint), context);
  return text + "raceward: " + printable(list.verdict + ": " + list.summary) + "\n";
}

std::string githubSummary(const IssueList &list, const FormatContext &context) {
  std::string text = "## Raceward: " + markdownText(list.verdict) + "\n\n" +
                     markdownText(listed(context.files)) + ": " + markdownText(list.summary) +
                     "\n\n";
  std::size_t shown = 0;
  for (const Issue &issue : list.issues) {
    if (shown == kMostIssues)
      break;
    ++shown;
    text += inMarkdown(issue, context);
  }
  if (shown < list.issues.size())
    text += "and " + counted(list.issues.size() - shown, "more finding") + "\n";
  for (const Gap &gap : list.reasons)
    text += "- **" + markdownText(toString(gap.kind)) + "**: " + markdownText(gap.message) +
            (gap.at.known() ? " (" + markdownText(positionOf(gap.at, context)) + ")" : "") +
            (gap.hint.empty() ? "" : ". " + markdownText(gap.hint)) + "\n";
  return text;
}

} // namespace raceward
