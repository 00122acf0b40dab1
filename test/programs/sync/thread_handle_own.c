// VERDICT: race-free
//
// The twin of thread_handle.c: only the creator uses the handle; results come by join.
#include <pthread.h>

struct pool {
  pthread_t worker[2];
  int running;
};

static void *worker(void *arg) {
  int *result = arg;
  *result = 1; // ACCESS: write '*result' @11
  return result;
}

int main(void) {
  struct pool pool;
  int results[2];
  void *value;
  pool.running = 0; // ACCESS: write 'pool.running' @16
  for (int i = 0; i < 2; i++) {
    pthread_create(&pool.worker[i], NULL, worker, &results[i]); // ACCESS: write 'pool.worker[i]' @5 by pthread_create
    pool.running++; // ACCESS: read 'pool.running' @17, write 'pool.running' @17
  }
  int sum = 0;
  while (pool.running > 0) { // ACCESS: read 'pool.running' @15
    pthread_join(pool.worker[--pool.running], &value); // ACCESS: write 'value' @5 by pthread_join, read 'pool.worker[pool.running - 1]' @18, read 'pool.running' @30, write 'pool.running' @30
    sum += *(int *)value; // ACCESS: read '*value' @12, read 'value' @20
  }
  return sum;
}
