#include "Controller.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <linux/futex.h>
#include <poll.h>
#include <sstream>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr std::uint64_t kSlotBytes = 32u << 20;
constexpr std::uint64_t kForcedAt = 1u << 16;
constexpr std::uint64_t kContextsAt = 4u << 20;
constexpr std::uint64_t kMarksAt = 6u << 20;
constexpr std::uint64_t kLogAt = 8u << 20;
constexpr int kMostMilliseconds = 20000;

[[noreturn]] void startProgram(const std::vector<std::string> &arguments) {
  personality(ADDR_NO_RANDOMIZE);
  std::vector<char *> argv;
  argv.reserve(arguments.size() + 1);
  for (const auto &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  execv(argv[0], argv.data());
  std::perror(argv[0]);
  _exit(126);
}

} // namespace

Controller::Controller(std::vector<std::string> arguments, unsigned slots) : slots_(slots) {
  char path[] = "/tmp/raceward-sites-XXXXXX";
  close(mkstemp(path));
  sitesPath_ = path;
  const int memory = memfd_create("control", 0);
  if (ftruncate(memory, static_cast<off_t>(kSlotBytes * slots)) != 0)
    std::abort();
  memory_ = static_cast<char *>(
      mmap(nullptr, kSlotBytes * slots, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0));
  int ends[2];
  if (pipe(ends) != 0)
    std::abort();
  replies_ = ends[0];
  server_ = fork();
  if (server_ == 0) {
    close(ends[0]);
    // Whoever started the test may have left files open: the program is to begin without them.
    for (int fd = 3; fd < 256; ++fd)
      if (fd != memory && fd != ends[1])
        close(fd);
    char setting[128];
    std::snprintf(setting, sizeof setting, "%d,%d,%u,%llu", memory, ends[1], slots,
                  static_cast<unsigned long long>(kSlotBytes));
    setenv("RACEWARD_CONTROL", setting, 1);
    setenv("RACEWARD_SITES", path, 1);
    startProgram(arguments);
  }
  close(ends[1]);
  close(memory);
}

Controller::~Controller() {
  close(replies_);
  waitpid(server_, nullptr, 0);
  munmap(memory_, kSlotBytes * slots_);
  unlink(sitesPath_.c_str());
}

rw_control *Controller::slot(unsigned n) const {
  return reinterpret_cast<rw_control *>(memory_ + n * kSlotBytes);
}

void Controller::start(unsigned n, const Wanted &wanted) {
  rw_control *control = slot(n);
  control->version = RW_CONTROL_VERSION;
  control->policy = wanted.policy;
  control->switch_permille = wanted.switchPermille;
  control->seed = wanted.seed;
  control->length = wanted.length;
  control->depth = wanted.depth;
  control->only_marked = wanted.onlyMarked ? 1 : 0;
  control->most_events = wanted.mostEvents;
  control->change_count = static_cast<std::uint32_t>(wanted.changes.size());
  std::copy(wanted.changes.begin(), wanted.changes.end(), control->changes);
  control->forced_count = static_cast<std::uint32_t>(wanted.forced.size());
  control->most_forced = 100000;
  control->most_contexts = 65536;
  control->most_logged = wanted.mostLogged;
  control->forced_at = kForcedAt;
  control->contexts_at = kContextsAt;
  control->marks_at = kMarksAt;
  control->marks_bytes = wanted.marks.size();
  control->log_at = kLogAt;
  control->log_allocations = wanted.logAllocations ? 1 : 0;
  control->pin_to_cpu = static_cast<std::uint32_t>(wanted.pin);
  std::snprintf(control->directory, RW_PATH_BYTES, "%s", wanted.directory.c_str());
  std::snprintf(control->input, RW_PATH_BYTES, "%s", wanted.input.c_str());
  std::snprintf(control->output, RW_PATH_BYTES, "%s", wanted.output.c_str());
  char *base = reinterpret_cast<char *>(control);
  std::ranges::copy(wanted.forced, reinterpret_cast<rw_forced *>(base + kForcedAt));
  std::ranges::copy(wanted.marks, reinterpret_cast<unsigned char *>(base + kMarksAt));
  __atomic_store_n(&control->go, 1U, __ATOMIC_RELEASE);
  syscall(SYS_futex, &control->go, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

rw_reply Controller::wait() {
  // A run that hangs is a defect, and must not hold up the other tests.
  pollfd fd = {.fd = replies_, .events = POLLIN, .revents = 0};
  if (poll(&fd, 1, kMostMilliseconds) != 1)
    for (unsigned n = 0; n < slots_; ++n)
      kill(slot(n)->pid, SIGKILL);
  rw_reply reply = {};
  if (read(replies_, &reply, sizeof reply) != static_cast<ssize_t>(sizeof reply))
    std::abort();
  return reply;
}

ControlledRun Controller::result(const rw_reply &reply) {
  const rw_control *control = slot(reply.slot);
  const char *base = reinterpret_cast<const char *>(control);
  ControlledRun run;
  run.state = static_cast<rw_state>(control->state);
  run.status = reply.status;
  run.signal = control->signal;
  run.words = control->words;
  const auto *events = reinterpret_cast<const rw_event *>(base + control->log_at);
  run.events.assign(events, events + control->event_count);
  const auto *contexts = reinterpret_cast<const rw_context *>(base + control->contexts_at);
  run.contexts.assign(contexts, contexts + control->context_count);
  run.crashStack.assign(control->crash_stack, control->crash_stack + control->crash_depth);
  run.threads = control->thread_count;
  run.enabled = control->enabled;
  run.switches = control->switches;
  run.pending.assign(control->pending, control->pending + control->thread_count);
  return run;
}

ControlledRun Controller::run(const Wanted &wanted) {
  start(0, wanted);
  return result(wait());
}

std::string Controller::sites() const {
  std::ifstream file(sitesPath_);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::vector<rw_forced> inOrder(const std::vector<std::uint8_t> &threads) {
  std::vector<rw_forced> forced;
  forced.reserve(threads.size());
  for (const auto thread : threads)
    forced.push_back(
        {.thread = thread, .kind = RW_EV_NONE, .reserved = 0, .site = 0, .address = 0});
  return forced;
}

std::vector<rw_forced> forcedFrom(const std::vector<rw_event> &events) {
  std::vector<rw_forced> forced;
  forced.reserve(events.size());
  bool isMore = false; // one entry for each step, not for each record
  for (const auto &event : events) {
    if (!isMore)
      forced.push_back({.thread = event.thread,
                        .kind = event.kind,
                        .reserved = 0,
                        .site = event.site,
                        .address = event.address});
    isMore = (event.flags & RW_MORE) != 0;
  }
  return forced;
}

std::string text(const std::vector<rw_event> &events) {
  static const char *const kNames[] = {
      "NONE",    "READ",  "WRITE",   "AREAD",    "AWRITE", "AUPDATE", "FENCE", "LOCK",   "UNLOCK",
      "TRYLOCK", "RLOCK", "RUNLOCK", "RTRYLOCK", "POST",   "WAIT",    "LOOK",  "ARRIVE", "PASS",
      "CREATE",  "START", "JOIN",    "AWAIT",    "LOCAL",  "OUTSIDE", "EXIT"};
  std::string out;
  for (const auto &event : events) {
    out += std::to_string(event.thread) + ":" + kNames[event.kind];
    if (event.flags & RW_ATTEMPT)
      out += "?";
    if (event.flags & RW_TIMED)
      out += "~";
    out += " ";
  }
  if (!out.empty())
    out.pop_back();
  return out;
}
