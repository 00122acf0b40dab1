// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: getfsent setfsent
//
// One entry for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <fstab.h>

static void first(void) {
  getfsent();
}

static void second(void) {
  setfsent();
}
