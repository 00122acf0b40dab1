// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: getusershell endusershell
//
// One text for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <unistd.h>

static void first(void) {
  getusershell();
}

static void second(void) {
  endusershell();
}
