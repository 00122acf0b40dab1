// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: localtime
//
// One struct and one text for all threads. ctime() calls localtime(), which is where they meet first.
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
