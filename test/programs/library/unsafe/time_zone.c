// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: mktime setenv
//
// A conversion of times looks for TZ in the environment.
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>
#include <time.h>

static struct tm a;

static void first(void) {
  mktime(&a);
}

static void second(void) {
  setenv("TZ", "UTC", 1);
}
