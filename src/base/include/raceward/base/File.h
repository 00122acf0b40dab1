// Reading and writing whole files.
#pragma once

#include "raceward/base/Result.h"

#include <string>
#include <string_view>

namespace raceward {

Result<std::string> readFile(const std::string &path);

/// Writes beside the target and renames, so that a reader never sees half a file.
Result<void> writeFileAtomically(const std::string &path, std::string_view content);

/// A directory of its own for as long as the object lives; removed with its content.
class TemporaryDirectory {
public:
  static Result<TemporaryDirectory> create();
  TemporaryDirectory(TemporaryDirectory &&other) noexcept;
  TemporaryDirectory &operator=(TemporaryDirectory &&) = delete;
  ~TemporaryDirectory();

  [[nodiscard]] const std::string &path() const { return path_; }

private:
  explicit TemporaryDirectory(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

} // namespace raceward
