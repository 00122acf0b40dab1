#include "Memory.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace raceward {

namespace {

/// The first bytes of a small file of /proc; empty if the process is gone.
std::string readProcFile(const char *path) {
  const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return {};
  std::array<char, 4096> buffer;
  const ssize_t got = ::read(fd, buffer.data(), buffer.size() - 1);
  ::close(fd);
  return got > 0 ? std::string(buffer.data(), static_cast<std::size_t>(got)) : std::string();
}

std::uint64_t residentBytesOf(pid_t pid) {
  std::array<char, 64> path;
  std::snprintf(path.data(), path.size(), "/proc/%d/statm", pid);
  unsigned long long total = 0;
  unsigned long long resident = 0;
  if (std::sscanf(readProcFile(path.data()).c_str(), "%llu %llu", &total, &resident) != 2)
    return 0;
  static const auto pageSize = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return resident * pageSize;
}

} // namespace

std::uint64_t residentBytesOfTree(pid_t root) {
  std::uint64_t bytes = 0;
  std::vector<pid_t> open{root};
  while (!open.empty()) {
    const pid_t pid = open.back();
    open.pop_back();
    bytes += residentBytesOf(pid);
    // Children of the main thread only: the processes we watch fork from there.
    std::array<char, 64> path;
    std::snprintf(path.data(), path.size(), "/proc/%d/task/%d/children", pid, pid);
    const std::string children = readProcFile(path.data());
    const char *at = children.c_str();
    while (true) {
      char *end = nullptr;
      const long child = std::strtol(at, &end, 10);
      if (end == at)
        break;
      open.push_back(static_cast<pid_t>(child));
      at = end;
    }
  }
  return bytes;
}

} // namespace raceward
