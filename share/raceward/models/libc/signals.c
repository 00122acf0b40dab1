// Signals: handlers, sets, masks, sending and waiting.
//
// A handler runs in the thread that it interrupts, at any time (docs/develop/signals.md). What is
// installed lies in atomic variables, as in the kernel: installing does not race with delivering.
// The first disposition of every signal is the default one.
#include "model.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

enum { SIGNALS = 64 };

typedef void (*signal_handler)(int);

static _Atomic(signal_handler) state_of_signal[SIGNALS + 1];
static _Atomic(int) state_of_signal_flags[SIGNALS + 1];

typedef unsigned long long signal_bits;

static _Atomic(signal_bits) state_of_signal_masks[SIGNALS + 1];

static signal_bits bit_of(int number) {
  return 1ULL << (number - 1);
}

/// Two signals belong to the library: sets that a program fills are without them.
static const signal_bits own_signals = 3ULL << 31;

static bool has_number(int number) {
  return number >= 1 && number <= SIGNALS;
}

/// Whether programs can use it.
static bool is_signal(int number) {
  return has_number(number) && (bit_of(number) & own_signals) == 0;
}

static int fail_with(int error) {
  errno = error;
  return -1;
}

/// 64 signals, in one word or in two.
enum { SET_WORDS = SIGNALS / (8 * sizeof(unsigned long)) };

static signal_bits bits_of(const sigset_t *set) {
  signal_bits bits = set->__val[0];
  if (SET_WORDS > 1)
    bits |= (signal_bits)set->__val[SET_WORDS - 1] << 32;
  return bits;
}

static void set_bits(sigset_t *set, signal_bits bits) {
  set->__val[0] = (unsigned long)bits;
  if (SET_WORDS > 1)
    set->__val[SET_WORDS - 1] = (unsigned long)(bits >> 32);
}

// -- handlers ---------------------------------------------------------------------------------

