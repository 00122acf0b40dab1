// VERDICT: race
// ANSWER: unknown
//
// The second initialisation forgets who holds the mutex, on most systems.
#include <pthread.h>

static pthread_mutex_t m;
static int count;

static void *bump(void *unused) {
  pthread_mutex_init(&m, NULL);
  pthread_mutex_lock(&m);
  count++; // ACCESS: read 'count' @8, write 'count' @8
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, bump, NULL); // ACCESS: write 't' @3 by pthread_create
  bump(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return count; // ACCESS: read 'count' @10
}
