// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: getmntent
//
// One entry for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <mntent.h>
#include <stdio.h>

static FILE *table;
__attribute__((constructor)) static void openTable(void) {
  table = setmntent("/etc/mtab", "r");
}

static void first(void) {
  if (table != NULL)
    getmntent(table);
}

static void second(void) {
  if (table != NULL)
    getmntent(table);
}
