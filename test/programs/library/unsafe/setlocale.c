// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: setlocale localeconv
//
// The locale of the process is changed and read.
#define _GNU_SOURCE
#include "pair.h"

#include <locale.h>

static void first(void) {
  setlocale(LC_ALL, "C");
}

static void second(void) {
  localeconv();
}
