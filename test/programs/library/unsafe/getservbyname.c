// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: getservbyname
//
// One entry for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <netdb.h>

static void first(void) {
  getservbyname("a", "tcp");
}

static void second(void) {
  getservbyname("b", "tcp");
}
