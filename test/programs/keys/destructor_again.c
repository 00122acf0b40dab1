// VERDICT: race
//
// A destructor that sets the key again is called again; the second time it counts.
#include <pthread.h>

static pthread_key_t key;
static int ended, values[2];

static void destroy(void *value) {
  if (value == &values[0])
    pthread_setspecific(key, &values[1]); // ACCESS: read 'key' @25
  else
    ended++; // ACCESS: read 'ended' @10, write 'ended' @10
}

static void *worker(void *unused) {
  pthread_setspecific(key, &values[0]); // ACCESS: read 'key' @23
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&key, destroy); // ACCESS: write 'key' @3 by pthread_key_create
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  ended++; // ACCESS: read 'ended' @8, write 'ended' @8
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return ended; // ACCESS: read 'ended' @10
}
