// VERDICT: race-free
// VERDICT-POSIX: race
// BY: dlerror
//
// glibc has a text for each thread. A pointer leads to the function.
#define _GNU_SOURCE
#include "pair.h"

#include <dlfcn.h>

static char *(*next)(void) = dlerror;

static void first(void) {
  next();
}

static void second(void) {
  next();
}
