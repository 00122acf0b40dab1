// VERDICT: race
// ANSWER: unknown
//
// There is one atomic variable, but an attempt to lock that fails tells about the other thread, too,
// and orders nothing: 'ready' may still look like zero.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int value;

static void *writer(void *unused) {
  atomic_store_explicit(&ready, 1, memory_order_relaxed); // ACCESS: atomic write (relaxed) 'ready' @3
  pthread_mutex_lock(&lock);
  value = 1; // ACCESS: write 'value' @9
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL); // ACCESS: write 'thread' @3 by pthread_create
  if (pthread_mutex_trylock(&lock) == 0)
    pthread_mutex_unlock(&lock);
  else if (atomic_load_explicit(&ready, memory_order_relaxed) == 0) // ACCESS: atomic read (relaxed) 'ready' @12
    value = 2; // ACCESS: write 'value' @11
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return 0;
}
