// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: ctime
//
// One struct and one text for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <time.h>

static time_t a, b;

static void first(void) {
  ctime(&a);
}

static void second(void) {
  ctime(&b);
}
