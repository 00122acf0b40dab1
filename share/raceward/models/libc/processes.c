// Processes: fork(), programs that take the place of this one, waiting for children.
//
// A child is another process from fork() on: it has a copy of all memory, and only the thread that
// called. Both ways are followed, each as the only one. What a child ends with is any status.
#include "model.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_AT_FORK = 8 };

typedef void (*at_fork)(void);

static _Atomic(at_fork) state_of_atfork_prepare[MOST_AT_FORK];
static _Atomic(at_fork) state_of_atfork_parent[MOST_AT_FORK];
static _Atomic(at_fork) state_of_atfork_child[MOST_AT_FORK];
static _Atomic(unsigned) state_of_atfork_count;

static int register_at_fork(at_fork prepare, at_fork parent, at_fork child) {
  const unsigned place = state_of_atfork_count++;
  if (place >= MOST_AT_FORK) {
    raceward_not_executed("more than 8 calls of pthread_atfork()");
    return ENOMEM;
  }
  state_of_atfork_prepare[place] = prepare;
  state_of_atfork_parent[place] = parent;
  state_of_atfork_child[place] = child;
  return 0;
}

int pthread_atfork(at_fork prepare, at_fork parent, at_fork child) {
  return register_at_fork(prepare, parent, child);
}
int __register_atfork(at_fork prepare, at_fork parent, at_fork child, void *object) {
  return register_at_fork(prepare, parent, child);
}

static void call_forwards(_Atomic(at_fork) *functions) {
  const unsigned count = state_of_atfork_count;
  for (unsigned i = 0; i < count; ++i)
    raceward_calls((const void *)functions[i]);
}

static void call_backwards(_Atomic(at_fork) *functions) {
  for (unsigned i = state_of_atfork_count; i > 0; --i)
    raceward_calls((const void *)functions[i - 1]);
}

static pid_t any_child(void) {
  return model_number(2, 1 << 22);
}

static void become_child(void) {
  raceward_becomes_child();
  raceward_new_process();
}

/// Whether this is the child. The parent gets a number, or an error.
static bool split_process(pid_t *result) {
  raceward_forgets(NULL, 0); // both have the same positions in files
  if (raceward_any_bool()) {
    become_child();
    *result = 0;
    return true;
  }
  *result = raceward_any_bool() ? any_child() : -1;
  if (*result < 0)
    errno = EAGAIN;
  return false;
}

static pid_t fork_and_tell(void) {
  pid_t result;
  call_backwards(state_of_atfork_prepare);
  if (split_process(&result))
    call_forwards(state_of_atfork_child);
  else
    call_forwards(state_of_atfork_parent);
  return result;
}

pid_t fork(void) {
  return fork_and_tell();
}
pid_t __fork(void) {
  return fork_and_tell();
}
pid_t __libc_fork(void) {
  return fork_and_tell();
}

pid_t _Fork(void) {
  pid_t result;
  split_process(&result);
  return result;
}

/// The child may only call exec*() or _exit(), so that it does not matter that it has no copy.
pid_t vfork(void) {
  pid_t result;
  split_process(&result);
  return result;
}

int clone(int (*function)(void *), void *stack, int flags, void *argument, ...) {
  raceward_gap("clone() starts a thread that the thread library does not know: use pthread_create(), "
               "or fork() for a process");
}

// A process as a descriptor. What another process has open may be anything.

int pidfd_open(pid_t process, unsigned flags) {
  return model_descriptor();
}
int pidfd_getfd(int process, int descriptor, unsigned flags) {
  return model_or_error(raceward_new_descriptor(RACEWARD_ANY));
}

int daemon(int stays, int keeps) {
  if (raceward_any_failure()) {
    errno = EAGAIN;
    return -1;
  }
  become_child(); // the parent ends
  return 0;
}

// -- another program --------------------------------------------------------------------------

static void read_texts(char *const texts[]) {
  if (texts == NULL)
    return;
  for (size_t i = 0; texts[i] != NULL; ++i)
    raceward_reads_text(texts[i]);
}

/// It does not come back, or it fails.
static int begin_program(void) {
  if (!raceward_any_bool())
    _exit(0);
  return model_failure();
}

