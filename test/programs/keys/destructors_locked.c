// VERDICT: race-free
//
// The twin of destructors_of_two.c: the destructor locks.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int ended, one = 1;

static void destroy(void *value) {
  pthread_mutex_lock(&m);
  ended += *(int *)value; // ACCESS: read 'ended' @9, write 'ended' @9, read '*value' @12
  pthread_mutex_unlock(&m);
}

static void *worker(void *value) {
  pthread_setspecific(key, value); // ACCESS: read 'key' @23
  pthread_exit(NULL);
}

int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, destroy); // ACCESS: write 'key' @3 by pthread_key_create
  pthread_create(&a, NULL, worker, &one); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, &one); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return ended; // ACCESS: read 'ended' @10
}
