#include "raceward/base/Process.h"

#include "Memory.h"
#include "raceward/base/Text.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace raceward {

namespace {

/// Status of a forked child whose allocation failed. Chosen away from the statuses
/// that programs and shells use.
constexpr int kOutOfMemoryStatus = 91;
/// Status of a child in which exec failed; the errno follows through a pipe.
constexpr int kExecFailedStatus = 92;
/// How often limits are checked. A process touches new memory at a few GB/s at most, so the
/// overshoot stays within tens of megabytes.
constexpr int kTickMilliseconds = 5;

/// The sanitizer reserves terabytes of address space, so that it cannot start under a limit. gcc
/// announces it by a macro, clang by a feature.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kAddressSanitizer = true;
#elif defined(__has_feature)
constexpr bool kAddressSanitizer = __has_feature(address_sanitizer);
#else
constexpr bool kAddressSanitizer = false;
#endif

using Clock = std::chrono::steady_clock;

struct Pipe {
  int readEnd = -1;
  int writeEnd = -1;

  Pipe() = default;
  Pipe(const Pipe &) = delete;
  Pipe &operator=(const Pipe &) = delete;
  ~Pipe() {
    closeRead();
    closeWrite();
  }

  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
      return false;
    readEnd = ends[0];
    writeEnd = ends[1];
    return true;
  }
  void closeRead() { closeEnd(readEnd); }
  void closeWrite() { closeEnd(writeEnd); }

private:
  static void closeEnd(int &end) {
    if (end >= 0)
      ::close(end);
    end = -1;
  }
};

/// Common set-up of both kinds of children: a process group of their own (so that the whole tree
/// can be killed), death with the parent, no input, default signals.
void becomeChild(const ProcessLimits &limits, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent)
    ::_exit(kExecFailedStatus); // the parent is gone already
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT})
    ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int devNull = ::open("/dev/null", O_RDONLY);
  if (devNull >= 0) {
    ::dup2(devNull, STDIN_FILENO);
    ::close(devNull);
  }
  // A crash of the child is a result, not a reason for a core dump.
  const rlimit noCore{0, 0};
  ::setrlimit(RLIMIT_CORE, &noCore);
  // The supervisor samples memory every few milliseconds; the kernel's limit holds in between.
  if (limits.memoryBytes && !kAddressSanitizer) {
    const rlimit data{*limits.memoryBytes, *limits.memoryBytes};
    ::setrlimit(RLIMIT_DATA, &data);
  }
}

