#include "output/Formats.h"

#include "raceward/base/Process.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace raceward {

namespace {

Result<const ReportFormat *> formatFrom(const std::string &name) {
  const auto formats = reportFormats();
  if (const auto found = std::ranges::find(formats, name, &ReportFormat::name);
      found != formats.end())
    return &*found;
  std::vector<std::string> names;
  for (const ReportFormat &format : formats)
    names.emplace_back(format.name);
  const std::optional<std::string> near = closestMatch(name, names);
  return fail(Error::Kind::Usage, "there is no format '" + name + "'",
              near ? "did you mean '" + *near + "'?" : "there are " + listed(names));
}

/// Other steps write to the file before and after us.
Result<void> appendToSummary(const char *variable, const std::string &path,
                             const std::string &text) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  const bool written = fd >= 0 && writeAll(fd, text);
  const int why = errno;
  if (fd >= 0)
    ::close(fd);
  if (!written)
    return fail(Error::Kind::Input, "cannot write '" + path + "': " + std::strerror(why),
                std::string(variable) + " names it");
  return {};
}

} // namespace

bool FormatOutputs::Output::isText() const {
  return format->name == "text";
}

Result<void> FormatOutputs::add(const char *option, const std::string &name,
                                const std::string &path) {
  RW_ASSIGN_OR_RETURN(const ReportFormat *format, formatFrom(name));
  RW_ASSIGN_OR_RETURN(OutputFile file, OutputFile::to(option, path));
  outputs_.push_back({format, std::move(file)});
  return {};
}

Result<FormatOutputs> FormatOutputs::from(const std::vector<std::string> &formats,
                                          const std::string &jsonFile) {
  FormatOutputs outputs;
  for (const std::string &word : formats) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    RW_RETURN_IF_ERROR(formatFrom(name));
    const std::string path = equals == std::string::npos ? "-" : word.substr(equals + 1);
    if (path.empty())
      return fail(Error::Kind::Usage, "--format " + word + " names no file",
                  "write --format " + word + "FILE, or leave out the '='");
    RW_RETURN_IF_ERROR(outputs.add("--format", name, path));
  }
  if (!jsonFile.empty())
    RW_RETURN_IF_ERROR(outputs.add("--json", "json", jsonFile));
  RW_RETURN_IF_ERROR(outputs.requireOneOnStandardOutput());
  return outputs;
}

/// A format that may stand beside the text does not count.
Result<void> FormatOutputs::requireOneOnStandardOutput() const {
  std::vector<std::string> names;
  bool text = false;
  bool besideText = false;
  for (const Output &output : outputs_) {
    if (!output.to.isStandardOutput())
      continue;
    names.emplace_back(output.format->name);
    text = text || output.isText();
    besideText = besideText || output.format->besideText;
  }
  if (names.size() < 2 || (names.size() == 2 && text && besideText))
    return {};
  return fail(Error::Kind::Usage, listed(names) + " want standard output",
              "give all but one a file, as in --format " + names.front() + "=FILE");
}

bool FormatOutputs::takesStandardOutput() const {
  return std::ranges::any_of(outputs_, [](const Output &output) {
    return !output.isText() && output.to.isStandardOutput();
  });
}

bool FormatOutputs::textWanted() const {
  return !takesStandardOutput() || std::ranges::any_of(outputs_, [](const Output &output) {
    return output.isText() && output.to.isStandardOutput();
  });
}

template <typename Checked>
Result<void> FormatOutputs::writeAll(const Checked &result, const ReportContext &context,
                                     std::vector<Error> &lost) const {
  Result<void> printed;
  for (const Output &output : outputs_) {
    if (output.isText() && output.to.isStandardOutput())
      continue;
    const Result<void> written = output.to.write(output.format->render(result, context));
    if (!written && output.to.isStandardOutput())
      printed = fail(written.error());
    else if (!written)
      lost.push_back(written.error());
    const char *variable = output.format->summaryVariable;
    const char *summary = variable != nullptr ? std::getenv(variable) : nullptr;
    if (summary != nullptr && *summary != '\0')
      if (const Result<void> added =
              appendToSummary(variable, summary, output.format->renderSummary(result, context));
          !added)
        lost.push_back(added.error());
  }
  return printed;
}

Result<void> FormatOutputs::write(const CheckResult &result, const JsonContext &context,
                                  const TextOptions &text, std::vector<Error> &lost) const {
  return writeAll(result, {context, text}, lost);
}

Result<void> FormatOutputs::write(const PropertyResult &result, const JsonContext &context,
                                  const TextOptions &text, std::vector<Error> &lost) const {
  return writeAll(result, {context, text}, lost);
}

} // namespace raceward
