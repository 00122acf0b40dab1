// VERDICT: race-free
// VERDICT-POSIX: race
// BY: rand
//
// glibc locks the state of rand(). A pointer leads to the function.
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

static int (*next)(void) = rand;

static void first(void) {
  next();
}

static void second(void) {
  next();
}
