// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: gethostbyname
//
// One entry for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <netdb.h>

static void first(void) {
  gethostbyname("a");
}

static void second(void) {
  gethostbyname("b");
}
