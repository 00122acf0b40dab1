// VERDICT: race-free
// ANSWER: unknown
//
// The twin of joined_detached.c, without the pair that races: nothing is known after the join.
#include <pthread.h>

static int count;

static void *bump(void *unused) {
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_attr_t detached;
  pthread_attr_init(&detached); // ACCESS: write 'detached' @3 by pthread_attr_init
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED); // ACCESS: write 'detached' @3 by pthread_attr_setdetachstate
  pthread_create(&t, &detached, bump, NULL); // ACCESS: write 't' @3 by pthread_create, read 'detached' @3 by pthread_create
  pthread_join(t, NULL); // ACCESS: read 't' @16
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return count; // ACCESS: read 'count' @10
}
