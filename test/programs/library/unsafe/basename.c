// VERDICT: race-free
// VERDICT-POSIX: race
// BY: __xpg_basename
//
// glibc works on the text that it is given.
#define _GNU_SOURCE
#include "pair.h"

#include <libgen.h>

static char a[] = "a/b";
static char b[] = "c/d";

static void first(void) {
  basename(a);
}

static void second(void) {
  basename(b);
}
