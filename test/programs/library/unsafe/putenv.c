// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: putenv
//
// Both change the environment.
#define _GNU_SOURCE
#include "pair.h"

#include <stdlib.h>

static char a[] = "A=1";
static char b[] = "B=1";

static void first(void) {
  putenv(a);
}

static void second(void) {
  putenv(b);
}
