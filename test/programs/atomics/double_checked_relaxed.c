// VERDICT: race
//
// The twin of double_checked.c: atomic, and too weak.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int table;

static int get(void) {
  if (!atomic_load_explicit(&ready, memory_order_relaxed)) { // ACCESS: atomic read (relaxed) 'ready' @8
    pthread_mutex_lock(&m);
    if (!atomic_load_explicit(&ready, memory_order_relaxed)) { // ACCESS: atomic read (relaxed) 'ready' @10
      table = 5; // ACCESS: write 'table' @13
      atomic_store_explicit(&ready, 1, memory_order_relaxed); // ACCESS: atomic write (relaxed) 'ready' @7
    }
    pthread_mutex_unlock(&m);
  }
  return table; // ACCESS: read 'table' @10
}

static void *worker(void *unused) {
  return get() ? unused : NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  int mine = get();
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return mine;
}
