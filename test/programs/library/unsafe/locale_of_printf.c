// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: setlocale printf
//
// The locale decides how numbers are printed.
#define _GNU_SOURCE
#include "pair.h"

#include <locale.h>
#include <stdio.h>

static void first(void) {
  setlocale(LC_ALL, "");
}

static void second(void) {
  printf("%f", 1.0);
}
