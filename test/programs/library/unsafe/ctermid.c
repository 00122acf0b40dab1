// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: ctermid
//
// Without a buffer of the caller, one text for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <stdio.h>

static void first(void) {
  ctermid(NULL);
}

static void second(void) {
  ctermid(NULL);
}
