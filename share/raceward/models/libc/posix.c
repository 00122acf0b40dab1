// What functions may share by POSIX that glibc keeps apart, or in order (`--libc posix`).
//
// POSIX.1-2017, System Interfaces 2.9.1, lists functions that need not be thread-safe, and says of
// some which others overwrite their result. Each has a model here that runs before the function
// itself (src/program/PosixStates.h); those that glibc does not protect either are not repeated.
#include "model.h"

#define STATE(name) static char state_of_##name;
#define SHARES(function, name)                                                                     \
  void raceward_posix_##function(void);                                                            \
  void raceward_posix_##function(void) {                                                           \
    raceward_writes(&state_of_##name, 1);                                                          \
  }
#define HAS_ONE(function) STATE(function) SHARES(function, function)

HAS_ONE(basename)
SHARES(__xpg_basename, basename)
HAS_ONE(catgets)
HAS_ONE(dirname)
HAS_ONE(dlerror)
HAS_ONE(ftw)
HAS_ONE(getenv)
HAS_ONE(inet_ntoa)
HAS_ONE(nftw)
HAS_ONE(nl_langinfo)
HAS_ONE(readdir)
HAS_ONE(setlogmask)
HAS_ONE(strerror)
HAS_ONE(strsignal)
HAS_ONE(system)
HAS_ONE(wcstombs)

HAS_ONE(rand)
SHARES(srand, rand)

// Databases: the functions of one return the same memory.

HAS_ONE(dbm_open)
SHARES(dbm_clearerr, dbm_open)
SHARES(dbm_close, dbm_open)
SHARES(dbm_delete, dbm_open)
SHARES(dbm_error, dbm_open)
SHARES(dbm_fetch, dbm_open)
SHARES(dbm_firstkey, dbm_open)
SHARES(dbm_nextkey, dbm_open)
SHARES(dbm_store, dbm_open)

HAS_ONE(getpwnam)
SHARES(getpwuid, getpwnam)
SHARES(getpwent, getpwnam)
SHARES(setpwent, getpwnam)
SHARES(endpwent, getpwnam)

HAS_ONE(getgrnam)
SHARES(getgrgid, getgrnam)
SHARES(getgrent, getgrnam)
SHARES(setgrent, getgrnam)
SHARES(endgrent, getgrnam)

HAS_ONE(getnetbyname)
SHARES(getnetbyaddr, getnetbyname)
SHARES(getnetent, getnetbyname)

HAS_ONE(getprotobyname)
SHARES(getprotobynumber, getprotobyname)
SHARES(getprotoent, getprotobyname)

HAS_ONE(getservbyname)
SHARES(getservbyport, getservbyname)
SHARES(getservent, getservbyname)
