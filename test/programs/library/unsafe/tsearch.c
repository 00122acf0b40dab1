// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: tsearch
//
// A tree is one thread's at a time.
#define _GNU_SOURCE
#include "pair.h"

#include <search.h>

static void *tree;
static int a, b;
static int compare(const void *left, const void *right) {
  return (left > right) - (left < right);
}

static void first(void) {
  tsearch(&a, &tree, compare);
}

static void second(void) {
  tsearch(&b, &tree, compare);
}
