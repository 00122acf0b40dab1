// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: hsearch
//
// One hash table for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <search.h>

static ENTRY a = {"a", NULL};
static ENTRY b = {"b", NULL};
__attribute__((constructor)) static void makeTable(void) {
  hcreate(10);
}

static void first(void) {
  hsearch(a, FIND);
}

static void second(void) {
  hsearch(b, ENTER);
}
