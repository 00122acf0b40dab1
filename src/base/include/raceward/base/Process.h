// Child processes under limits.
//
// The only code that starts a process, supervises its time and memory (with all descendants),
// collects its output and kills it reliably. The check runs its engines through runForked(); the
// front end its compiler and the batch runner its tasks through runCommand(). Safe to call from
// several threads at once.
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
  /// Working directory of the child; empty for that of this process.
  std::string directory;
  /// Sinks of the output; a stream without a sink is discarded.
  OutputSink onOutput;
  OutputSink onErrors;
  /// Polled every few milliseconds; true kills the child and all its descendants.
  std::function<bool()> cancelled;
  /// Called as often, with the resident memory of the child and its descendants.
  std::function<void(std::uint64_t residentBytes)> onTick;
};

/// Runs a program, found on PATH if its name has no slash, and waits for it. Its
/// standard input is empty.
Result<ProcessEnd> runCommand(const std::vector<std::string> &argv, const ProcessWatch &watch);

/// Runs `body` in a forked copy of this process and waits for it. Output written to the given
/// descriptor arrives at watch.onOutput; standard error at watch.onErrors, or, without that sink,
/// at this process's standard error. A failed allocation in the child counts as reaching the memory
/// limit.
Result<ProcessEnd> runForked(const std::function<int(int outputFd)> &body,
                             const ProcessWatch &watch);

/// Whether a process started by runForked(), or by its child in turn, ended because an allocation
/// failed.
[[nodiscard]] bool isOutOfMemory(const ProcessEnd &end);

/// True if the program exists: on PATH if its name has no slash.
bool canRun(const std::string &program);

/// Writes all of `text`; retries interrupted and partial writes.
bool writeAll(int fd, std::string_view text);

/// "killed by SIGSEGV", "exited with status 3", "stopped at the time limit" …
std::string describe(const ProcessEnd &end);

} // namespace raceward
