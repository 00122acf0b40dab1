// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: getopt
//
// Variables of getopt() are shared.
#define _GNU_SOURCE
#include "pair.h"

#include <unistd.h>

static char *words[] = {"a", "-b", NULL};

static void first(void) {
  getopt(2, words, "b");
}

static void second(void) {
  getopt(2, words, "b");
}
