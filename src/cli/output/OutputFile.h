// An output file named by an option.
#pragma once

#include "raceward/base/Result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace raceward {

class OutputFile {
public:
  OutputFile() = default; ///< no output
  /// Tests that it can be written before a long check. An empty path: no output.
  static Result<OutputFile> to(const char *option, const std::string &path);

  [[nodiscard]] bool wanted() const { return kind_ != Kind::Nowhere; }
  [[nodiscard]] bool isStandardOutput() const { return kind_ == Kind::StandardOutput; }

  /// A file is replaced as a whole or not at all.
  [[nodiscard]] Result<void> write(std::string_view text) const;

private:
  enum class Kind : std::uint8_t { Nowhere, StandardOutput, File, Device };
  OutputFile(std::string option, Kind kind, std::string path)
      : option_(std::move(option)), kind_(kind), path_(std::move(path)) {}

  std::string option_; ///< for messages
  Kind kind_ = Kind::Nowhere;
  std::string path_;
};

} // namespace raceward
