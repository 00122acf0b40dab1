// VERDICT: race
// ANSWER: unknown
//
// A part of memory is cleared between two names of the linker, all variables of the program among
// it.
#include <pthread.h>

extern char __bss_start[];
extern char _end[];
static int state;

static void *worker(void *unused) {
  state = 1; // ACCESS: write 'state' @9
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  for (char *at = __bss_start; at != _end; at++)
    if (at == (char *)&state)
      *at = 0; // ACCESS: write '*at' @11
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
