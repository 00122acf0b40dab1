// VERDICT: race-free
//
// Returning from main ends the process, without destructors.
#include <pthread.h>

static pthread_key_t key;
static int count, one = 1;

static void destroy(void *value) {
  count += *(int *)value; // ACCESS: read 'count' @9, write 'count' @9, read '*value' @12
}

static void *worker(void *unused) {
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&key, destroy); // ACCESS: write 'key' @3 by pthread_key_create
  pthread_setspecific(key, &one); // ACCESS: read 'key' @23
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  return 0;
}
