// `raceward worker`: does the work of checks and batches that others have shared out.
#include "commands/Commands.h"
#include "options/Sharing.h"
#include "raceward/base/InterruptGuard.h"
#include "raceward/base/Process.h"
#include "raceward/base/Text.h"
#include "raceward/batch/ServeTask.h"
#include "raceward/check/QueueWorker.h"
#include "terminal/Messages.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace raceward {

namespace {

/// A process that ends sooner than this is expected to do so again, unless the server that it lacks
/// comes back.
constexpr std::chrono::seconds kTooSoon{5};
constexpr unsigned kMostEarlyEnds = 60;
constexpr unsigned kPauseMicroseconds = 2'000'000;

std::string ownName() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0)
    return "worker";
  return host.data();
}

Result<WorkerOptions> workerOptionsFrom(const OptionValues &options) {
  if (options.queue.empty())
    return fail(Error::Kind::Usage, "no queue", "name one: --queue nats://127.0.0.1:4222");
  WorkerOptions worker;
  worker.queue =
      queueSettingsFrom(options, [](std::string_view what) { printWarning(std::string(what)); });
  worker.queue.awaitsSetUp = true;
  worker.memoryBytes = options.memoryLimit.value_or(UINT64_MAX);
  if (options.idleExit)
    worker.idleExit = std::chrono::seconds(static_cast<std::int64_t>(*options.idleExit));
  worker.name = options.workerName.empty() ? ownName() : options.workerName;
  return worker;
}

/// In a process of its own; its exit status.
int work(WorkerOptions options, bool quiet) {
  options.name += ":" + std::to_string(::getpid());
  const InterruptGuard interrupt;
  options.stopped = [&] { return interrupt.interrupted(); };
  if (!quiet)
    options.onLine = [&](std::string_view line) {
      std::fprintf(stderr, "raceward worker %s: %s\n", terminalSafeLine(options.name).c_str(),
                   terminalSafeLine(line).c_str());
    };
  std::error_code error;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", error).string();
  Result<TaskServing> serving = servingWith(self, options.name);
  if (!serving)
    return static_cast<int>(printError(serving.error()));
  serving->interrupted = options.stopped;
  options.serveOther = [&](Queue &queue, Delivery &delivery) -> Result<bool> {
    if (!isBatchTask(delivery.body()))
      return false;
    const Result<bool> served = serveTask(queue, delivery, *serving);
    if (!served || !*served) { // another worker has a moment to get it
      ::sleep(1);
      return served ? Result<bool>(true) : served;
    }
    return true;
  };
  const Result<void> served = serveQueue(options);
  return served ? 0 : static_cast<int>(printError(served.error()));
}

/// One of the processes that do the work.
struct Member {
  pid_t pid = -1;
  std::chrono::steady_clock::time_point begun;
  unsigned earlyEnds = 0;
  bool hasWorked = false; ///< it once lived for a while
};

bool start(Member &member, const WorkerOptions &options, bool quiet) {
  const pid_t parent = ::getpid();
  member.begun = std::chrono::steady_clock::now();
  member.pid = ::fork();
  if (member.pid != 0)
    return member.pid > 0;
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  ::_exit(::getppid() == parent ? work(options, quiet) : 0);
}

/// Keeps as many at work as are wanted. One that dies is replaced, as long as that makes sense.
Result<int> supervise(const WorkerOptions &options, unsigned jobs, bool quiet) {
  const InterruptGuard interrupt;
  std::vector<Member> members(jobs);
  int status = 0;
  for (Member &member : members)
    if (!start(member, options, quiet))
      return fail(Error::Kind::Resource, "cannot start a process", "use a smaller -j");
  std::size_t left = members.size();
  bool told = false;
  while (left > 0) {
    if (interrupt.interrupted() && !told) {
      told = true;
      for (const Member &member : members)
        if (member.pid > 0)
          ::kill(member.pid, SIGTERM);
    }
    int ended = 0;
    const pid_t pid = ::waitpid(-1, &ended, WNOHANG);
    if (pid <= 0) {
      ::usleep(100'000);
      continue;
    }
    for (Member &member : members) {
      if (member.pid != pid)
        continue;
      member.pid = -1;
      const bool isDone = WIFEXITED(ended) && WEXITSTATUS(ended) == 0;
      const bool early = std::chrono::steady_clock::now() - member.begun < kTooSoon;
      member.earlyEnds = early ? member.earlyEnds + 1 : 0;
      member.hasWorked |= !early;
      // A process that never worked was called wrongly, and has said so.
      if (!told && !isDone && (member.hasWorked || WIFSIGNALED(ended)) &&
          member.earlyEnds < kMostEarlyEnds) {
        ::usleep(early ? kPauseMicroseconds : 0);
        if (start(member, options, quiet))
          continue;
      }
      if (WIFEXITED(ended) && WEXITSTATUS(ended) != 0)
        status = WEXITSTATUS(ended);
      if (WIFSIGNALED(ended) && !told)
        status = 4;
      --left;
    }
  }
  return interrupt.interrupted() ? 128 + interrupt.signal() : status;
}

} // namespace

Result<int> runWorkerCommand(const CommandLine &line) {
  RW_ASSIGN_OR_RETURN(const WorkerOptions options, workerOptionsFrom(line.options));
  return supervise(options, *line.options.jobs, line.options.quiet);
}

} // namespace raceward
