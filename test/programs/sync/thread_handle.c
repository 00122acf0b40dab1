// VERDICT: race
// ANSWER: unknown
//
// pthread_create may still be writing the handle when the new thread already reads it.
#include <pthread.h>

static pthread_t self;

static void *worker(void *unused) {
  if (pthread_equal(self, pthread_self())) // ACCESS: read 'self' @21
    return unused;
  return NULL;
}

int main(void) {
  pthread_create(&self, NULL, worker, NULL); // ACCESS: write 'self' @3 by pthread_create
  pthread_join(self, NULL); // ACCESS: read 'self' @16
  return 0;
}
