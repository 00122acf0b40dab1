// The process and the system: who it is, its limits, and what the system is like. What identifies
// the process stays the same between calls, until the program changes it.
#include "system.h"

#include <grp.h>
#include <pthread.h>
#include <sched.h>
#include <sys/auxv.h>
#include <sys/fsuid.h>
#include <sys/personality.h>
#include <sys/platform/x86.h>
#include <sys/reboot.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <sys/vlimit.h>
#include <ulimit.h>
#include <unistd.h>

#define NOTHING(function, ...)                                                                     \
  int function(__VA_ARGS__) {                                                                      \
    return model_status();                                                                         \
  }
#define NUMBER(function, ...)                                                                      \
  int function(__VA_ARGS__) {                                                                      \
    return model_natural();                                                                        \
  }

// -- users and groups ----------------------------------------------------------------------

enum { kUser, kGroup, kRealUser, kRealGroup, kProcessors, kFacts };

/// The kernel has them; asking for one, or changing it, orders no other accesses. The lowest bit
/// says that the value is known.
static unsigned long long state_of_identity[kFacts];

static unsigned fact(int which) {
  unsigned long long now = __atomic_load_n(&state_of_identity[which], __ATOMIC_RELAXED);
  while ((now & 1) == 0) {
    const unsigned long long first = (unsigned long long)raceward_any_uint() << 1 | 1;
    if (__atomic_compare_exchange_n(&state_of_identity[which], &now, first, 0, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
      now = first;
  }
  return (unsigned)(now >> 1);
}

static void setFact(int which, unsigned value) {
  __atomic_store_n(&state_of_identity[which], (unsigned long long)value << 1 | 1, __ATOMIC_RELAXED);
}

/// A number that is not -1 becomes the fact.
static void setIfGiven(int which, unsigned value) {
  if (value != -1u)
    setFact(which, value);
}

static int setTwo(int realFact, int which, unsigned real, unsigned effective) {
  if (model_status() < 0)
    return -1;
  setIfGiven(realFact, real);
  setIfGiven(which, effective);
  return 0;
}

/// With rights it is about the real one, too.
static int setOne(int realFact, int which, unsigned value) {
  if (model_status() < 0)
    return -1;
  const unsigned before = fact(realFact);
  const unsigned other = -(unsigned)raceward_any_bool();
  setFact(realFact, (before & other) | (value & ~other));
  setFact(which, value);
  return 0;
}

uid_t getuid(void) {
  return fact(kRealUser);
}

uid_t geteuid(void) {
  return fact(kUser);
}

gid_t getegid(void) {
  return fact(kGroup);
}

gid_t getgid(void) {
  return fact(kRealGroup);
}

int setuid(uid_t user) {
  return setOne(kRealUser, kUser, user);
}
int setgid(gid_t group) {
  return setOne(kRealGroup, kGroup, group);
}
int seteuid(uid_t user) {
  return setTwo(kRealUser, kUser, -1u, user);
}
int setegid(gid_t group) {
  return setTwo(kRealGroup, kGroup, -1u, group);
}
int setreuid(uid_t real, uid_t effective) {
  return setTwo(kRealUser, kUser, real, effective);
}
int setregid(gid_t real, gid_t effective) {
  return setTwo(kRealGroup, kGroup, real, effective);
}
int setresuid(uid_t real, uid_t effective, uid_t saved) {
  return setTwo(kRealUser, kUser, real, effective);
}
int setresgid(gid_t real, gid_t effective, gid_t saved) {
  return setTwo(kRealGroup, kGroup, real, effective);
}

static char state_of_saved_user;
static char state_of_saved_group;

int getresuid(uid_t *real, uid_t *effective, uid_t *saved) {
  *real = fact(kRealUser);
  *effective = fact(kUser);
  model_tells(&state_of_saved_user, saved, sizeof *saved);
  return 0;
}

int getresgid(gid_t *real, gid_t *effective, gid_t *saved) {
  *real = fact(kRealGroup);
  *effective = fact(kGroup);
  model_tells(&state_of_saved_group, saved, sizeof *saved);
  return 0;
}

/// The number before.
int setfsuid(uid_t user) {
  return raceward_guess_int();
}

int setfsgid(gid_t group) {
  return raceward_guess_int();
}

static int groupsOf(int most, gid_t *to) {
  raceward_writes(to, (size_t)most * sizeof *to);
  return (int)model_count(most == 0 ? 65536 : (size_t)most);
}

int getgroups(int most, gid_t *to) {
  return groupsOf(most, to);
}

int __getgroups_chk(int most, gid_t *to, size_t room) {
  return groupsOf(most, to);
}

int setgroups(size_t count, const gid_t *groups) {
  raceward_reads(groups, count * sizeof *groups);
  return model_status();
}

int initgroups(const char *user, gid_t group) {
  raceward_reads_text(user);
  return model_status();
}

/// The count says how much room there is, and then how many there are.
int getgrouplist(const char *user, gid_t group, gid_t *to, int *count) {
  raceward_reads_text(user);
  const int room = *count;
  raceward_writes(to, (size_t)room * sizeof *to);
  const int found = model_number(1, 65536);
  *count = found;
  model_error_number();
  return found > room || raceward_any_failure() ? -1 : found;
}

int group_member(gid_t group) {
  return raceward_any_bool();
}

// -- processes -----------------------------------------------------------------------------

/// The group or the session of a process, which the program may have set. It is 0 if the process is
/// not one of those that this one sees.
static char state_of_groups;

static pid_t groupOf(void) {
  return model_is_told(&state_of_groups) ? model_guess(0, 1 << 22) : model_number(0, 1 << 22);
}
pid_t getpgrp(void) {
  return groupOf();
}
#define GROUP(function, ...)                                                                       \
  pid_t function(__VA_ARGS__) {                                                                    \
    return model_status() < 0 ? -1 : groupOf();                                                    \
  }
GROUP(getpgid, pid_t process)
GROUP(__getpgid, pid_t process)
GROUP(getsid, pid_t process)

/// The process is the first of a new session.
pid_t setsid(void) {
  model_is_told(&state_of_groups);
  return model_status() < 0 ? -1 : model_guess(1, 1 << 22);
}
int setpgid(pid_t process, pid_t group) {
  model_is_told(&state_of_groups);
  return model_status();
}
int setpgrp(void) {
  model_is_told(&state_of_groups);
  return model_status();
}
NOTHING(setns, int descriptor, int type)
NOTHING(unshare, int flags)
NOTHING(reboot, int command)
NOTHING(vhangup, void)
NUMBER(personality, unsigned long type)

static char state_of_niceness;

static int niceness(void) {
  return model_is_told(&state_of_niceness) ? model_guess(-20, 19) : model_number(-20, 19);
}

/// The new value, which may be -1.
int nice(int more) {
  return model_status() < 0 ? -1 : niceness();
}

/// Distinct for each thread, and otherwise any number.
static int numberOfThread(void) {
  enum { kMost = 64 };
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static int count;
  static int given[kMost];
  static int highest;
  static _Thread_local int own;
  if (own == 0) {
    int number = model_number(2, 1 << 22);
    int isNew = 1;
    pthread_mutex_lock(&lock);
    if (count == kMost)
      raceward_not_executed("gettid() is not modelled for more than 64 threads");
    for (int i = 0; i < count; ++i)
      isNew &= number != given[i];
    number = (number & -isNew) | ((highest + 1) & -!isNew);
    highest = (number & -(number > highest)) | (highest & -(number <= highest));
    given[count++] = number;
    pthread_mutex_unlock(&lock);
    own = number;
  }
  return own;
}

pid_t gettid(void) {
  return numberOfThread();
}

/// Other calls of the kernel that touch memory, make processes or let threads wait have no model.
long raceward_fixed_syscall(long number, void *first, const void *second, size_t third) {
#if defined __x86_64__ || defined __i386__
  const int isWide = sizeof(long) == 8;
  if (number == (isWide ? 186 : 224))
    return numberOfThread();
  if (number == (isWide ? 39 : 20))
    return getpid();
  if (number == (isWide ? 24 : 158))
    return sched_yield();
  if (number == (isWide ? 1 : 4))
    return model_sends((int)(intptr_t)first, second, third);
#endif
  raceward_gap("what this number of syscall() does is not modelled; functions of the library are");
}

long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  void *const first = va_arg(list, void *);
  const void *const second = va_arg(list, const void *);
  const size_t third = va_arg(list, size_t);
  va_end(list);
  return raceward_fixed_syscall(number, first, second, third);
}

// -- limits and usage ----------------------------------------------------------------------

/// Those of this process are told once for all; they are not kept.
static char state_of_limits;

#define LIMITS(suffix)                                                                             \
  int getrlimit##suffix(__rlimit_resource_t what, struct rlimit##suffix *to) {                     \
    if (model_status() < 0)                                                                        \
      return -1;                                                                                   \
    model_tells(&state_of_limits, to, sizeof *to);                                                 \
    const int over = to->rlim_cur > to->rlim_max;                                                  \
    to->rlim_cur = over ? to->rlim_max : to->rlim_cur;                                             \
    return 0;                                                                                      \
  }                                                                                                \
  int setrlimit##suffix(__rlimit_resource_t what, const struct rlimit##suffix *limit) {            \
    raceward_reads(limit, sizeof *limit);                                                          \
    model_is_told(&state_of_limits);                                                               \
    return model_status();                                                                         \
  }                                                                                                \
  int prlimit##suffix(pid_t process, enum __rlimit_resource what,                                  \
                      const struct rlimit##suffix *limit, struct rlimit##suffix *before) {         \
    if (limit != NULL)                                                                             \
      raceward_reads(limit, sizeof *limit);                                                        \
    const int failed = model_status();                                                             \
    if (before != NULL && failed == 0)                                                             \
      model_tells(&state_of_limits, before, sizeof *before);                                       \
    if (limit != NULL)                                                                             \
      model_is_told(&state_of_limits);                                                             \
    return failed;                                                                                 \
  }

