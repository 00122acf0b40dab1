/* The fork server: started by the controller once, it keeps a child ready for each slot.
 *
 * It runs in the first constructor of the runtime, after the sites have registered and before
 * any code of the program, so that every child starts from the same state. A child waits for
 * `go` of its slot, sets up folder and streams as the slot says, and returns into the program;
 * its parent stays in serve(). When a child ends, the server kills the processes that the run
 * left behind (process group and orphans), replies with the exit status, and forks the next
 * child of the slot. */
#include "inside.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kMostSlots = 256 };

struct server {
  char *memory;
  int replies;
  int children; /* signalfd for their ends */
  unsigned slots;
  unsigned long slot_bytes;
  sigset_t mask; /* of the program */
  int32_t pids[kMostSlots];
};

static struct rw_control *slot_of(const struct server *server, unsigned slot) {
  return (struct rw_control *)(server->memory + slot * server->slot_bytes);
}

/* -- in a child -------------------------------------------------------------------------------- */

static void redirect(const char *path, int to, int flags) {
  const int fd = open(path[0] ? path : "/dev/null", flags, 0644);
  if (fd < 0)
    rw_end(RW_REFUSED, "cannot open %.400s: %s", path, strerror(errno));
  if (fd != to) {
    dup2(fd, to);
    close(fd);
  }
}

static void pin(unsigned cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  sched_setaffinity(0, sizeof set, &set);
}

static void forget_last_run(struct rw_control *control) {
  control->state = RW_IDLE;
  control->event_count = 0;
  control->thread_count = 0;
  control->context_count = 0;
  control->enabled = 0;
  control->switches = 0;
  memset(control->pending, 0, sizeof control->pending);
  memset(control->starts, 0, sizeof control->starts);
  control->signal = 0;
  control->crash_depth = 0;
  control->words[0] = 0;
  control->unseen_count = 0;
}

static void run_in_slot(const struct server *server, unsigned slot, pid_t parent) {
  struct rw_control *const control = slot_of(server, slot);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(0);
  setpgid(0, 0);
  close(server->replies);
  close(server->children);
  sigprocmask(SIG_SETMASK, &server->mask, 0);
  while (!__atomic_load_n(&control->go, __ATOMIC_ACQUIRE))
    rw_futex(&control->go, FUTEX_WAIT, 0);
  control->go = 0;
  control->pid = (int32_t)getpid();
  rw_control = control;
  forget_last_run(control);
  if (control->version != RW_CONTROL_VERSION)
    rw_end(RW_REFUSED, "the program was built for another version of Raceward");
  if (control->pin_to_cpu)
    pin(control->pin_to_cpu - 1);
  if (control->directory[0] && chdir(control->directory) != 0)
    rw_end(RW_REFUSED, "cannot enter %.400s: %s", control->directory, strerror(errno));
  redirect(control->input, 0, O_RDONLY);
  redirect(control->output, 1, O_WRONLY | O_CREAT | O_TRUNC);
  redirect(control->errors, 2, O_WRONLY | O_CREAT | O_TRUNC);
  rw_prepare_threads();
  rw_prepare_exit();
  rw_catch_crashes();
  control->state = RW_RUNNING;
  rw_start_run(control);
  rw_watch_end(rw_self);
}

/* -- in the server ----------------------------------------------------------------------------- */

/* 1: this is the child, which continues with the program. */
static int start_child(struct server *server, unsigned slot) {
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    run_in_slot(server, slot, parent);
    return 1;
  }
  if (pid < 0)
    _exit(125);
  server->pids[slot] = pid;
  return 0;
}

static int slot_with(const struct server *server, pid_t pid) {
  for (unsigned slot = 0; slot < server->slots; ++slot)
    if (server->pids[slot] == pid)
      return (int)slot;
  return -1;
}

/* 1: this is a new child. */
static int replace_ended(struct server *server) {
  for (;;) {
    siginfo_t info;
    info.si_pid = 0;
    if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
      return 0;
    /* Processes that the program left behind are killed. */
    kill(-info.si_pid, SIGKILL);
    struct rw_reply reply;
    waitpid(info.si_pid, &reply.status, 0);
    const int slot = slot_with(server, info.si_pid);
    if (slot < 0)
      continue;
    server->pids[slot] = 0;
    rw_end_orphans(server->pids, server->slots);
    reply.slot = (uint32_t)slot;
    if (write(server->replies, &reply, sizeof reply) != (ssize_t)sizeof reply)
      _exit(0);
    if (start_child(server, (unsigned)slot))
      return 1;
  }
}

/* Returns in children only. */
static void serve(struct server *server) {
  for (unsigned slot = 0; slot < server->slots; ++slot)
    if (start_child(server, slot))
      return;
  struct pollfd fds[2] = {{.fd = server->replies, .events = 0},
                          {.fd = server->children, .events = POLLIN}};
  for (;;) {
    if (poll(fds, 2, -1) < 0)
      continue;
    if (fds[0].revents)
      _exit(0); /* the controller is gone */
    struct signalfd_siginfo told[8];
    (void)!read(server->children, told, sizeof told);
    if (replace_ended(server))
      return;
  }
}

/* Sites register in constructors of a lower priority, the program's own have a higher one. */
__attribute__((constructor(90))) static void begin(void) {
  const char *setting = getenv("RACEWARD_CONTROL");
  if (!setting)
    return;
  static struct server server;
  int memory = -1;
  if (sscanf(setting, "%d,%d,%u,%lu", &memory, &server.replies, &server.slots,
             &server.slot_bytes) != 4 ||
      server.slots == 0 || server.slots > kMostSlots ||
      server.slot_bytes < sizeof(struct rw_control)) {
    fprintf(stderr, "raceward: RACEWARD_CONTROL is not understood: %s\n", setting);
    _exit(125);
  }
  server.memory =
      mmap(0, server.slots * server.slot_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  if (server.memory == MAP_FAILED) {
    perror("raceward: shared memory");
    _exit(125);
  }
  close(memory);
  const char *sites = getenv("RACEWARD_SITES");
  if (sites)
    rw_write_sites(sites);
  rw_is_running = 1;
  rw_find_system();
  unsetenv("RACEWARD_CONTROL");
  unsetenv("RACEWARD_SITES");
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigaddset(&blocked, SIGPIPE);
  sigprocmask(SIG_BLOCK, &blocked, &server.mask);
  sigdelset(&blocked, SIGPIPE);
  rw_adopt_orphans();
  server.children = signalfd(-1, &blocked, SFD_CLOEXEC | SFD_NONBLOCK);
  serve(&server);
}
