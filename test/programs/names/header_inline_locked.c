// VERDICT: race-free
//
// The twin of header_inline.c, with a lock around each use of the header.
#include "ring.h"

#include <pthread.h>

static struct ring ring;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *producer(void *unused) {
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&lock);
    ringPut(&ring, i);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  int sum = 0;
  pthread_create(&t, NULL, producer, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_mutex_lock(&lock);
  if (!ringEmpty(&ring))
    sum += ringGet(&ring);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return sum;
}
