/* The library's own functions, which ours intercept. */
#include "inside.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* These have an old version of the same name, which an unversioned look-up may return. */
static int has_two_versions(const char *name) {
  return strncmp(name, "pthread_cond_", 13) == 0 && strcmp(name, "pthread_cond_clockwait") != 0;
}

void *rw_find(const char *name) {
  void *found = has_two_versions(name) ? dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2") : 0;
  if (!found)
    found = dlsym(RTLD_NEXT, name);
  if (!found) {
    static const char text[] = "raceward: the C library lacks a function: ";
    (void)!write(2, text, sizeof text - 1);
    (void)!write(2, name, strlen(name));
    (void)!write(2, "\n", 1);
    _exit(127);
  }
  return found;
}

void rw_futex(uint32_t *word, int operation, uint32_t value) {
  RW_REAL(syscall)(SYS_futex, word, operation, value, 0, 0, 0);
}
