// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: getopt_long
//
// Variables of getopt_long() are shared.
#define _GNU_SOURCE
#include "pair.h"

#include <getopt.h>

static char *words[] = {"a", "-b", NULL};

static void first(void) {
  getopt_long(2, words, "b", NULL, NULL);
}

static void second(void) {
  getopt_long(2, words, "b", NULL, NULL);
}