LIMITS()
LIMITS(64)

int getrusage(__rusage_who_t who, struct rusage *to) {
  raceward_writes(to, sizeof *to);
  return model_status();
}

/// -1 is a priority, too. Those of other processes are up to them.
int getpriority(__priority_which_t which, id_t who) {
  if (model_status() < 0)
    return -1;
  return niceness();
}

int setpriority(__priority_which_t which, id_t who, int priority) {
  model_is_told(&state_of_niceness);
  return model_status();
}

NOTHING(vlimit, enum __vlimit_resource what, int value)

long ulimit(int command, ...) {
  return model_status() < 0 ? -1 : raceward_guess_long();
}

// -- the system ----------------------------------------------------------------------------

enum { kPage = 4096 };

/// 1 to 8192. Of the facts that it is made of, most stand for a small number: a program that starts
/// as many threads soon starts more than can be followed.
static unsigned processors(void) {
  const unsigned drawn = fact(kProcessors);
  const unsigned many = -(unsigned)(drawn >> 29 == 7);
  return 1 + (drawn & (3 | (8191 & many)));
}

/// What depends on the system is any number; -1 also says that there is no limit.
long sysconf(int name) {
  switch (name) {
  case _SC_PAGESIZE:
    return kPage;
  case _SC_CLK_TCK:
    return 100;
  case _SC_GETPW_R_SIZE_MAX:
  case _SC_GETGR_R_SIZE_MAX:
    return 1024;
  case _SC_NPROCESSORS_CONF:
  case _SC_NPROCESSORS_ONLN:
    return processors();
  case _SC_IOV_MAX:
    return 1024;
  case _SC_HOST_NAME_MAX:
    return 64;
  case _SC_LOGIN_NAME_MAX:
    return 256;
  case _SC_TTY_NAME_MAX:
    return 32;
  case _SC_NGROUPS_MAX:
    return 65536;
  case _SC_AVPHYS_PAGES:
    return raceward_any_long() & 0x7fffffff;
  case _SC_PHYS_PAGES:
    return get_phys_pages();
  case _SC_OPEN_MAX:
  case _SC_ARG_MAX:
  case _SC_CHILD_MAX:
    model_error_number();
    return model_is_told(&state_of_limits) ? raceward_guess_long() : raceward_any_long();
  default: // limits of types may be negative, too
    model_error_number();
    return raceward_guess_long();
  }
}

