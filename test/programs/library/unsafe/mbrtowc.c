// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: mbrtowc
//
// Without a state of the caller, one for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <wchar.h>

static wchar_t a, b;

static void first(void) {
  mbrtowc(&a, "a", 1, NULL);
}

static void second(void) {
  mbrtowc(&b, "b", 1, NULL);
}
