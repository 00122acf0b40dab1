// VERDICT: race
//
// A pool keeps the error in a struct, which is returned by value, and looked at before the join.
#include <pthread.h>
#include <stddef.h>

struct pool {
  pthread_t threads[2];
  int count;
  int error;
};

static int load;

static void *worker(void *unused) {
  load = 1; // ACCESS: write 'load' @8
  return unused;
}

static struct pool start(void) {
  struct pool pool = {.count = 0, .error = 0}; // ACCESS: write 'pool' @15
  pool.error = pthread_create(&pool.threads[0], NULL, worker, NULL); // ACCESS: write 'pool.error' @14, write 'pool.threads' @16 by pthread_create
  if (pool.error == 0) { // ACCESS: read 'pool.error' @12
    pool.count = 1; // ACCESS: write 'pool.count' @16
    static pthread_mutex_t unused = PTHREAD_MUTEX_INITIALIZER;
    pool.error = pthread_create(&pool.threads[1], NULL, (void *(*)(void *))pthread_mutex_lock, &unused); // ACCESS: write 'pool.error' @16, write 'pool.threads[1]' @18 by pthread_create
    pool.count += pool.error == 0; // ACCESS: read 'pool.count' @16, write 'pool.count' @16, read 'pool.error' @24
  }
  return pool;
}

int main(void) {
  struct pool pool = start();
  if (pool.error != 0 && pool.count == 1) // ACCESS: read 'pool.error' @12, read 'pool.count' @31
    load = 2; // ACCESS: write 'load' @10
  for (int i = 0; i < pool.count; i++) // ACCESS: read 'pool.count' @28
    pthread_join(pool.threads[i], NULL); // ACCESS: read 'pool.threads[i]' @18
  return load; // ACCESS: read 'load' @10
}
