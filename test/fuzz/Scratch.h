// A file for readers that want one. The same name for every input of a run.
#pragma once

#include "raceward/base/Check.h"
#include "raceward/base/File.h"

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>

namespace raceward::fuzz {

inline std::string_view asText(const std::uint8_t *data, std::size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

inline const std::string &scratchFolder() {
  static const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  return folder->path();
}

/// Writes `content` to a file of that name and returns its path.
inline std::string scratchFile(const char *name, std::string_view content) {
  std::string path = scratchFolder() + "/" + name;
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.flush();
  RW_CHECK(out.good());
  return path;
}

} // namespace raceward::fuzz
