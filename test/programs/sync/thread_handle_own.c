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
  *result = 1;
  return result;
}

int main(void) {
  struct pool pool;
  int results[2];
  void *value;
  pool.running = 0;
  for (int i = 0; i < 2; i++) {
    pthread_create(&pool.worker[i], NULL, worker, &results[i]);
    pool.running++;
  }
  int sum = 0;
  while (pool.running > 0) {
    pthread_join(pool.worker[--pool.running], &value);
    sum += *(int *)value;
  }
  return sum;
}
