#include "SeenCalls.h"

#include "raceward/program/LibraryModels.h"

#include <algorithm>
#include <array>

namespace raceward {

namespace {

/// The runtime intercepts them (runtime/control), and the table of effects has no row.
constexpr auto kTakenOver = std::to_array<std::string_view>({
    "arc4random_buf",
    "arc4random_uniform",
    "clock_nanosleep",
    "daemon",
    "dlclose",
    "dlopen",
    "epoll_pwait",
    "epoll_wait",
    "eventfd_read",
    "eventfd_write",
    "execv",
    "execve",
    "execvp",
    "execvpe",
    "fork",
    "ftrylockfile",
    "getentropy",
    "getrandom",
    "malloc_usable_size",
    "mmap",
    "mmap64",
    "munmap",
    "pause",
    "posix_memalign",
    "ppoll",
    "pselect",
    "pthread_clockjoin_np",
    "pthread_cond_clockwait",
    "pthread_kill",
    "pthread_mutex_clocklock",
    "pthread_rwlock_clockrdlock",
    "pthread_rwlock_clockwrlock",
    "pthread_timedjoin_np",
    "pthread_tryjoin_np",
    "pvalloc",
    "readv",
    "recvfrom",
    "recvmsg",
    "select",
    "sem_clockwait",
    "sendmsg",
    "sendto",
    "setitimer",
    "sigsuspend",
    "sigtimedwait",
    "sigwait",
    "sigwaitinfo",
    "syscall",
    "timer_create",
    "times",
    "timespec_get",
    "vfork",
    "wait",
    "wait4",
    "waitid",
    "waitpid",
    "writev",
});

/// They touch nothing of the program, or only objects that no other thread can reach, or that
/// programs rarely share; library state of some of them is an access of its own.
constexpr auto kHarmless = std::to_array<std::string_view>({
    "_ZNSt13random_device9_M_getvalEv",
    "_ZNSt8ios_base4InitC1Ev",
    "_ZNSt8ios_base4InitD1Ev",
    "_ZSt15future_categoryv",
    "_ZSt17current_exceptionv",
    "_ZSt9terminatev",
    "__dso_handle",
    "__once_proxy",
    "alarm",
    "clearenv",
    "close",
    "ctime",
    "dlerror",
    "dlsym",
    "dup",
    "dup2",
    "epoll_create",
    "epoll_create1",
    "fclose",
    "fcntl",
    "fcntl64",
    "fdopen",
    "fileno",
    "fseek",
    "fseeko",
    "fseeko64",
    "ftell",
    "ftello",
    "ftello64",
    "getgrgid",
    "getpwuid",
    "gmtime",
    "gnu_get_libc_version",
    "inotify_init",
    "kill",
    "localeconv",
    "localtime",
    "lseek",
    "lseek64",
    "pipe",
    "pipe2",
    "prctl",
    "pthread_getaffinity_np",
    "pthread_getcpuclockid",
    "pthread_setaffinity_np",
    "pthread_setname_np",
    "pthread_sigmask",
    "raise",
    "rewind",
    "sched_getaffinity",
    "sched_getscheduler",
    "sched_setaffinity",
    "setenv",
    "setlocale",
    "sigaction",
    "sigaddset",
    "sigdelset",
    "sigemptyset",
    "sigfillset",
    "sigismember",
    "signal",
    "sigpending",
    "sigprocmask",
    "socketpair",
    "sysinfo",
    "timerfd_create",
    "uname",
    "unsetenv",
});

/// Families of the C++ library. They synchronise by functions that the runtime intercepts, or
/// construct and destroy objects whose life begins or ends with the call.
constexpr auto kFamilies = std::to_array<std::string_view>({
    "_Unwind_",
    "_ZNKSt9exception",
    "_ZNSaI", // allocators have no state
    "_ZNSt11logic_error",
    "_ZNSt12future_error",
    "_ZNSt12out_of_range",
    "_ZNSt12system_error",
    "_ZNSt13__future_base12_Result_base",
    "_ZNSt13runtime_error",
    "_ZNSt15__exception_ptr", // counted, see Instrument.cpp
    "_ZNSt16invalid_argument",
    "_ZNSt18condition_variable",
    "_ZNSt28__atomic_futex_unsigned_base",
    "_ZNSt3_V214error_category",
    "_ZNSt3_V215system_category",
    "_ZNSt3_V216generic_category",
    "_ZNSt6chrono3_V2", // clocks
    "_ZNSt6thread",     // sharing a handle is rare
    "_ZNSt9bad_alloc",
    "_ZNSt9exception",
    "_ZSt17rethrow_exception",
    "_Zda", // operator delete
    "_Zdl",
    "_Zna", // operator new
    "_Znw",
    "__atomic_", // see AtomicCalls.h
    "__cxa_",
    "__raceward_",
});

template <typename Names> bool isAmong(const Names &names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// std::__throw_length_error() and the like.
bool throwsOnly(std::string_view name) {
  return name.starts_with("_ZSt") && name.find("__throw_") != std::string_view::npos;
}

} // namespace

bool isSeenCall(std::string_view name) {
  const LibraryFunction *row = findEffects(name);
  return (row != nullptr && !row->isPartial) || isAmong(kTakenOver, name) ||
         isAmong(kHarmless, name) || throwsOnly(name) ||
         std::any_of(kFamilies.begin(), kFamilies.end(),
                     [&](std::string_view family) { return name.starts_with(family); });
}

} // namespace raceward
