// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: localtime
//
// One struct for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <time.h>

static time_t a, b;

static void first(void) {
  localtime(&a);
}

static void second(void) {
  localtime(&b);
}
