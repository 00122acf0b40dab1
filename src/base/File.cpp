#include "raceward/base/File.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace raceward {

Result<std::string> readFile(const std::string &path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return fail(Error::Kind::Input, "'" + path + "' is a folder, not a file");
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return fail(Error::Kind::Input, "cannot read '" + path + "': " + std::strerror(errno));
  std::ostringstream content;
  content << in.rdbuf();
  return std::move(content).str();
}

Result<void> writeFileAtomically(const std::string &path, std::string_view content) {
  const std::string beside = path + ".tmp" + std::to_string(::getpid());
  {
    std::ofstream out(beside, std::ios::binary | std::ios::trunc);
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
    out.flush();
    if (!out) {
      const std::string why = std::strerror(errno);
      ::unlink(beside.c_str());
      return fail(Error::Kind::Input, "cannot write '" + path + "': " + why);
    }
  }
  if (std::rename(beside.c_str(), path.c_str()) != 0) {
    const std::string why = std::strerror(errno);
    ::unlink(beside.c_str());
    return fail(Error::Kind::Input, "cannot write '" + path + "': " + why);
  }
  return {};
}

Result<TemporaryDirectory> TemporaryDirectory::create() {
  const char *base = std::getenv("TMPDIR");
  std::string path = (base && *base ? std::string(base) : std::string("/tmp")) + "/raceward-XXXXXX";
  if (!::mkdtemp(path.data()))
    return fail(Error::Kind::Resource,
                "cannot create a temporary folder '" + path + "': " + std::strerror(errno),
                "set TMPDIR to a folder that can be written");
  return TemporaryDirectory(std::move(path));
}

TemporaryDirectory::TemporaryDirectory(TemporaryDirectory &&other) noexcept
    : path_(std::move(other.path_)) {
  other.path_.clear();
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  if (!path_.empty())
    std::filesystem::remove_all(path_, ignored);
}

} // namespace raceward