long __sysconf(int name) {
  return sysconf(name);
}

/// What the processor can do, by leaves of the instruction that tells. It never changes.
const struct cpuid_feature *__x86_get_cpuid_feature_leaf(unsigned leaf) {
  return raceward_new(sizeof(struct cpuid_feature));
}

int get_nprocs(void) {
  model_error_number();
  return (int)processors();
}

int get_nprocs_conf(void) {
  model_error_number();
  return (int)processors();
}

static char state_of_memory;
long get_phys_pages(void) {
  const int told = model_is_told(&state_of_memory);
  return (told ? raceward_guess_long() : raceward_any_long()) & 0x7fffffff;
}

long get_avphys_pages(void) {
  return raceward_any_long() & 0x7fffffff;
}

int sysinfo(struct sysinfo *to) {
  raceward_writes(to, sizeof *to);
  return model_status();
}

int uname(struct utsname *to) {
  raceward_writes(to->sysname, sizeof to->sysname);
  for (size_t i = 0; i < sizeof "Linux"; ++i)
    to->sysname[i] = "Linux"[i];
  model_text(to->nodename, sizeof to->nodename);
  model_text(to->release, sizeof to->release);
  model_text(to->version, sizeof to->version);
  model_text(to->machine, sizeof to->machine);
  model_text(to->domainname, sizeof to->domainname);
  return model_status();
}

int __getpagesize(void) {
  return kPage;
}

/// What the kernel has told the process at its start.
static char state_of_vector;

unsigned long getauxval(unsigned long type) {
  const unsigned long failed = (unsigned long)model_status();
  if (failed != 0)
    return 0;
  return model_is_told(&state_of_vector) ? raceward_guess_ulong() : raceward_any_ulong();
}

/// Others may change it at any time.
static int nameOf(char *to, size_t bytes) {
  model_text(to, bytes);
  return model_status();
}

int gethostname(char *to, size_t bytes) {
  return nameOf(to, bytes);
}

int __gethostname_chk(char *to, size_t bytes, size_t room) {
  return nameOf(to, bytes);
}

int getdomainname(char *to, size_t bytes) {
  return nameOf(to, bytes);
}

int __getdomainname_chk(char *to, size_t bytes, size_t room) {
  return nameOf(to, bytes);
}

int sethostname(const char *name, size_t bytes) {
  raceward_reads(name, bytes);
  return model_status();
}

int setdomainname(const char *name, size_t bytes) {
  raceward_reads(name, bytes);
  return model_status();
}

long gethostid(void) {
  return raceward_any_long();
}

NOTHING(sethostid, long number)