static void run_handler(int number, signal_handler handler) {
  siginfo_t info;
  ucontext_t context;
  const int flags = state_of_signal_flags[number];
  const signal_bits blocked = raceward_blocked();
  const signal_bits more = state_of_signal_masks[number];
  info.si_signo = number;
  raceward_blocks(blocked | more | ((flags & (int)SA_NODEFER) != 0 ? 0 : bit_of(number)));
  if ((flags & (int)SA_RESETHAND) != 0) { // for the first one that it is delivered to
    signal_handler expected = handler;
    raceward_assume(__c11_atomic_compare_exchange_strong(
        &state_of_signal[number], &expected, SIG_DFL, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  }
  // With one parameter, the handler ignores the others.
  raceward_handles((const void *)handler, number, &info, &context);
  raceward_blocks(blocked);
}

static void deliver_signal(int number) {
  const signal_handler handler = state_of_signal[number];
  if (handler == SIG_IGN)
    return;
  raceward_assume(handler != SIG_DFL); // it would end the process
  run_handler(number, handler);
}

static signal_handler install_handler(int number, signal_handler handler, int flags,
                                      signal_bits mask) {
  if (!is_signal(number) || number == SIGKILL || number == SIGSTOP) {
    errno = EINVAL;
    return SIG_ERR;
  }
  state_of_signal_flags[number] = flags;
  state_of_signal_masks[number] = mask;
  // Not an exchange, which would make a number of the pointer.
  const signal_handler old = state_of_signal[number];
  state_of_signal[number] = handler;
  if (handler != SIG_IGN && handler != SIG_DFL)
    raceward_interrupts(deliver_signal, number);
  return old;
}

signal_handler signal(int number, signal_handler handler) {
  return install_handler(number, handler, SA_RESTART, 0);
}
signal_handler bsd_signal(int number, signal_handler handler) {
  return install_handler(number, handler, SA_RESTART, 0);
}
signal_handler ssignal(int number, signal_handler handler) {
  return install_handler(number, handler, SA_RESTART, 0);
}
signal_handler sysv_signal(int number, signal_handler handler) {
  return install_handler(number, handler, (int)(SA_RESETHAND | SA_NODEFER), 0);
}
signal_handler __sysv_signal(int number, signal_handler handler) {
  return install_handler(number, handler, (int)(SA_RESETHAND | SA_NODEFER), 0);
}

static int set_action(int number, const struct sigaction *how, struct sigaction *old) {
  if (!is_signal(number))
    return fail_with(EINVAL);
  struct sigaction before;
  before.sa_flags = state_of_signal_flags[number];
  set_bits(&before.sa_mask, state_of_signal_masks[number]);
  if (how != NULL) {
    const struct sigaction given = *how;
    before.sa_handler =
        install_handler(number, given.sa_handler, given.sa_flags, bits_of(&given.sa_mask));
    if (before.sa_handler == SIG_ERR)
      return -1;
  } else {
    before.sa_handler = state_of_signal[number];
  }
  if (old != NULL) {
    raceward_writes(old, sizeof *old); // the rest of the mask and the padding, too
    // The library has added one to what it gave to the kernel.
    enum { kRestorer = 0x04000000 };
    old->sa_flags = before.sa_flags | (kRestorer & -(int)raceward_guess_bool());
    old->sa_handler = before.sa_handler;
    set_bits(&old->sa_mask, bits_of(&before.sa_mask));
  }
  return 0;
}

int sigaction(int number, const struct sigaction *how, struct sigaction *old) {
  return set_action(number, how, old);
}
int __sigaction(int number, const struct sigaction *how, struct sigaction *old) {
  return set_action(number, how, old);
}

int sigignore(int number) {
  return install_handler(number, SIG_IGN, 0, 0) == SIG_ERR ? -1 : 0;
}

int siginterrupt(int number, int interrupt) {
  static char state_of_siginterrupt; // which signals interrupt, for signal()
  if (!is_signal(number))
    return fail_with(EINVAL);
  raceward_writes(&state_of_siginterrupt, 1);
  return 0;
}

// -- sets -------------------------------------------------------------------------------------

int sigemptyset(sigset_t *set) {
  set_bits(set, 0);
  return 0;
}

int sigfillset(sigset_t *set) {
  set_bits(set, ~own_signals);
  return 0;
}

int sigaddset(sigset_t *set, int number) {
  if (!is_signal(number))
    return fail_with(EINVAL);
  set_bits(set, bits_of(set) | bit_of(number));
  return 0;
}

int sigdelset(sigset_t *set, int number) {
  if (!is_signal(number))
    return fail_with(EINVAL);
  set_bits(set, bits_of(set) & ~bit_of(number));
  return 0;
}

int sigismember(const sigset_t *set, int number) {
  if (!has_number(number))
    return fail_with(EINVAL);
  return (int)(bits_of(set) >> (number - 1) & 1);
}

int sigisemptyset(const sigset_t *set) {
  return bits_of(set) == 0;
}

int sigandset(sigset_t *to, const sigset_t *a, const sigset_t *b) {
  set_bits(to, bits_of(a) & bits_of(b));
  return 0;
}

int sigorset(sigset_t *to, const sigset_t *a, const sigset_t *b) {
  set_bits(to, bits_of(a) | bits_of(b));
  return 0;
}

// -- blocking ---------------------------------------------------------------------------------

static void block_signals(signal_bits signals) {
  raceward_blocks(signals & ~(bit_of(SIGKILL) | bit_of(SIGSTOP) | own_signals));
}

static int change_mask(int how, const sigset_t *set, sigset_t *old) {
  const signal_bits before = raceward_blocked();
  if (set != NULL) {
    const signal_bits given = bits_of(set);
    if ((given & own_signals) != 0)
      raceward_reads(set, sizeof *set); // it works on a copy without them
    if (how == SIG_BLOCK)
      block_signals(before | given);
    else if (how == SIG_UNBLOCK)
      block_signals(before & ~given);
    else if (how == SIG_SETMASK)
      block_signals(given);
    else
      return EINVAL;
  }
  if (old != NULL)
    set_bits(old, before);
  return 0;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
  return change_mask(how, set, old);
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  const int error = change_mask(how, set, old);
  return error != 0 ? fail_with(error) : 0;
}

int sigblock(int mask) {
  const signal_bits before = raceward_blocked();
  block_signals(before | (unsigned)mask);
  return (int)before;
}

int sigsetmask(int mask) {
  const signal_bits before = raceward_blocked();
  block_signals((unsigned)mask);
  return (int)before;
}

int siggetmask(void) {
  return (int)raceward_blocked();
}

int sighold(int number) {
  if (!is_signal(number))
    return fail_with(EINVAL);
  block_signals(raceward_blocked() | bit_of(number));
  return 0;
}

int sigrelse(int number) {
  if (!is_signal(number))
    return fail_with(EINVAL);
  block_signals(raceward_blocked() & ~bit_of(number));
  return 0;
}

signal_handler sigset(int number, signal_handler handler) {
  if (handler == SIG_HOLD) {
    sighold(number);
    return is_signal(number) ? state_of_signal[number] : SIG_ERR;
  }
  const signal_handler old = install_handler(number, handler, 0, 0);
  if (old != SIG_ERR)
    sigrelse(number);
  return old;
}

int sigpending(sigset_t *set) {
  set_bits(set, raceward_any_ulonglong() & raceward_blocked());
  return 0;
}

// -- sending ----------------------------------------------------------------------------------

static bool is_ignored_by_default(int number) {
  return number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
}

/// To this thread: the handler has run when it returns.
static void send_here(int number) {
  if (number == 0)
    return;
  if ((raceward_blocked() >> (number - 1) & 1) != 0) {
    raceward_not_executed("a signal that a thread sends to itself while it blocks it");
    return;
  }
  const signal_handler handler = state_of_signal[number];
  if (handler == SIG_IGN || (handler == SIG_DFL && is_ignored_by_default(number)))
    return;
  if (handler == SIG_DFL) {
    if (number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU)
      return; // it goes on some time
    _exit(128 + number);
  }
  run_handler(number, handler);
}

static int raise_here(int number) {
  if (number < 0 || number > SIGNALS)
    return fail_with(EINVAL);
  send_here(number);
  return 0;
}

int raise(int number) {
  return raise_here(number);
}
int gsignal(int number) {
  return raise_here(number);
}

/// To a process. In this one, some thread takes it, some time; the only one does so at once.
static int send_to(pid_t to, int number) {
  if (number < 0 || number > SIGNALS)
    return fail_with(EINVAL);
  if ((to == getpid() || to <= 0) && raceward_alone())
    return raise_here(number);
  return to == getpid() ? 0 : model_status(); // a process may signal itself
}

int kill(pid_t to, int number) {
  return send_to(to, number);
}
int killpg(pid_t group, int number) {
  return send_to(-1, number);
}
int tgkill(pid_t process, pid_t thread, int number) {
  return send_to(process, number);
}

/// The descriptor may stand for this process. `info` says more than the number only if it is given.
int pidfd_send_signal(int process, int number, siginfo_t *info, unsigned flags) {
  if (info != NULL)
    raceward_gap("the values that pidfd_send_signal() sends are not followed: use kill()");
  return send_to(raceward_any_bool() ? getpid() : 1, number);
}

int pthread_kill(pthread_t thread, int number) {
  if (number != 0 && !is_signal(number))
    return EINVAL;
  if (pthread_equal(thread, pthread_self()))
    send_here(number);
  return 0;
}

int sigqueue(pid_t to, int number, const union sigval value) {
  raceward_gap("the values that sigqueue() sends are not followed: use kill()");
}
int pthread_sigqueue(pthread_t to, int number, const union sigval value) {
  raceward_gap("the values that pthread_sigqueue() sends are not followed: use pthread_kill()");
}

/// The time of the last alarm, from which what is left is counted; one may be left from the program
/// that was executed before.
static unsigned state_of_alarm = -1u;

unsigned alarm(unsigned seconds) {
  return (unsigned)model_up_to(
      __atomic_exchange_n(&state_of_alarm, seconds, __ATOMIC_RELAXED));
}

static void sets_timer(void) {
  __atomic_store_n(&state_of_alarm, -1u, __ATOMIC_RELAXED);
}

useconds_t ualarm(useconds_t first, useconds_t interval) {
  sets_timer();
  return raceward_guess_uint();
}

int setitimer(__itimer_which_t which, const struct itimerval *to, struct itimerval *old) {
  sets_timer();
  if (to != NULL)
    raceward_reads(to, sizeof *to);
  if (old != NULL)
    raceward_guess_bytes(old, sizeof *old);
  return model_status();
}

int getitimer(__itimer_which_t which, struct itimerval *now) {
  raceward_guess_bytes(now, sizeof *now);
  return model_status();
}

// -- waiting ----------------------------------------------------------------------------------

int pause(void) {
  raceward_waits_for_handler();
  return fail_with(EINTR);
}

static int wait_unblocked(signal_bits blocked) {
  const signal_bits before = raceward_blocked();
  block_signals(blocked);
  raceward_waits_for_handler();
  block_signals(before);
  return fail_with(EINTR);
}

int sigsuspend(const sigset_t *set) {
  return wait_unblocked(bits_of(set));
}

int __sigpause(int number_or_mask, int is_number) {
  if (!is_number)
    return wait_unblocked((unsigned)number_or_mask);
  if (!is_signal(number_or_mask))
    return fail_with(EINVAL);
  return wait_unblocked(raceward_blocked() & ~bit_of(number_or_mask));
}
int __xpg_sigpause(int number) { // the name of sigpause() in today's headers
  return __sigpause(number, 1);
}

/// Any signal of the set.
static int take_signal(const sigset_t *set) {
  const signal_bits bits = bits_of(set);
  const int number = raceward_any_int();
  raceward_assume((number >= 1) & (number <= SIGNALS));
  raceward_assume((bits >> (number - 1) & 1) != 0);
  return number;
}

int sigwait(const sigset_t *set, int *number) {
  *number = take_signal(set);
  return 0;
}

static int take_with_info(const sigset_t *set, siginfo_t *info) {
  const int number = take_signal(set);
  if (info != NULL) {
    raceward_writes(info, sizeof *info);
    info->si_signo = number;
  }
  return number;
}

int sigwaitinfo(const sigset_t *set, siginfo_t *info) {
  if (raceward_any_bool())
    return fail_with(EINTR);
  return take_with_info(set, info);
}

int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *most) {
  if (most != NULL)
    raceward_reads(most, sizeof *most);
  if (raceward_any_bool())
    return fail_with(EAGAIN);
  return take_with_info(set, info);
}

int signalfd(int descriptor, const sigset_t *set, int flags) {
  raceward_reads(set, SIGNALS / 8);
  return model_descriptor();
}

// -- the rest ---------------------------------------------------------------------------------

int sigaltstack(const stack_t *stack, stack_t *old) {
  if (stack != NULL)
    raceward_reads(stack, sizeof *stack);
  if (old != NULL)
    raceward_guess_bytes(old, sizeof *old);
  return model_status();
}

int sigstack(struct sigstack *stack, struct sigstack *old) {
  if (stack != NULL)
    raceward_reads(stack, sizeof *stack);
  if (old != NULL)
    raceward_guess_bytes(old, sizeof *old);
  return model_status();
}

int pthread_attr_setsigmask_np(pthread_attr_t *attribute, const sigset_t *set) {
  raceward_gap("threads that start with signals blocked by pthread_attr_setsigmask_np() are not "
               "followed: block them with pthread_sigmask() before pthread_create()");
}

int pthread_attr_getsigmask_np(const pthread_attr_t *attribute, sigset_t *set) {
  raceward_reads(attribute, sizeof *attribute);
  set_bits(set, 0);
  return PTHREAD_ATTR_NO_SIGMASK_NP;
}

int sigreturn(struct sigcontext *context) {
  raceward_gap("sigreturn() is for the kernel only: return from the handler");
}

void psignal(int number, const char *text) {
  if (text != NULL)
    raceward_reads_text(text);
}

void psiginfo(const siginfo_t *info, const char *text) {
  raceward_reads(info, sizeof *info);
  if (text != NULL)
    raceward_reads_text(text);
}

int __libc_current_sigrtmin(void) {
  return 34;
}
int __libc_current_sigrtmax(void) {
  return SIGNALS;
}
