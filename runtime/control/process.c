/* The end of the process: it comes last, so that no step of another thread is lost. */
#include "inside.h"

#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

static int is_ending; /* handlers of exit() have run or are running */

/* From here on the process really ends, and code that still runs in it is not controlled. */
static void exit_step(struct rw_thread *self) {
  rw_call(self, RW_EV_EXIT, 0);
  rw_control->state = RW_FINISHED;
  rw_self = 0;
}

/* Runs the destructors of the program and of its libraries, which may join threads. */
static void (*loader_ends)(void);

static void process_ends(void) {
  if (loader_ends)
    loader_ends();
  if (rw_self)
    exit_step(rw_self);
}

/* The library calls `at_end` after all handlers of exit(), and no code of the program after it:
 * the last step goes there. */
int __libc_start_main(int (*main)(int, char **, char **), int count, char **words,
                      void (*before)(void), void (*after)(void), void (*at_end)(void),
                      void *stack_end);
int __libc_start_main(int (*main)(int, char **, char **), int count, char **words,
                      void (*before)(void), void (*after)(void), void (*at_end)(void),
                      void *stack_end) {
  loader_ends = at_end;
  return RW_REAL(__libc_start_main)(main, count, words, before, after, process_ends, stack_end);
}

/* Handlers that the program registers are registered later, and run before this one. */
static void handlers_have_run(void) {
  is_ending = 1;
}

void rw_prepare_exit(void) {
  atexit(handlers_have_run);
}

/* A second caller does not run the handlers again. */
void exit(int status) {
  if (rw_self && is_ending)
    exit_step(rw_self);
  if (rw_self)
    is_ending = 1;
  RW_REAL(exit)(status);
  __builtin_unreachable();
}

void _exit(int status) {
  if (rw_self)
    exit_step(rw_self);
  RW_REAL(_exit)(status);
  __builtin_unreachable();
}

void _Exit(int status) {
  _exit(status);
}

void quick_exit(int status) {
  if (rw_self)
    exit_step(rw_self);
  RW_REAL(quick_exit)(status);
  __builtin_unreachable();
}

/* The signal comes after the step, and makes the state RW_CRASHED. */
void abort(void) {
  if (rw_self)
    rw_call(rw_self, RW_EV_EXIT, 0);
  RW_REAL(abort)();
  __builtin_unreachable();
}

void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function) {
  if (rw_self)
    rw_call(rw_self, RW_EV_EXIT, 0);
  RW_REAL(__assert_fail)(assertion, file, line, function);
  __builtin_unreachable();
}
