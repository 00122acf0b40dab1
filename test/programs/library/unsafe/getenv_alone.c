// VERDICT: race-free
// VERDICT-POSIX: race
// BY: getenv
//
// glibc changes nothing to read the environment.
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

static void first(void) {
  getenv("A");
}

static void second(void) {
  getenv("B");
}