int execve(const char *path, char *const arguments[], char *const environment[]) {
  if (model_reads_path(path) != 0)
    return -1;
  read_texts(arguments);
  read_texts(environment);
  return begin_program();
}
int execv(const char *path, char *const arguments[]) {
  if (model_reads_path(path) != 0)
    return -1;
  read_texts(arguments);
  return begin_program();
}
int execvp(const char *file, char *const arguments[]) {
  raceward_reads_text(file);
  read_texts(arguments);
  return begin_program();
}
int execvpe(const char *file, char *const arguments[], char *const environment[]) {
  raceward_reads_text(file);
  read_texts(arguments);
  read_texts(environment);
  return begin_program();
}
int execveat(int folder, const char *path, char *const arguments[], char *const environment[],
             int flags) {
  if (model_reads_path(path) != 0)
    return -1;
  read_texts(arguments);
  read_texts(environment);
  return begin_program();
}
int fexecve(int file, char *const arguments[], char *const environment[]) {
  read_texts(arguments);
  read_texts(environment);
  return begin_program();
}

#define READ_LIST(list)                                                                            \
  for (const char *text = first; text != NULL; text = va_arg(list, const char *))                  \
    raceward_reads_text(text);

int execl(const char *path, const char *first, ...) {
  va_list rest;
  if (model_reads_path(path) != 0)
    return -1;
  va_start(rest, first);
  READ_LIST(rest)
  va_end(rest);
  return begin_program();
}
int execlp(const char *file, const char *first, ...) {
  va_list rest;
  raceward_reads_text(file);
  va_start(rest, first);
  READ_LIST(rest)
  va_end(rest);
  return begin_program();
}
int execle(const char *path, const char *first, ...) {
  va_list rest;
  if (model_reads_path(path) != 0)
    return -1;
  va_start(rest, first);
  READ_LIST(rest)
  read_texts(va_arg(rest, char *const *));
  va_end(rest);
  return begin_program();
}

// -- waiting ----------------------------------------------------------------------------------

/// How a child has ended. Others may end it by any signal at any time. Its exit code is up to the
/// program, as a rule, and that it has stopped to whether it is traced: that is not followed.
static int status_of_child(int options) {
  if (raceward_any_bool())
    return model_guess(0, 255) << 8;
  const int ended = model_number(1, 64) | (0x80 & -(int)raceward_any_bool());
  if (raceward_any_bool())
    return ended;
  const int stopped = (raceward_any_int() & 0xffff) << 8 | 0x7f;
  const int stops = -(int)((options & WUNTRACED) != 0 ? raceward_any_bool() : raceward_guess_bool());
  const int goes_on = -((options & WCONTINUED) != 0) & -(int)raceward_any_bool();
  const int status = (stopped & stops) | (ended & ~stops);
  return (0xffff & goes_on) | (status & ~goes_on);
}

/// A child that has ended (`child` if that is its number), or 0 (none has yet), or an error. The
/// status is written in the first case only.
static pid_t wait_for(pid_t child, int *status, int options, struct rusage *usage) {
  const int failed = model_status();
  if (failed != 0)
    return failed;
  if ((options & WNOHANG) != 0 && raceward_any_bool())
    return 0;
  if (status != NULL)
    *status = status_of_child(options);
  if (usage != NULL)
    raceward_writes(usage, sizeof *usage);
  return child > 0 ? child : model_guess(2, 1 << 22);
}

pid_t wait(int *status) {
  return wait_for(-1, status, 0, NULL);
}
pid_t waitpid(pid_t child, int *status, int options) {
  return wait_for(child, status, options, NULL);
}
pid_t __waitpid(pid_t child, int *status, int options) {
  return wait_for(child, status, options, NULL);
}
pid_t wait3(int *status, int options, struct rusage *usage) {
  return wait_for(-1, status, options, usage);
}
pid_t wait4(pid_t child, int *status, int options, struct rusage *usage) {
  return wait_for(child, status, options, usage);
}

int waitid(idtype_t type, id_t id, siginfo_t *info, int options) {
  const int failed = model_status();
  if (failed == 0 && info != NULL)
    raceward_guess_bytes(info, sizeof *info);
  return failed;
}
