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

static int changeUser(void) {
  for (int i = 0; i < kProcessors; ++i)
    __atomic_store_n(&state_of_identity[i], 0, __ATOMIC_RELAXED);
  return model_status();
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

#define CHANGE(function, ...)                                                                      \
  int function(__VA_ARGS__) {                                                                      \
    return changeUser();                                                                           \
  }

CHANGE(setuid, uid_t user)
CHANGE(setgid, gid_t group)
CHANGE(seteuid, uid_t user)
CHANGE(setegid, gid_t group)
CHANGE(setreuid, uid_t real, uid_t effective)
CHANGE(setregid, gid_t real, gid_t effective)
CHANGE(setresuid, uid_t real, uid_t effective, uid_t saved)
CHANGE(setresgid, gid_t real, gid_t effective, gid_t saved)

int getresuid(uid_t *real, uid_t *effective, uid_t *saved) {
  raceward_writes(real, sizeof *real);
  raceward_writes(effective, sizeof *effective);
  raceward_writes(saved, sizeof *saved);
  return model_status();
}

int getresgid(gid_t *real, gid_t *effective, gid_t *saved) {
  raceward_writes(real, sizeof *real);
  raceward_writes(effective, sizeof *effective);
  raceward_writes(saved, sizeof *saved);
  return model_status();
}

int setfsuid(uid_t user) {
  return raceward_any_int();
}

int setfsgid(gid_t group) {
  return raceward_any_int();
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

NUMBER(getpgid, pid_t process)
NUMBER(__getpgid, pid_t process)
NUMBER(getpgrp, void)
NUMBER(getsid, pid_t process)
NUMBER(setsid, void)
NOTHING(setpgid, pid_t process, pid_t group)
NOTHING(setpgrp, void)
NOTHING(setns, int descriptor, int type)
NOTHING(unshare, int flags)
NOTHING(reboot, int command)
NOTHING(vhangup, void)
NUMBER(personality, unsigned long type)

/// The new value, which may be -1.
int nice(int more) {
  const int failed = model_status();
  return model_number(-20, 19) | failed;
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

#define LIMITS(suffix)                                                                             \
  int getrlimit##suffix(__rlimit_resource_t what, struct rlimit##suffix *to) {                     \
    raceward_writes(to, sizeof *to);                                                               \
    return model_status();                                                                         \
  }                                                                                                \
  int setrlimit##suffix(__rlimit_resource_t what, const struct rlimit##suffix *limit) {            \
    raceward_reads(limit, sizeof *limit);                                                          \
    return model_status();                                                                         \
  }                                                                                                \
  int prlimit##suffix(pid_t process, enum __rlimit_resource what,                                  \
                      const struct rlimit##suffix *limit, struct rlimit##suffix *before) {         \
    if (limit != NULL)                                                                             \
      raceward_reads(limit, sizeof *limit);                                                        \
    if (before != NULL)                                                                            \
      raceward_writes(before, sizeof *before);                                                     \
    return model_status();                                                                         \
  }

LIMITS()
LIMITS(64)

int getrusage(__rusage_who_t who, struct rusage *to) {
  raceward_writes(to, sizeof *to);
  return model_status();
}

/// -1 is a priority, too.
int getpriority(__priority_which_t which, id_t who) {
  const int failed = model_status();
  return model_number(-20, 19) | failed;
}

NOTHING(setpriority, __priority_which_t which, id_t who, int priority)
NOTHING(vlimit, enum __vlimit_resource what, int value)

long ulimit(int command, ...) {
  return raceward_any_long();
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
  default: // limits of types may be negative, too
    model_error_number();
    return raceward_any_long();
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

long get_phys_pages(void) {
  return raceward_any_long() & 0x7fffffff;
}

long get_avphys_pages(void) {
  return raceward_any_long() & 0x7fffffff;
}

int sysinfo(struct sysinfo *to) {
  raceward_writes(to, sizeof *to);
  return model_status();
}

int uname(struct utsname *to) {
  model_text(to->sysname, sizeof to->sysname);
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

unsigned long getauxval(unsigned long type) {
  const unsigned long failed = (unsigned long)model_status();
  return raceward_any_ulong() & ~failed;
}

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
