/* Fatal signals: reported to the controller with the call chain. */
#include "inside.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { kStackBytes = 16384, kMostFrames = 64 };
static _Alignas(64) char stacks[RW_MOST_THREADS][kStackBytes];

static void put_chain(void) {
  unsigned depth = 0;
  const struct rw_site *site = __raceward_here.at;
  struct rw_frame *frame = __raceward_here.frame;
  for (; depth < kMostFrames; frame = frame->parent) {
    if (site)
      rw_control->crash_stack[depth++] = site->id;
    if (!frame)
      break;
    site = frame->called_from;
  }
  rw_control->crash_depth = depth;
}

static void tell(int number, const siginfo_t *info) {
  rw_control->signal = number;
  rw_control->state = RW_CRASHED;
  snprintf(rw_control->words, RW_WORDS_BYTES, "signal %d, thread %d, address %#llx", number,
           rw_inner_self ? (int)rw_inner_self->number : -1,
           number == SIGSEGV || number == SIGBUS ? (unsigned long long)info->si_addr : 0ull);
  put_chain();
}

static void crashed(int number, siginfo_t *info, void *context) {
  (void)context;
  if (getpid() == rw_control->pid) /* not a process that the program forked */
    tell(number, info);
  /* SA_RESETHAND: the default action follows when this returns. */
  raise(number);
}

void rw_catch_crashes(void) {
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = crashed;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND;
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; ++i)
    sigaction(signals[i], &action, 0);
}

void rw_give_signal_stack(unsigned index) {
  const stack_t stack = {.ss_sp = stacks[index], .ss_size = kStackBytes};
  sigaltstack(&stack, 0);
}
