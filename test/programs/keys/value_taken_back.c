// VERDICT: race-free
//
// A key that holds nothing has nothing to destroy.
#include <pthread.h>

static pthread_key_t key;
static int ended, one = 1;

static void destroy(void *value) {
  ended += *(int *)value; // ACCESS: read 'ended' @9, write 'ended' @9, read '*value' @12
}

static void *worker(void *value) {
  pthread_setspecific(key, value); // ACCESS: read 'key' @23
  pthread_setspecific(key, NULL); // ACCESS: read 'key' @23
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&key, destroy); // ACCESS: write 'key' @3 by pthread_key_create
  pthread_create(&t, NULL, worker, &one); // ACCESS: write 't' @3 by pthread_create
  ended++; // ACCESS: read 'ended' @8, write 'ended' @8
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return ended; // ACCESS: read 'ended' @10
}
