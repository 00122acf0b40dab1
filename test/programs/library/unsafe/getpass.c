// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: getpass
//
// One text for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <unistd.h>

static void first(void) {
  getpass("a");
}

static void second(void) {
  getpass("b");
}
