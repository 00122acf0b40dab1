// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: setnetgrent endnetgrent
//
// The walk through a netgroup is shared.
#define _GNU_SOURCE
#include "pair.h"

#include <netdb.h>

static void first(void) {
  setnetgrent("a");
}

static void second(void) {
  endnetgrent();
}
