// VERDICT: race-free
// ANSWER: unknown
#include <pthread.h>

static int count;

static void *bump(void *unused) {
  pthread_join(pthread_self(), NULL);
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, bump, NULL); // ACCESS: write 't' @3 by pthread_create
  count++; // ACCESS: read 'count' @8, write 'count' @8
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return count; // ACCESS: read 'count' @10
}
