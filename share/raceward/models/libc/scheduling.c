// Scheduling of processes and processors, and the settings of prctl() and ptrace().
#include "system.h"

#include <sched.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/user.h>

/// The bounds of Linux, or an error for other policies, which versions of it know more of.
static int priorityOf(int policy, int ofRealTime) {
  if ((policy == SCHED_FIFO) | (policy == SCHED_RR))
    return ofRealTime;
  return ((policy == SCHED_OTHER) | (policy == SCHED_BATCH) | (policy == SCHED_IDLE)) != 0
             ? 0
             : model_status();
}

int sched_get_priority_max(int policy) {
  return priorityOf(policy, 99);
}

int sched_get_priority_min(int policy) {
  return priorityOf(policy, 1);
}

/// What the program can set, and others as well: any at first.
static char state_of_policy;
static char state_of_processors;

int sched_getscheduler(pid_t process) {
  if (model_status() < 0)
    return -1;
  return (model_is_told(&state_of_policy) ? raceward_guess_int() : raceward_any_int()) &
         (SCHED_RESET_ON_FORK | 7);
}

int sched_setscheduler(pid_t process, int policy, const struct sched_param *setting) {
  raceward_reads(setting, sizeof *setting);
  model_is_told(&state_of_policy);
  return model_status();
}

int sched_getparam(pid_t process, struct sched_param *to) {
  model_tells(&state_of_policy, to, sizeof *to);
  return model_status();
}

int sched_setparam(pid_t process, const struct sched_param *setting) {
  raceward_reads(setting, sizeof *setting);
  model_is_told(&state_of_policy);
  return model_status();
}

int sched_rr_get_interval(pid_t process, struct timespec *to) {
  raceward_writes(to, sizeof *to);
  return model_status();
}

int sched_getaffinity(pid_t process, size_t bytes, cpu_set_t *to) {
  model_tells(&state_of_processors, to, bytes);
  return model_status();
}

int sched_setaffinity(pid_t process, size_t bytes, const cpu_set_t *set) {
  raceward_reads(set, bytes);
  model_is_told(&state_of_processors);
  return model_status();
}

/// A thread may move at any time.
int sched_getcpu(void) {
  return (raceward_any_int() & 8191) | model_status();
}

int getcpu(unsigned *processor, unsigned *node) {
  if (processor != NULL)
    raceward_writes(processor, sizeof *processor);
  if (node != NULL)
    raceward_writes(node, sizeof *node);
  return model_status();
}

// -- sets of processors --------------------------------------------------------------------

cpu_set_t *__sched_cpualloc(size_t count) {
  const size_t bits = 8 * sizeof(unsigned long);
  return raceward_new((count + bits - 1) / bits * sizeof(unsigned long));
}

void __sched_cpufree(cpu_set_t *set) {
  free(set);
}

int __sched_cpucount(size_t bytes, const cpu_set_t *set) {
  const unsigned long *const words = (const unsigned long *)set;
  unsigned long count = 0;
  for (size_t i = 0; i < bytes / sizeof *words; ++i) {
    // Sums in fields of 2, 4 and 8 bits, and then of all bytes: few terms for the solver.
    unsigned long sums = words[i] - (words[i] >> 1 & ~0ul / 3);
    sums = (sums & ~0ul / 5) + (sums >> 2 & ~0ul / 5);
    sums = (sums + (sums >> 4)) & ~0ul / 17;
    count += sums * (~0ul / 255) >> 8 * (sizeof sums - 1);
  }
  return (int)count;
}

// -- settings of the process ---------------------------------------------------------------

static const char kUnknownText[] = "what this request does is not modelled; a function around it "
                                   "can be, with --library-model";

