// Which reports of a result were asked for, and where they go: --format FMT[=FILE].
#pragma once

#include "output/OutputFile.h"
#include "output/ReportFormats.h"

#include <string>
#include <vector>

namespace raceward {

class FormatOutputs {
public:
  /// `formats` as the user wrote them; `jsonFile` is what --json names.
  static Result<FormatOutputs> from(const std::vector<std::string> &formats,
                                    const std::string &jsonFile);

  /// Whether the text goes to standard output: unless another format does.
  [[nodiscard]] bool textWanted() const;
  /// Whether anything but the text goes there.
  [[nodiscard]] bool takesStandardOutput() const;

  /// All but the text on standard output, which the caller prints afterwards. A file that cannot be
  /// written is added to `lost`, as the others can; an Error is about standard output.
  [[nodiscard]] Result<void> write(const CheckResult &result, const JsonContext &context,
                                   const TextOptions &text, std::vector<Error> &lost) const;
  [[nodiscard]] Result<void> write(const PropertyResult &result, const JsonContext &context,
                                   const TextOptions &text, std::vector<Error> &lost) const;

private:
  struct Output {
    const ReportFormat *format;
    OutputFile to;

    [[nodiscard]] bool isText() const;
  };
  [[nodiscard]] Result<void> add(const char *option, const std::string &name,
                                 const std::string &path);
  [[nodiscard]] Result<void> requireOneOnStandardOutput() const;
  template <typename Checked>
  [[nodiscard]] Result<void> writeAll(const Checked &result, const ReportContext &context,
                                      std::vector<Error> &lost) const;

  std::vector<Output> outputs_;
};

} // namespace raceward
