// VERDICT: race
//
// A join of a detached thread waits for nobody in particular; the other pair races before.
#include <pthread.h>

static int count, other;

static void *bump(void *unused) {
  other++; // ACCESS: read 'other' @8, write 'other' @8
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_attr_t detached;
  pthread_attr_init(&detached); // ACCESS: write 'detached' @3 by pthread_attr_init
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED); // ACCESS: write 'detached' @3 by pthread_attr_setdetachstate
  pthread_create(&t, &detached, bump, NULL); // ACCESS: write 't' @3 by pthread_create, read 'detached' @3 by pthread_create
  other++; // ACCESS: read 'other' @8, write 'other' @8
  pthread_join(t, NULL); // ACCESS: read 't' @16
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return count; // ACCESS: read 'count' @10
}
