// VERDICT: race-free
#include <pthread.h>

static int count;

static void *bump(void *unused) {
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, bump, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_join(t, NULL); // ACCESS: read 't' @16
  pthread_create(&u, NULL, bump, NULL); // ACCESS: write 'u' @3 by pthread_create
  pthread_join(t, NULL); // ACCESS: read 't' @16
  pthread_join(u, NULL); // ACCESS: read 'u' @16
  return count; // ACCESS: read 'count' @10
}
