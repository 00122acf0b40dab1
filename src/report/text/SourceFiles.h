// The source files that a report quotes, each read once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

/// "queue.c" of "src/queue.c".
inline std::string baseName(std::string_view file) {
  return std::string(file.substr(file.rfind('/') + 1));
}

class SourceFiles {
public:
  /// Line `number`, counted from 1, without its end; nothing if it cannot be read. Valid as long as
  /// this object.
  std::optional<std::string_view> line(const std::string &file, std::uint32_t number);

private:
  struct File {
    std::string content;
    std::vector<std::size_t> lineStarts;
  };
  static File load(const std::string &path);
  static File inLines(std::string content);

  std::map<std::string, File> files_;
};

} // namespace raceward
