// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: getlogin
//
// One text for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <unistd.h>

static void first(void) {
  getlogin();
}

static void second(void) {
  getlogin();
}
