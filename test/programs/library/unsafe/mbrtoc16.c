// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: mbrtoc16
//
// Without a state of the caller, one for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <uchar.h>

static char16_t a, b;

static void first(void) {
  mbrtoc16(&a, "a", 1, NULL);
}

static void second(void) {
  mbrtoc16(&b, "b", 1, NULL);
}
