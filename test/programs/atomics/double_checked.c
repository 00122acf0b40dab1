// VERDICT: race-free
//
// Double-checked locking as it must be: the first look is atomic.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int table;

static int get(void) {
  if (!ready) { // ACCESS: atomic read (seq_cst) 'ready' @8
    pthread_mutex_lock(&m);
    if (!ready) { // ACCESS: atomic read (seq_cst) 'ready' @10
      table = 5; // ACCESS: write 'table' @13
      ready = 1; // ACCESS: atomic write (seq_cst) 'ready' @13
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
