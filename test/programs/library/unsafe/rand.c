// VERDICT: race-free
// VERDICT-POSIX: race
// BY: rand srand
//
// glibc locks the state of rand().
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

static void first(void) {
  rand();
}

static void second(void) {
  srand(1);
}
