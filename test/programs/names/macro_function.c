// VERDICT: race-free
//
// A macro of several lines with the access in its middle: everything happens at the line
// of the use, under the lock that the macro takes.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long hits;

#define LOCKED(statement)                                                                          \
  do {                                                                                             \
    pthread_mutex_lock(&lock);                                                                     \
    statement;                                                                                     \
    pthread_mutex_unlock(&lock);                                                                   \
  } while (0)

static void *worker(void *unused) {
  LOCKED(hits++); // ACCESS: read 'hits' @3, write 'hits' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  LOCKED(hits += 2); // ACCESS: read 'hits' @3, write 'hits' @3
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return (int)hits; // ACCESS: read 'hits' @15
}
