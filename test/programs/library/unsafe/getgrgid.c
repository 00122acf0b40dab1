// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: getgrgid
//
// One entry for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <grp.h>

static void first(void) {
  getgrgid(1);
}

static void second(void) {
  getgrgid(2);
}
