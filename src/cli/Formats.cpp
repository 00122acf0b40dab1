#include "Formats.h"

#include "raceward/base/Process.h"
#include "raceward/base/Text.h"
#include "raceward/report/GithubReport.h"
#include "raceward/report/GitlabReport.h"
#include "raceward/report/HtmlReport.h"
#include "raceward/report/JunitReport.h"
#include "raceward/report/SarifReport.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace raceward {

namespace {

namespace fs = std::filesystem;

/// In the order of FormatOutputs::Format.
constexpr std::array<std::string_view, 7> kNames{"text",   "json",   "sarif", "junit",
                                                 "gitlab", "github", "html"};

/// The folder that hosts of code take paths from: that of the repository, where they say it and
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

IssueList listOf(const CheckResult &result, const JsonContext &context) {
  return issuesOf(result, context.baseline ? &*context.baseline : nullptr);
}
IssueList listOf(const PropertyResult &result, const JsonContext & /*context*/) {
  return issuesOf(result);
}

FormatContext aboutFormats(const JsonContext &context) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (error)
    return {context.version, context.files, {}, {}};
  return {context.version, context.files, sourceRoot(here).string(), here.string()};
}

/// Others write there, too, before and after us.
Result<void> append(const std::string &path, const std::string &text) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  const bool written = fd >= 0 && writeAll(fd, text);
  const int why = errno;
  if (fd >= 0)
    ::close(fd);
  if (!written)
    return fail(Error::Kind::Input, "cannot write '" + path + "': " + std::strerror(why),
                "GITHUB_STEP_SUMMARY names it");
  return {};
}

} // namespace

Result<FormatOutputs::Format> FormatOutputs::formatFrom(const std::string &name) {
  const auto found = std::ranges::find(kNames, name);
  if (found != kNames.end())
    return static_cast<Format>(found - kNames.begin());
  const std::vector<std::string> names(kNames.begin(), kNames.end());
  const std::optional<std::string> near = closestMatch(name, names);
  return fail(Error::Kind::Usage, "there is no format '" + name + "'",
              near ? "did you mean '" + *near + "'?" : "there are " + listed(names));
}

Result<FormatOutputs> FormatOutputs::from(const std::vector<std::string> &formats,
                                          const std::string &jsonFile) {
  FormatOutputs outputs;
  const auto add = [&outputs](const char *option, Format format,
                              const std::string &path) -> Result<void> {
    Result<OutputFile> file = OutputFile::to(option, path);
    if (!file)
      return fail(file.error());
    outputs.outputs_.push_back({format, std::move(*file)});
    return {};
  };
  for (const std::string &word : formats) {
    const std::size_t equals = word.find('=');
    const Result<Format> format = formatFrom(word.substr(0, equals));
    if (!format)
      return fail(format.error());
    const std::string path = equals == std::string::npos ? "-" : word.substr(equals + 1);
    if (path.empty())
      return fail(Error::Kind::Usage, "--format " + word + " names no file",
                  "write --format " + word + "FILE, or leave out the '='");
    if (const Result<void> added = add("--format", *format, path); !added)
      return fail(added.error());
  }
  if (!jsonFile.empty())
    if (const Result<void> added = add("--json", Format::Json, jsonFile); !added)
      return fail(added.error());

  std::vector<std::string> there;
  for (const Output &output : outputs.outputs_)
    if (output.to.isStandardOutput())
      there.emplace_back(kNames[static_cast<std::size_t>(output.format)]);
  const bool textAndCommands = there.size() == 2 && outputs.toStandardOutput(Format::Text) &&
                               outputs.toStandardOutput(Format::Github);
  if (there.size() > 1 && !textAndCommands)
    return fail(Error::Kind::Usage, listed(there) + " want standard output",
                "give all but one a file, as in --format " + there.front() + "=FILE");
  return outputs;
}

bool FormatOutputs::toStandardOutput(Format format) const {
  return std::ranges::any_of(outputs_, [format](const Output &output) {
    return output.format == format && output.to.isStandardOutput();
  });
}

bool FormatOutputs::takesStandardOutput() const {
  return std::ranges::any_of(outputs_, [](const Output &output) {
    return output.format != Format::Text && output.to.isStandardOutput();
  });
}

bool FormatOutputs::textWanted() const {
  return !takesStandardOutput() || toStandardOutput(Format::Text);
}

template <typename Checked>
std::string FormatOutputs::made(Format format, const Checked &result, const JsonContext &context,
                                const TextOptions &text) {
  const FormatContext about = aboutFormats(context);
  switch (format) {
  case Format::Text: {
    TextOptions plain = text;
    plain.colour = false;
    plain.width = TextOptions{}.width;
    return textReport(result, plain);
  }
  case Format::Json:
    return jsonReport(result, context);
  case Format::Sarif:
    return sarifReport(listOf(result, context), about);
  case Format::Junit:
    return junitReport(listOf(result, context), about);
  case Format::Gitlab:
    return gitlabReport(listOf(result, context), about);
  case Format::Github:
    return githubAnnotations(listOf(result, context), about);
  case Format::Html:
    break;
  }
  return htmlReport(result, context);
}

template <typename Checked>
Result<void> FormatOutputs::writeAll(const Checked &result, const JsonContext &context,
                                     const TextOptions &text, std::vector<Error> &lost) const {
  Result<void> printed;
  for (const Output &output : outputs_) {
    if (output.format == Format::Text && output.to.isStandardOutput())
      continue;
    const Result<void> written = output.to.write(made(output.format, result, context, text));
    if (!written && output.to.isStandardOutput())
      printed = fail(written.error());
    else if (!written)
      lost.push_back(written.error());
    const char *summary = std::getenv("GITHUB_STEP_SUMMARY");
    if (output.format == Format::Github && summary != nullptr && *summary != '\0')
      if (const Result<void> added =
              append(summary, githubSummary(listOf(result, context), aboutFormats(context)));
          !added)
        lost.push_back(added.error());
  }
  return printed;
}

Result<void> FormatOutputs::write(const CheckResult &result, const JsonContext &context,
                                  const TextOptions &text, std::vector<Error> &lost) const {
  return writeAll(result, context, text, lost);
}

Result<void> FormatOutputs::write(const PropertyResult &result, const JsonContext &context,
                                  const TextOptions &text, std::vector<Error> &lost) const {
  return writeAll(result, context, text, lost);
}

} // namespace raceward
