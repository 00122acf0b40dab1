// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: getspnam
//
// One entry for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <shadow.h>

static void first(void) {
  getspnam("a");
}

static void second(void) {
  getspnam("b");
}
