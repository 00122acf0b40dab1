#include "raceward/report/GitlabReport.h"

#include "text/FormatText.h"
#include "text/Glyphs.h"

#include "raceward/base/Json.h"
#include "raceward/base/Text.h"

namespace raceward {
namespace {

/// GitLab requires a place for each entry; entries without one get the first file.
Json placeOf(const SourcePosition &at, const FormatContext &context) {
  std::string file = at.known() ? at.file : std::string();
  if (file.empty() && !context.files.empty())
    file = context.files.front();
  return Json{{"path", sanitizedUtf8(relativePath(file, context))},
              {"lines", Json{{"begin", at.known() ? at.line : 1}}}};
}

Json entry(std::string_view rule, const std::string &message, const char *severity,
           const std::string &fingerprint, const SourcePosition &at, const FormatContext &context) {
  return Json{{"description", printable(message)},
              {"check_name", std::string("raceward/") + sanitizedUtf8(rule)},
              {"fingerprint", sanitizedUtf8(fingerprint)},
              {"severity", severity},
              {"location", placeOf(at, context)}};
}

} // namespace

std::string gitlabReport(const IssueList &list, const FormatContext &context) {
  Json entries = Json::array();
  for (const Issue &issue : list.issues)
    entries.push_back(entry(issue.rule, issue.message, issue.benign ? "minor" : "critical",
                            issue.fingerprint, issue.at, context));
  // Not a race, so it has no fingerprint: kind and number identify it.
  for (std::size_t at = 0; at < list.reasons.size(); ++at) {
    const Gap &gap = list.reasons[at];
    const std::string kind(toString(gap.kind));
    entries.push_back(
        entry("unknown-" + kind,
              "not decided: " + gap.message + (gap.hint.empty() ? "" : " (" + gap.hint + ")"),
              "info", "unknown:" + kind + ":" + std::to_string(at + 1), gap.at, context));
  }
  constexpr int kIndent = 2;
  return entries.print(kIndent) + "\n";
}

} // namespace raceward
