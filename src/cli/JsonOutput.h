// Where --json goes.
#pragma once

#include "raceward/base/Result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace raceward {

class JsonOutput {
public:
  /// Tries the place out before an hour of work depends on it. An empty path: nowhere.
  static Result<JsonOutput> to(const std::string &path);

  [[nodiscard]] bool wanted() const { return kind_ != Kind::Nowhere; }
  [[nodiscard]] bool isStandardOutput() const { return kind_ == Kind::StandardOutput; }

  /// A file is replaced as a whole or not at all.
  [[nodiscard]] Result<void> write(std::string_view text) const;

private:
  enum class Kind : std::uint8_t { Nowhere, StandardOutput, File, Device };
  JsonOutput(Kind kind, std::string path) : kind_(kind), path_(std::move(path)) {}

  Kind kind_;
  std::string path_;
};

} // namespace raceward
