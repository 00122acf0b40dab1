// VERDICT: race-free
// VERDICT-POSIX: race
// BY: dlerror
//
// glibc has a text for each thread.
#define _GNU_SOURCE
#include "pair.h"

#include <dlfcn.h>

static void first(void) {
  dlerror();
}

static void second(void) {
  dlerror();
}