/// Passes all readable data to the sink; false once the writer has closed its end.
bool drain(int fd, const OutputSink &sink) {
  std::array<char, 65536> buffer;
  const ssize_t got = ::read(fd, buffer.data(), buffer.size());
  if (got > 0) {
    if (sink)
      sink(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
    return true;
  }
  return got < 0 && (errno == EINTR || errno == EAGAIN);
}

double cpuSecondsOf(const rusage &usage) {
  const auto seconds = [](const timeval &t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Supervises a running child until it exits or must be killed.
ProcessEnd superviseChild(pid_t pid, Pipe &out, Pipe &err, const ProcessWatch &watch) {
  out.closeWrite();
  err.closeWrite();
  ProcessEnd end;
  const Clock::time_point start = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  std::optional<ProcessEnd::Kind> stopped;
  rusage usage{};
  int status = 0;

  while (true) {
    std::array<pollfd, 2> fds{pollfd{out.readEnd, POLLIN, 0}, pollfd{err.readEnd, POLLIN, 0}};
    ::poll(fds.data(), fds.size(), kTickMilliseconds);
    if (fds[0].revents != 0 && !drain(out.readEnd, watch.onOutput))
      out.closeRead();
    if (fds[1].revents != 0 && !drain(err.readEnd, watch.onErrors))
      err.closeRead();

    const pid_t done = ::wait4(pid, &status, WNOHANG, &usage);
    if (done == pid || (done < 0 && errno == ECHILD))
      break;

    const std::uint64_t residentBytes = residentBytesOfTree(pid);
    end.peakBytes = std::max(end.peakBytes, residentBytes);
    if (watch.onTick)
      watch.onTick(residentBytes);
    if (stopped)
      continue; // killed; the kernel has yet to report it
    if (watch.limits.wallSeconds && elapsed() >= *watch.limits.wallSeconds)
      stopped = ProcessEnd::Kind::TimeLimit;
    else if (watch.limits.memoryBytes && end.peakBytes > *watch.limits.memoryBytes)
      stopped = ProcessEnd::Kind::MemoryLimit;
    else if (watch.cancelled && watch.cancelled())
      stopped = ProcessEnd::Kind::Cancelled;
    if (stopped)
      ::kill(-pid, SIGKILL);
  }

  // No descendant may outlive the child, least of all with our pipes open.
  ::kill(-pid, SIGKILL);
  const auto drainRest = [](Pipe &pipe, const OutputSink &sink) {
    while (pipe.readEnd >= 0 && drain(pipe.readEnd, sink)) {
    }
  };
  drainRest(out, watch.onOutput);
  drainRest(err, watch.onErrors);

  end.wallSeconds = elapsed();
  end.cpuSeconds = cpuSecondsOf(usage);
  end.peakBytes =
      std::max(end.peakBytes, static_cast<std::uint64_t>(usage.ru_maxrss) * std::uint64_t{1024});
  if (stopped) {
    end.kind = *stopped;
    end.code = SIGKILL;
  } else if (WIFSIGNALED(status)) {
    end.kind = ProcessEnd::Kind::Signalled;
    end.code = WTERMSIG(status);
  } else {
    end.kind = ProcessEnd::Kind::Exited;
    end.code = WEXITSTATUS(status);
  }
  return end;
}

Unexpected systemRefused(const std::string &what) {
  return fail(Error::Kind::Resource, "cannot " + what + ": " + std::strerror(errno));
}

} // namespace

bool canRun(const std::string &program) {
  if (program.find('/') != std::string::npos)
    return ::access(program.c_str(), X_OK) == 0;
  const char *path = std::getenv("PATH");
  for (const std::string_view folder : split(path ? path : "", ':'))
    if (!folder.empty() && ::access((std::string(folder) + "/" + program).c_str(), X_OK) == 0)
      return true;
  return false;
}

bool writeAll(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

Result<ProcessEnd> runCommand(const std::vector<std::string> &argv, const ProcessWatch &watch) {
  RW_CHECK(!argv.empty());
  // Prepared before the fork: the child of a program with threads may not allocate.
  std::vector<char *> arguments;
  arguments.reserve(argv.size() + 1);
  for (const std::string &argument : argv)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);

  Pipe out;
  Pipe err;
  Pipe execError;
  if (!out.open() || !err.open() || !execError.open())
    return systemRefused("create a pipe");

  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0)
    return systemRefused("start '" + argv[0] + "'");
  if (pid == 0) {
    becomeChild(watch.limits, parent);
    ::dup2(out.writeEnd, STDOUT_FILENO);
    ::dup2(err.writeEnd, STDERR_FILENO);
    if (watch.directory.empty() || ::chdir(watch.directory.c_str()) == 0)
      ::execvp(arguments[0], arguments.data());
    const int why = errno;
    (void)!::write(execError.writeEnd, &why, sizeof why);
    ::_exit(kExecFailedStatus);
  }
  ::setpgid(pid, pid); // parent and child both call it: either may run first
  const ProcessEnd end = superviseChild(pid, out, err, watch);

  execError.closeWrite();
  int why = 0;
  if (::read(execError.readEnd, &why, sizeof why) == static_cast<ssize_t>(sizeof why))
    return fail(Error::Kind::Setup, "cannot run '" + argv[0] + "': " + std::strerror(why));
  return end;
}

Result<ProcessEnd> runForked(const std::function<int(int outputFd)> &body,
                             const ProcessWatch &watch) {
  Pipe out;
  Pipe err;
  if (!out.open() || (watch.onErrors && !err.open()))
    return systemRefused("create a pipe");

  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0)
    return systemRefused("start a child process");
  if (pid == 0) {
    becomeChild(watch.limits, parent);
    if (err.writeEnd >= 0)
      ::dup2(err.writeEnd, STDERR_FILENO);
    std::set_new_handler([] { ::_exit(kOutOfMemoryStatus); });
    ::_exit(body(out.writeEnd));
  }
  ::setpgid(pid, pid);
  ProcessEnd end = superviseChild(pid, out, err, watch);
  if (isOutOfMemory(end))
    end.kind = ProcessEnd::Kind::MemoryLimit;
  return end;
}

bool isOutOfMemory(const ProcessEnd &end) {
  return end.kind == ProcessEnd::Kind::Exited && end.code == kOutOfMemoryStatus;
}

std::string describe(const ProcessEnd &end) {
  switch (end.kind) {
  case ProcessEnd::Kind::Exited:
    return "exited with status " + std::to_string(end.code);
  case ProcessEnd::Kind::Signalled: {
    const char *name = ::sigabbrev_np(end.code);
    return "killed by " + (name ? "SIG" + std::string(name) : "signal " + std::to_string(end.code));
  }
  case ProcessEnd::Kind::TimeLimit:
    return "stopped at the time limit";
  case ProcessEnd::Kind::MemoryLimit:
    return "stopped at the memory limit";
  case ProcessEnd::Kind::Cancelled:
    return "interrupted";
  }
  return "ended";
}

} // namespace raceward
