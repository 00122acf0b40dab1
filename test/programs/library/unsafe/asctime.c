// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: asctime
//
// One text for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <time.h>

static struct tm a, b;

static void first(void) {
  asctime(&a);
}

static void second(void) {
  asctime(&b);
}
