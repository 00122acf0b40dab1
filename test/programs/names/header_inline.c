// VERDICT: race
//
// All accesses stand in a header: they are reported there, and not at the call.
#include "ring.h"

#include <pthread.h>

static struct ring ring;

static void *producer(void *unused) {
  for (int i = 0; i < 4; i++)
    ringPut(&ring, i);
  return unused;
}

int main(void) {
  pthread_t t;
  int sum = 0;
  pthread_create(&t, NULL, producer, NULL); // ACCESS: write 't' @3 by pthread_create
  while (!ringEmpty(&ring))
    sum += ringGet(&ring);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return sum;
}
