// VERDICT: race
// VERDICT-LOCKED: race-free
// BY: ether_ntoa
//
// One text for all threads.
#define _GNU_SOURCE
#include "pair.h"

#include <netinet/ether.h>

static struct ether_addr a, b;

static void first(void) {
  ether_ntoa(&a);
}

static void second(void) {
  ether_ntoa(&b);
}
