#include "raceward/native/ProgramServer.h"

#include "Descendants.h"
#include "EmbeddedBitcode.h"
#include "SharedSlots.h"
#include "SiteTable.h"
#include "Symbols.h"
#include "raceward/base/File.h"
#include "raceward/base/Process.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <poll.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace raceward {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// While one run is cleaned up, the process of the next one is ready.
constexpr std::uint32_t kSlots = 2;
/// From its start until its runtime is in control.
constexpr double kSecondsToStart = 20;
/// Milliseconds between checks of the server, and until a run is known to have begun.
constexpr long kLongestWait = 200;
constexpr long kShortestWait = 5;
constexpr std::size_t kMostOutput = std::size_t{64} * 1024;

Clock::duration secondsOf(double count) {
  return std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(std::min(count, 1e8)));
}

std::string beginningOf(const std::string &file) {
  const Result<std::string> text = readFile(file);
  return text ? sanitizedUtf8(std::string_view(*text).substr(0, kMostOutput)) : std::string();
}

bool isFile(const std::string &path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

bool isThere(const std::string &path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

std::string absolutePath(const std::string &path) {
  std::error_code ignored;
  return fs::absolute(path, ignored).string();
}

/// The file that the shell would execute.
Result<std::string> executableOf(const std::string &name) {
  if (name.find('/') != std::string::npos) {
    if (access(name.c_str(), X_OK) == 0 && isFile(name))
      return absolutePath(name);
  } else if (const char *path = std::getenv("PATH")) {
    for (const std::string_view folder : split(path, ':')) {
      const std::string file = std::string(folder) + "/" + name;
      if (access(file.c_str(), X_OK) == 0 && isFile(file))
        return file;
    }
  }
  return fail(Error::Kind::Input, "'" + name + "' is not an executable program",
              name.find('/') == std::string::npos && isFile("./" + name) ? "name it as in ./" + name
              : isThere(name) ? "name the program that `raceward cc` has built"
                              : "");
}

class Server final : public ProgramServer {
public:
  Server(NativeCommand command, SharedSlots slots, TemporaryDirectory folder, int replies)
      : command_(std::move(command)), slots_(std::move(slots)), folder_(std::move(folder)),
        replies_(replies) {}

  ~Server() override {
    if (process_ > 0) {
      // Its children have groups and sessions of their own.
      endDescendants(process_);
      kill(-process_, SIGKILL);
      kill(process_, SIGKILL);
      waitpid(process_, nullptr, 0);
    }
    close(replies_);
  }

  Result<void> spawn(const std::string &executable, int replyTo) {
    const std::string control = "RACEWARD_CONTROL=" + std::to_string(slots_.descriptor()) + "," +
                                std::to_string(replyTo) + "," + std::to_string(kSlots) + "," +
                                std::to_string(slots_.bytesOfSlot());
    const std::string sites = "RACEWARD_SITES=" + sitesFile();
    std::vector<char *> environment;
    for (char **entry = environ; *entry != nullptr; ++entry)
      environment.push_back(*entry);
    environment.push_back(const_cast<char *>(control.c_str()));
    environment.push_back(const_cast<char *>(sites.c_str()));
    environment.push_back(nullptr);
    std::vector<char *> words;
    for (std::string &word : command_.words)
      words.push_back(word.data());
    words.push_back(nullptr);
    const std::string errors = folder_.path() + "/start";
    const int errorFile = open(errors.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    const int parent = getpid();
    process_ = fork();
    if (process_ < 0)
      return fail(Error::Kind::Resource, "the program cannot be started: no process for it");
    if (process_ == 0) {
      setpgid(0, 0);
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent)
        _exit(127);
      // Addresses must not change from run to run.
      personality(ADDR_NO_RANDOMIZE);
      dup2(errorFile, STDOUT_FILENO);
      dup2(errorFile, STDERR_FILENO);
      execve(executable.c_str(), words.data(), environment.data());
      _exit(127);
    }
    setpgid(process_, process_);
    if (errorFile >= 0)
      close(errorFile);
    executable_ = executable;
    return {};
  }

  void endRunsAt(Clock::time_point moment) override { endOfRuns_ = moment; }

  Result<Execution> run(const ScheduleOrder &order) override {
    const std::uint32_t slot = next_;
    next_ = (next_ + 1) % kSlots;
    Result<RunSurroundings> around = prepare();
    if (!around)
      return fail(around.error());
    if (!slots_.begin(slot, order, *around))
      return fail(Error::Kind::Resource, "a schedule has more steps than there is room for",
                  "raise --log-size");
    Execution result;
    const Result<int> status = waitFor(slot, result);
    if (!status)
      return fail(status.error());
    const bool timedOut = result.timedOut;
    const bool stopped = result.stopped;
    result = slots_.finished(slot);
    result.timedOut = timedOut;
    result.stopped = stopped;
    // A runtime of another version uses another layout, so that its results are not found.
    if (result.state == RW_IDLE && !timedOut)
      return fail(Error::Kind::Input,
                  "'" + command_.words.front() + "' was built for another version of Raceward",
                  "build it again with `raceward cc` or `raceward c++`");
    if (WIFSIGNALED(*status) && !timedOut && result.signal == 0)
      result.signal = WTERMSIG(*status);
    result.exitStatus = WIFEXITED(*status) ? WEXITSTATUS(*status) : 0;
    if (result.signal != 0 && result.state == RW_RUNNING)
      result.state = RW_CRASHED;
    if (const Result<void> known = learnSites(); !known)
      return fail(known.error());
    lastAround_ = *around;
    if (!copy_.empty()) {
      std::error_code ignored;
      fs::remove_all(copy_, ignored);
    }
    return result;
  }

  [[nodiscard]] const std::vector<NativeSite> &sites() const override { return sites_; }
  [[nodiscard]] std::string symbolAt(std::uint64_t address) const override {
    return symbols_.at(address);
  }
  [[nodiscard]] std::optional<SymbolPlace> variableAt(std::uint64_t address) const override {
    return symbols_.placeOf(address);
  }
  [[nodiscard]] std::optional<SymbolPlace> variableNamed(const std::string &name) const override {
    return symbols_.named(name);
  }
  [[nodiscard]] std::vector<std::string> bitcode() const override {
    return embeddedBitcode(executable_);
  }
  [[nodiscard]] std::string lastOutput() const override {
    return beginningOf(lastAround_.output) + beginningOf(lastAround_.errors);
  }

private:
  [[nodiscard]] std::string sitesFile() const { return folder_.path() + "/sites"; }

  Result<RunSurroundings> prepare() {
    RunSurroundings around;
    around.input = command_.input;
    around.output = folder_.path() + "/output";
    around.errors = folder_.path() + "/errors";
    if (!command_.resetCommand.empty()) {
      std::string errors;
      ProcessWatch watch;
      watch.onErrors = [&](std::string_view text) { errors += text; };
      const Result<ProcessEnd> end = runCommand({"sh", "-c", command_.resetCommand}, watch);
      if (!end)
        return fail(end.error());
      if (!end->succeeded())
        return fail(Error{Error::Kind::Input, "the command of --reset " + describe(*end),
                          sanitizedUtf8(errors), "it is to leave everything as a run finds it"});
    }
    if (!command_.privateFolder.empty()) {
      copy_ = folder_.path() + "/run" + std::to_string(copies_++);
      std::error_code error;
      fs::copy(command_.privateFolder, copy_,
               fs::copy_options::recursive | fs::copy_options::copy_symlinks, error);
      if (error)
        return fail(Error::Kind::Input, "the folder '" + command_.privateFolder +
                                            "' cannot be copied: " + error.message());
      around.directory = copy_;
    }
    return around;
  }

  /// The exit status of the run's process. It is killed at its own time limit, which counts from
  /// its start, or at the limit for all runs.
  Result<int> waitFor(std::uint32_t slot, Execution &run) {
    const auto asked = Clock::now();
    Clock::time_point end = asked + secondsOf(kSecondsToStart);
    for (bool hasBegun = false;;) {
      if (!hasBegun && slots_.processOf(slot) > 0) {
        hasBegun = true;
        end = std::min(Clock::now() + secondsOf(command_.runSeconds), endOfRuns_);
        run.stopped = end == endOfRuns_;
      }
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
      const auto most = hasBegun ? kLongestWait : kShortestWait;
      pollfd waiting{replies_, POLLIN, 0};
      const int ready = poll(&waiting, 1, static_cast<int>(std::clamp<long>(left + 1, 0, most)));
      if (ready > 0 && (waiting.revents & POLLIN) != 0) {
        rw_reply reply{};
        const ssize_t got = read(replies_, &reply, sizeof reply);
        if (got == static_cast<ssize_t>(sizeof reply)) {
          if (reply.slot != slot)
            continue;
          run.stopped = run.stopped && run.timedOut;
          return static_cast<int>(reply.status);
        }
      }
      int status = 0;
      if (waitpid(process_, &status, WNOHANG) == process_) {
        process_ = -1;
        return fail(Error{Error::Kind::Input,
                          "'" + command_.words.front() + "' ended before its first run",
                          beginningOf(folder_.path() + "/start"),
                          "see whether it starts at all, without raceward"});
      }
      if (Clock::now() < end)
        continue;
      const int process = slots_.processOf(slot);
      if (process <= 0)
        return fail(Error::Kind::Resource, "'" + command_.words.front() + "' does not start");
      if (run.timedOut)
        return fail(Error::Kind::Resource, "'" + command_.words.front() + "' cannot be ended");
      run.timedOut = true;
      kill(process, SIGKILL);
      // Its server has to clean up after it.
      end = Clock::now() + secondsOf(kSecondsToStart);
    }
  }

  Result<void> learnSites() {
    if (!sites_.empty())
      return {};
    const Result<std::string> text = readFile(sitesFile());
    if (!text)
      return fail(Error::Kind::Internal, "the program has not written its table of sites");
    Result<std::vector<NativeSite>> sites = parseSites(*text);
    if (!sites)
      return fail(sites.error());
    sites_ = std::move(*sites);
    symbols_.read(executable_, baseOfExecutable(process_));
    return {};
  }

  NativeCommand command_;
  SharedSlots slots_;
  TemporaryDirectory folder_;
  int replies_;
  int process_ = -1;
  std::string executable_;
  std::uint32_t next_ = 0;
  Clock::time_point endOfRuns_ = Clock::time_point::max();
  std::string copy_; ///< of the private folder, for this run
  std::uint64_t copies_ = 0;
  RunSurroundings lastAround_;
  std::vector<NativeSite> sites_;
  Symbols symbols_;
};

} // namespace

Result<std::unique_ptr<ProgramServer>> ProgramServer::start(const NativeCommand &command) {
  const Result<std::string> executable = executableOf(command.words.front());
  if (!executable)
    return fail(executable.error());
  if (!hasRuntime(*executable))
    return fail(Error::Kind::Input, "'" + command.words.front() + "' was not built for raceward",
                "build it with `raceward cc` or `raceward c++` (docs/use/native.md)");
  for (const std::string &path : {command.input, command.privateFolder})
    if (!path.empty() && !isThere(path))
      return fail(Error::Kind::Input, "there is no '" + path + "'");
  NativeCommand absolute = command;
  if (!absolute.input.empty())
    absolute.input = absolutePath(absolute.input);
  Result<SharedSlots> slots = SharedSlots::create(kSlots, command.mostLogged);
  if (!slots)
    return fail(slots.error());
  Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  if (!folder)
    return fail(folder.error());
  std::array<int, 2> replies{};
  if (pipe2(replies.data(), O_CLOEXEC) != 0)
    return fail(Error::Kind::Resource, "cannot create a pipe for native runs");
  fcntl(replies[1], F_SETFD, 0);
  auto server = std::make_unique<Server>(std::move(absolute), std::move(*slots), std::move(*folder),
                                         replies[0]);
  const Result<void> spawned = server->spawn(*executable, replies[1]);
  close(replies[1]);
  if (!spawned)
    return fail(spawned.error());
  return std::unique_ptr<ProgramServer>(std::move(server));
}

} // namespace raceward
