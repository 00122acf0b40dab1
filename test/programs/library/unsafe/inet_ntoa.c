// VERDICT: race-free
// VERDICT-POSIX: race
// BY: inet_ntoa
//
// glibc has a text for each thread.
#define _GNU_SOURCE
#include "pair.h"

#include <arpa/inet.h>

static struct in_addr a, b;

static void first(void) {
  inet_ntoa(a);
}

static void second(void) {
  inet_ntoa(b);
}
