#include "output/OutputFile.h"

#include "raceward/base/File.h"
#include "raceward/base/Process.h"
#include "terminal/Messages.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace raceward {

namespace {

namespace fs = std::filesystem;

Unexpected cannotWrite(const std::string &option, const std::string &path, const std::string &why) {
  return fail(Error::Kind::Usage, "cannot write '" + path + "': " + why,
              "give " + option + " a path in a folder that exists and can be written");
}

/// Opens a name like the one that writeFileAtomically() will use.
Result<void> tryBeside(const char *option, const std::string &path) {
  const std::string beside = path + ".tmp" + std::to_string(::getpid());
  const int fd = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0)
    return cannotWrite(option, path, std::strerror(errno));
  ::close(fd);
  ::unlink(beside.c_str());
  return {};
}

} // namespace

Result<OutputFile> OutputFile::to(const char *option, const std::string &path) {
  if (path.empty())
    return OutputFile(option, Kind::Nowhere, path);
  if (path == "-")
    return OutputFile(option, Kind::StandardOutput, path);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status))
    return cannotWrite(option, path, "it is a folder");
  // /dev/null, a pipe: renaming over those would destroy them.
  if (fs::exists(status) && !fs::is_regular_file(status))
    return OutputFile(option, Kind::Device, path);
  // A symbolic link is kept; its target is replaced.
  const fs::path real = fs::is_symlink(fs::symlink_status(path, error))
                            ? fs::weakly_canonical(path, error)
                            : fs::path(path);
  const std::string target = error ? path : real.string();
  if (const Result<void> tried = tryBeside(option, target); !tried)
    return fail(tried.error());
  return OutputFile(option, Kind::File, target);
}

Result<void> OutputFile::write(std::string_view text) const {
  switch (kind_) {
  case Kind::Nowhere:
    return {};
  case Kind::StandardOutput:
    return printResult(text);
  case Kind::File:
    return writeFileAtomically(path_, text);
  case Kind::Device:
    break;
  }
  const int fd = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  const bool written = fd >= 0 && writeAll(fd, text);
  const int why = errno;
  if (fd >= 0)
    ::close(fd);
  if (!written)
    return cannotWrite(option_, path_, std::strerror(why));
  return {};
}

} // namespace raceward
