// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: re_comp re_exec
//
// One expression for all threads.
#define _GNU_SOURCE
#define _REGEX_RE_COMP
#include "pair.h"

#include <regex.h>

static void first(void) {
  re_comp("a");
}

static void second(void) {
  re_exec("b");
}
