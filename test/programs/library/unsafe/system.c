// VERDICT: race-free
// VERDICT-POSIX: race
// BY: system
//
// glibc locks what it keeps.
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

static void first(void) {
  system("a");
}

static void second(void) {
  system("b");
}
