// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: gethostent endhostent
//
// The place in the table is shared.
#define _GNU_SOURCE
#include "pair.h"

#include <netdb.h>

static void first(void) {
  gethostent();
}

static void second(void) {
  endhostent();
}
