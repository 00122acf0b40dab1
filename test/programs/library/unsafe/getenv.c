// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: getenv setenv
//
// What getenv() searches is changed by setenv().
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

static void first(void) {
  getenv("A");
}

static void second(void) {
  setenv("B", "1", 1);
}
