// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: getpwnam
//
// One entry for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <pwd.h>

static void first(void) {
  getpwnam("a");
}

static void second(void) {
  getpwnam("b");
}
