// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: hcreate hdestroy
//
// One hash table for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <search.h>

static void first(void) {
  hcreate(10);
}

static void second(void) {
  hdestroy();
}
