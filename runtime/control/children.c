/* Processes that the program starts. They are not controlled. */
#include "outside.h"

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the child everything is uncontrolled: the objects have the library's own state. */
pid_t fork(void) {
  if (rw_self) {
    rw_outside_touch(rw_self);
    rw_others_may_act = 1;
  }
  return RW_REAL(fork)();
}

/* The child of the real vfork() would run in our memory. */
pid_t vfork(void) {
  return fork();
}

/* A program that goes to the background would escape control: it stays. */
int daemon(int stays_in_folder, int keeps_streams) {
  if (!rw_self)
    return RW_REAL(daemon)(stays_in_folder, keeps_streams);
  return stays_in_folder ? 0 : chdir("/");
}

/* -- exec -------------------------------------------------------------------------------------- */

static void leave(const char *path) {
  rw_call(rw_self, RW_EV_EXIT, 0);
  snprintf(rw_control->words, RW_WORDS_BYTES, "the program goes on as another one: %.400s", path);
  rw_control->state = RW_REFUSED;
}

static int stay(int result) {
  rw_control->words[0] = 0;
  rw_control->state = RW_RUNNING;
  return result;
}

int execve(const char *path, char *const *arguments, char *const *environment) {
  if (!rw_self)
    return RW_REAL(execve)(path, arguments, environment);
  leave(path);
  return stay(RW_REAL(execve)(path, arguments, environment));
}

int execv(const char *path, char *const *arguments) {
  return execve(path, arguments, environ);
}

int execvpe(const char *name, char *const *arguments, char *const *environment) {
  if (!rw_self)
    return RW_REAL(execvpe)(name, arguments, environment);
  leave(name);
  return stay(RW_REAL(execvpe)(name, arguments, environment));
}

int execvp(const char *name, char *const *arguments) {
  return execvpe(name, arguments, environ);
}

/* -- waiting for children ---------------------------------------------------------------------- */

struct awaited {
  idtype_t type;
  id_t id;
  int options;
};

static int has_changed(const void *argument) {
  const struct awaited *awaited = argument;
  siginfo_t info;
  info.si_pid = 0;
  return RW_REAL(waitid)(awaited->type, awaited->id, &info, awaited->options | WNOHANG | WNOWAIT) !=
             0 ||
         info.si_pid != 0;
}

static void stand(struct rw_thread *self, const struct awaited *awaited) {
  const struct rw_outside what = {.is_ready = has_changed, .argument = awaited};
  rw_outside_step(self, &what);
}

static void stand_before_wait(pid_t pid, int options) {
  if (!rw_self || options & WNOHANG)
    return;
  const struct awaited awaited = {.type = pid > 0     ? P_PID
                                          : pid == -1 ? P_ALL
                                                      : P_PGID,
                                  .id = (id_t)(pid > 0                 ? pid
                                               : pid == -1 || pid == 0 ? 0
                                                                       : -pid),
                                  .options = WEXITED | (options & WUNTRACED ? WSTOPPED : 0) |
                                             (options & WCONTINUED ? WCONTINUED : 0)};
  stand(rw_self, &awaited);
}

pid_t waitpid(pid_t pid, int *status, int options) {
  stand_before_wait(pid, options);
  return RW_REAL(waitpid)(pid, status, options);
}

pid_t wait(int *status) {
  stand_before_wait(-1, 0);
  return RW_REAL(wait)(status);
}

pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage) {
  stand_before_wait(pid, options);
  return RW_REAL(wait4)(pid, status, options, usage);
}

int waitid(idtype_t type, id_t id, siginfo_t *info, int options) {
  if (rw_self && !(options & WNOHANG)) {
    const struct awaited awaited = {type, id, options & (WEXITED | WSTOPPED | WCONTINUED)};
    stand(rw_self, &awaited);
  }
  return RW_REAL(waitid)(type, id, info, options);
}
