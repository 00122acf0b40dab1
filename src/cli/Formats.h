// Which reports of a result were asked for, and where they go: --format FMT[=FILE].
#pragma once

#include "OutputFile.h"
#include "raceward/model/CheckResult.h"
#include "raceward/report/JsonReport.h"
#include "raceward/report/TextReport.h"

#include <cstdint>
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

  /// All but the text on standard output, which the caller prints afterwards; `github` alone
  /// may stand there beside it. A file that cannot be written is added to `lost`, as the others
  /// can; an Error is about standard output.
  [[nodiscard]] Result<void> write(const CheckResult &result, const JsonContext &context,
                                   const TextOptions &text, std::vector<Error> &lost) const;
  [[nodiscard]] Result<void> write(const PropertyResult &result, const JsonContext &context,
                                   const TextOptions &text, std::vector<Error> &lost) const;

private:
  enum class Format : std::uint8_t { Text, Json, Sarif, Junit, Gitlab, Github, Html };
  struct Output {
    Format format;
    OutputFile to;
  };
  static Result<Format> formatFrom(const std::string &name);
  [[nodiscard]] bool toStandardOutput(Format format) const;
  template <typename Checked>
  [[nodiscard]] Result<void> writeAll(const Checked &result, const JsonContext &context,
                                      const TextOptions &text, std::vector<Error> &lost) const;
  template <typename Checked>
  static std::string made(Format format, const Checked &result, const JsonContext &context,
                          const TextOptions &text);

  std::vector<Output> outputs_;
};

} // namespace raceward
