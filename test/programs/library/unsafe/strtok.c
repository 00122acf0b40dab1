// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: strtok
//
// strtok() keeps its place in one variable for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <string.h>

static char a[] = "a b";
static char b[] = "c d";

static void first(void) {
  strtok(a, " ");
}

static void second(void) {
  strtok(b, " ");
}