/// Settings whose arguments are numbers, or that have none.
static int isNumber(int setting) {
  switch (setting) {
  case PR_SET_PDEATHSIG:
  case PR_GET_DUMPABLE:
  case PR_SET_DUMPABLE:
  case PR_GET_KEEPCAPS:
  case PR_SET_KEEPCAPS:
  case PR_SET_FPEMU:
  case PR_SET_FPEXC:
  case PR_GET_TIMING:
  case PR_SET_TIMING:
  case PR_SET_ENDIAN:
  case PR_GET_SECCOMP:
  case PR_CAPBSET_READ:
  case PR_CAPBSET_DROP:
  case PR_SET_TSC:
  case PR_GET_SECUREBITS:
  case PR_SET_SECUREBITS:
  case PR_SET_TIMERSLACK:
  case PR_GET_TIMERSLACK:
  case PR_TASK_PERF_EVENTS_DISABLE:
  case PR_TASK_PERF_EVENTS_ENABLE:
  case PR_MCE_KILL:
  case PR_MCE_KILL_GET:
  case PR_SET_PTRACER:
  case PR_SET_CHILD_SUBREAPER:
  case PR_SET_NO_NEW_PRIVS:
  case PR_GET_NO_NEW_PRIVS:
  case PR_SET_THP_DISABLE:
  case PR_GET_THP_DISABLE:
  case PR_CAP_AMBIENT:
  case PR_GET_SPECULATION_CTRL:
  case PR_SET_SPECULATION_CTRL:
    return 1;
  default:
    return 0;
  }
}

enum { kNameOfThread = 16 };

static int set(int setting, void *argument) {
  switch (setting) {
  case PR_SET_NAME:
    raceward_reads_text(argument);
    return model_status();
  case PR_GET_NAME:
    raceward_guess_bytes(argument, kNameOfThread);
    ((char *)argument)[kNameOfThread - 1] = 0;
    return model_status();
  case PR_GET_PDEATHSIG:
  case PR_GET_UNALIGN:
  case PR_GET_FPEMU:
  case PR_GET_FPEXC:
  case PR_GET_ENDIAN:
  case PR_GET_TSC:
  case PR_GET_CHILD_SUBREAPER:
    raceward_guess_bytes(argument, sizeof(int));
    return model_status();
  default:
    raceward_not_executed(kUnknownText);
    model_reaches(argument);
    return model_natural();
  }
}

/// What the program has set, or has not; 0 if it sets something.
static int numberOf(int setting) {
  switch (setting) {
  case PR_SET_PDEATHSIG:
  case PR_SET_DUMPABLE:
  case PR_SET_KEEPCAPS:
  case PR_SET_SECUREBITS:
  case PR_SET_TIMERSLACK:
  case PR_SET_PTRACER:
  case PR_SET_CHILD_SUBREAPER:
  case PR_SET_NO_NEW_PRIVS:
  case PR_SET_THP_DISABLE:
    return model_status();
  default:
    return model_status() < 0 ? -1 : raceward_guess_int() & 0x7fffffff;
  }
}

int raceward_fixed_prctl(int setting, void *argument) {
  return isNumber(setting) ? numberOf(setting) : set(setting, argument);
}
int prctl(int setting, ...) {
  if (isNumber(setting))
    return numberOf(setting);
  va_list list;
  va_start(list, setting);
  void *const argument = va_arg(list, void *);
  va_end(list);
  return set(setting, argument);
}

/// What is written in the other process is not memory of this program.
long ptrace(enum __ptrace_request request, ...) {
  switch (request) {
  case PTRACE_TRACEME:
  case PTRACE_ATTACH:
  case PTRACE_SEIZE:
  case PTRACE_DETACH:
  case PTRACE_CONT:
  case PTRACE_KILL:
  case PTRACE_INTERRUPT:
  case PTRACE_LISTEN:
  case PTRACE_SINGLESTEP:
  case PTRACE_SYSCALL:
  case PTRACE_SETOPTIONS:
  case PTRACE_POKETEXT:
  case PTRACE_POKEDATA:
  case PTRACE_POKEUSER:
    return model_status();
  case PTRACE_PEEKTEXT:
  case PTRACE_PEEKDATA:
  case PTRACE_PEEKUSER: {
    const int before = model_status();
    return raceward_any_long() | before;
  }
  default:
    break;
  }
  raceward_not_executed(kUnknownText);
  va_list list;
  va_start(list, request);
  (void)va_arg(list, int);
  (void)va_arg(list, void *);
  void *const argument = va_arg(list, void *);
  va_end(list);
  model_reaches(argument);
  return model_status();
}
