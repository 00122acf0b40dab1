// VERDICT: race
//
// The twin of double_checked.c: the first look is not atomic.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready, table;

static int get(void) {
  if (!ready) { // ACCESS: read 'ready' @8
    pthread_mutex_lock(&m);
    if (!ready) { // ACCESS: read 'ready' @10
      table = 5; // ACCESS: write 'table' @13
      ready = 1; // ACCESS: write 'ready' @13
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
