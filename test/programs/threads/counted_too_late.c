// VERDICT: race
//
// The twin of counted_in_pool.c: it counts a worker only after the next one was started.
#include <pthread.h>
#include <stdlib.h>

struct pool {
  pthread_mutex_t lock;
  int jobs;
  int count;
  pthread_t *workers;
};

static void *work(void *argument) {
  struct pool *pool = argument;
  pthread_mutex_lock(&pool->lock);
  pool->jobs++; // ACCESS: read 'pool->jobs' @13, write 'pool->jobs' @13
  pthread_mutex_unlock(&pool->lock);
  return NULL;
}

static int stop(struct pool *pool) {
  for (int i = 0; i < pool->count; i++) // ACCESS: read 'pool->count' @29
    pthread_join(pool->workers[i], NULL); // ACCESS: read 'pool->workers' @24, read 'pool->workers[i]' @18
  int jobs = pool->jobs; // ACCESS: read 'pool->jobs' @20
  free(pool->workers); // ACCESS: read 'pool->workers' @14, write '*pool->workers' @3 by free
  free(pool); // ACCESS: write '*pool' @3 by free
  return jobs;
}

static struct pool *start(int wanted) {
  struct pool *pool = calloc(1, sizeof *pool);
  if (pool == NULL)
    return NULL;
  pool->workers = calloc((size_t)wanted, sizeof *pool->workers); // ACCESS: write 'pool->workers' @17
  if (pool->workers == NULL) { // ACCESS: read 'pool->workers' @13
    free(pool); // ACCESS: write '*pool' @5 by free
    return NULL;
  }
  pthread_mutex_init(&pool->lock, NULL);
  for (int i = 0; i < wanted; i++) {
    if (pthread_create(&pool->workers[i], NULL, work, pool) != 0) { // ACCESS: read 'pool->workers' @31, write 'pool->workers[i]' @9 by pthread_create
      stop(pool);
      return NULL;
    }
    if (i > 0)
      pool->count++; // ACCESS: read 'pool->count' @18, write 'pool->count' @18
  }
  return pool;
}

int main(int argc, char **argv) {
  struct pool *pool = start(argc > 1 ? 3 : 2);
  (void)argv;
  return pool ? stop(pool) : 0;
}
