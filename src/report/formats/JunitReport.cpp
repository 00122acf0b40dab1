#include "raceward/report/JunitReport.h"

#include "story/SchedulePicture.h"
#include "text/FormatText.h"

#include "raceward/base/Text.h"

#include <cstdio>

namespace raceward {
namespace {

constexpr std::size_t kMostTestLines = 60;

std::string attribute(const char *name, std::string_view value) {
  return std::string(" ") + name + "=\"" + xmlText(value) + "\"";
}

std::string plainSeconds(double seconds) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f", seconds);
  return text;
}

std::string positionWords(const SourcePosition &at, const FormatContext &context) {
  if (!at.known())
    return "<unknown>";
  SourcePosition shown = at;
  shown.file = relativePath(at.file, context);
  return toString(shown);
}

std::string bodyOf(const Issue &issue, const FormatContext &context) {
  std::string text = positionWords(issue.at, context) + ": " + issue.message + "\n";
  for (const RelatedPlace &place : issue.related)
    text += positionWords(place.at, context) + ": " + place.message + "\n";
  if (!issue.why.empty())
    text += issue.why + "\n";
  if (issue.run != nullptr) {
    text += "a run that leads there (line: step; '>' marks the race)\n";
    for (const std::string &line : schedulePicture(*issue.run, {100, kMostTestLines}))
      text += line + "\n";
  }
  if (!issue.advice.empty())
    text += issue.advice + "\n";
  return text;
}

/// The name must not change from run to run: CI compares by name.
std::string caseFor(const Issue &issue, const std::string &program, const std::string &seconds,
                    const FormatContext &context) {
  const std::string name = issue.rule + (issue.object.empty() ? "" : " on '" + issue.object + "'") +
                           " [" + issue.fingerprint + "]";
  std::string text =
      "  <testcase" + attribute("classname", program) + attribute("name", name) +
      attribute("file", issue.at.known() ? relativePath(issue.at.file, context) : "") +
      attribute("time", seconds) + ">\n";
  text += "    <failure" + attribute("type", issue.rule) + attribute("message", issue.message) +
          ">" + xmlText(bodyOf(issue, context)) + "</failure>\n  </testcase>\n";
  return text;
}

std::string reasonsOf(const IssueList &list, const FormatContext &context) {
  std::string text;
  for (const Gap &gap : list.reasons)
    text += (gap.at.known() ? positionWords(gap.at, context) + ": " : std::string()) + gap.message +
            " [" + std::string(toString(gap.kind)) + "]\n" +
            (gap.hint.empty() ? "" : "  hint: " + gap.hint + "\n");
  return text;
}

} // namespace

std::string junitReport(const IssueList &list, const FormatContext &context) {
  const std::string program = listed(context.files);
  const std::string seconds = plainSeconds(list.seconds);
  const bool oneCase = list.issues.empty();
  std::string suite = attribute("name", "raceward") +
                      attribute("tests", std::to_string(oneCase ? 1 : list.issues.size())) +
                      attribute("failures", std::to_string(list.issues.size())) +
                      attribute("errors", list.isUnknown() ? "1" : "0");
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + suite +
                     ">\n <testsuite" + suite + attribute("time", seconds) + ">\n";
  for (const Issue &issue : list.issues)
    text += caseFor(issue, program, seconds, context);
  if (oneCase) {
    text += "  <testcase" + attribute("classname", program) + attribute("name", list.property) +
            attribute("time", seconds);
    if (list.isUnknown())
      text += ">\n    <error" + attribute("type", "unknown") +
              attribute("message", "unknown: " + list.summary) + ">" +
              xmlText(reasonsOf(list, context)) + "</error>\n  </testcase>\n";
    else if (!list.assumed.empty())
      text += ">\n    <system-out>" + xmlText(list.verdict + ", " + list.assumed) +
              "</system-out>\n  </testcase>\n";
    else
      text += "/>\n";
  }
  return text + " </testsuite>\n</testsuites>\n";
}

} // namespace raceward
