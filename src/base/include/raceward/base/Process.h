// Child processes under limits.
//
// One place knows how to start a process, watch its time and memory (with all its
// descendants), collect what it writes and end it for certain. The check runs its
// engines through runForked(), the front end its compiler and the batch runner its
// tasks through runCommand(). Safe to call from several threads at once.
#pragma once

#include "raceward/base/Result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

struct ProcessLimits {
  std::optional<double> wallSeconds;
  /// Resident memory of the child and all its descendants together.
  std::optional<std::uint64_t> memoryBytes;
};

struct ProcessEnd {
  enum class Kind : std::uint8_t { Exited, Signalled, TimeLimit, MemoryLimit, Cancelled };
  Kind kind = Kind::Exited;
  int code = 0; ///< exit status, or the signal that ended it
  double wallSeconds = 0;
  double cpuSeconds = 0; ///< of the child and of every descendant it waited for
  std::uint64_t peakBytes = 0;

  [[nodiscard]] bool succeeded() const { return kind == Kind::Exited && code == 0; }
};

/// Receives output as it arrives, in pieces of any size.
using OutputSink = std::function<void(std::string_view)>;

struct ProcessWatch {
  ProcessLimits limits;
  /// Where the child starts; empty for the folder of this process.
  std::string directory;
  /// Where output goes; a stream without a sink is discarded.
  OutputSink onOutput;
  OutputSink onErrors;
  /// Asked every few milliseconds; true ends the child and everything it started.
  std::function<bool()> cancelled;
  /// Told as often what the child and its descendants hold now.
  std::function<void(std::uint64_t residentBytes)> onTick;
};

/// Runs a program, found on PATH if its name has no slash, and waits for it. Its
/// standard input is empty.
Result<ProcessEnd> runCommand(const std::vector<std::string> &argv, const ProcessWatch &watch);

/// Runs `body` in a forked copy of this process and waits for it. What it writes to
/// the descriptor it is given arrives at watch.onOutput; its standard error at
/// watch.onErrors, or, without that sink, where this process's goes. A failed
/// allocation in the child counts as reaching the memory limit.
Result<ProcessEnd> runForked(const std::function<int(int outputFd)> &body,
                             const ProcessWatch &watch);

/// Whether a process that runForked() or a copy of it made ended because an allocation failed.
[[nodiscard]] bool isOutOfMemory(const ProcessEnd &end);

/// True if there is such a program: on PATH if its name has no slash.
bool canRun(const std::string &program);

/// Writes all of `text`, through interrupted and partial writes.
bool writeAll(int fd, std::string_view text);

/// "killed by SIGSEGV", "exited with status 3", "stopped at the time limit" …
std::string describe(const ProcessEnd &end);

} // namespace raceward
