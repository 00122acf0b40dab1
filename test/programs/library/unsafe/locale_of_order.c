// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: setlocale strcoll
//
// The locale decides the order of texts.
#define _GNU_SOURCE
#include "pair.h"

#include <locale.h>
#include <string.h>

static int order;

static void first(void) {
  setlocale(LC_ALL, "");
}

static void second(void) {
  order = strcoll("a", "b");
}
