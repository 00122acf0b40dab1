// VERDICT: race
// ANSWER: unknown
//
// A trylock that fails tells main that the thread was there. C11 says that this orders
// nothing, POSIX leaves it open, and in no interleaving do the writes meet. So it is never
// race-free, and not called a race, either: under another reading there is none.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *holder(void *unused) {
  shared = 1; // ACCESS: write 'shared' @10
  pthread_mutex_lock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, holder, NULL); // ACCESS: write 't' @3 by pthread_create
  if (pthread_mutex_trylock(&lock))
    shared = 2; // ACCESS: write 'shared' @12
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
