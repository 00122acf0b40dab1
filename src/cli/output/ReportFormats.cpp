#include "output/ReportFormats.h"

#include "raceward/report/GithubReport.h"
#include "raceward/report/GitlabReport.h"
#include "raceward/report/HtmlReport.h"
#include "raceward/report/JunitReport.h"
#include "raceward/report/SarifReport.h"

#include <array>
#include <cstdlib>
#include <filesystem>

namespace raceward {

namespace {

namespace fs = std::filesystem;

/// The folder that hosts of code take paths from: that of the repository, where they name it and
/// we are in it; else the current one.
fs::path sourceRoot(const fs::path &here) {
  for (const char *name : {"GITHUB_WORKSPACE", "CI_PROJECT_DIR"}) {
    const char *value = std::getenv(name);
    if (value == nullptr || *value != '/')
      continue;
    // Without a slash at the end.
    const fs::path root = (fs::path(value) / "").lexically_normal().parent_path();
    const fs::path inside = here.lexically_relative(root);
    if (!inside.empty() && *inside.begin() != "..")
      return root;
  }
  return here;
}

IssueList issuesIn(const CheckResult &result, const JsonContext &context) {
  return issuesOf(result, context.baseline ? &*context.baseline : nullptr);
}
IssueList issuesIn(const PropertyResult &result, const JsonContext & /*context*/) {
  return issuesOf(result);
}

FormatContext contextOf(const JsonContext &context) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (error)
    return {context.version, context.files, {}, {}};
  return {context.version, context.files, sourceRoot(here).string(), here.string()};
}

/// A generic function, for both types of result.
template <typename Function> constexpr Render render(Function function) {
  return {function, function};
}

/// A format over the list of issues.
template <auto Report> constexpr Render renderIssues() {
  return render([](const auto &result, const ReportContext &context) {
    return Report(issuesIn(result, context.json), contextOf(context.json));
  });
}

constexpr auto kText = [](const auto &result, const ReportContext &context) {
  TextOptions plain = context.text;
  plain.colour = false;
  plain.width = TextOptions{}.width;
  return textReport(result, plain);
};
constexpr auto kJson = [](const auto &result, const ReportContext &context) {
  return jsonReport(result, context.json);
};
constexpr auto kHtml = [](const auto &result, const ReportContext &context) {
  return htmlReport(result, context.json);
};

constexpr std::array<ReportFormat, 7> kReportFormats{{
    {"html", "a page for a browser", render(kHtml)},
    {"sarif", "SARIF 2.1.0, for editors and code hosts", renderIssues<sarifReport>()},
    {"junit", "JUnit's XML, for CI servers", renderIssues<junitReport>()},
    {"gitlab", "GitLab's code quality report", renderIssues<gitlabReport>()},
    {"github", "annotations of GitHub Actions", renderIssues<githubAnnotations>(), true,
     "GITHUB_STEP_SUMMARY", renderIssues<githubSummary>()},
    {"json", "all that is known, for programs", render(kJson)},
    {"text", "the text on standard output", render(kText)},
}};

} // namespace

std::span<const ReportFormat> reportFormats() {
  return kReportFormats;
}

} // namespace raceward
