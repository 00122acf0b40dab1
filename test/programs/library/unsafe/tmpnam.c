// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: tmpnam
//
// Without a buffer of the caller, one text for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <stdio.h>

static void first(void) {
  tmpnam(NULL);
}

static void second(void) {
  tmpnam(NULL);
}
