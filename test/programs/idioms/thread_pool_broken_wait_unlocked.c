// VERDICT: race
// OPTIONS: --time-limit 30
//
// A pool of threads that takes jobs from a list. Jobs are functions with an argument; whoever
// submitted them can wait until none is left.
//
// Broken: The pool's counter is asked without the lock: waiting for the last job polls.
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
  struct job *next;
  void (*run)(void *argument);
  void *argument;
};

struct pool {
  pthread_mutex_t lock;
  pthread_cond_t work; // a job is there, or the pool stops
  pthread_cond_t idle; // nothing waits and nothing runs
  struct job *first;
  struct job *last;
  int unfinished;
  bool stopping;
  int started;
  pthread_t *threads;
};

static void *pool_thread(void *argument) {
  struct pool *pool = argument;
  pthread_mutex_lock(&pool->lock);
  for (;;) {
    while (pool->first == NULL && !pool->stopping) // ACCESS: read 'pool->first' @18, read 'pool->stopping' @42
      pthread_cond_wait(&pool->work, &pool->lock);
    struct job *job = pool->first; // ACCESS: read 'pool->first' @29
    if (job == NULL)
      break;
    pool->first = job->next; // ACCESS: write 'pool->first' @17, read 'job->next' @24
    if (pool->first == NULL) // ACCESS: read 'pool->first' @15
      pool->last = NULL; // ACCESS: write 'pool->last' @18
    pthread_mutex_unlock(&pool->lock);
    job->run(job->argument); // ACCESS: read 'job->run' @10, read 'job->argument' @19
    free(job); // ACCESS: write '*job' @5 by free
    pthread_mutex_lock(&pool->lock);
    if (--pool->unfinished == 0) // ACCESS: read 'pool->unfinished' @9, write 'pool->unfinished' @9
      pthread_cond_broadcast(&pool->idle);
  }
  pthread_mutex_unlock(&pool->lock);
  return NULL;
}

static void pool_destroy(struct pool *pool) {
  pthread_mutex_lock(&pool->lock);
  pool->stopping = true; // ACCESS: write 'pool->stopping' @18
  pthread_cond_broadcast(&pool->work);
  pthread_mutex_unlock(&pool->lock);
  for (int i = 0; i < pool->started; i++) // ACCESS: read 'pool->started' @29
    pthread_join(pool->threads[i], NULL); // ACCESS: read 'pool->threads[i]' @18, read 'pool->threads' @24
  pthread_cond_destroy(&pool->idle);
  pthread_cond_destroy(&pool->work);
  pthread_mutex_destroy(&pool->lock);
  free(pool->threads); // ACCESS: write '*pool->threads' @3 by free, read 'pool->threads' @14
  free(pool); // ACCESS: write '*pool' @3 by free
}

static struct pool *pool_create(int threads) {
  struct pool *pool = calloc(1, sizeof *pool);
  if (pool == NULL)
    return NULL;
  pool->threads = calloc((size_t)threads, sizeof *pool->threads); // ACCESS: write 'pool->threads' @17
  if (pool->threads == NULL) { // ACCESS: read 'pool->threads' @13
    free(pool); // ACCESS: write '*pool' @5 by free
    return NULL;
  }
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->work, NULL);
  pthread_cond_init(&pool->idle, NULL);
  for (int i = 0; i < threads; i++) {
    if (pthread_create(&pool->threads[i], NULL, pool_thread, pool) != 0) { // ACCESS: write 'pool->threads[i]' @9 by pthread_create, read 'pool->threads' @31
      pool_destroy(pool);
      return NULL;
    }
    pool->started++; // ACCESS: read 'pool->started' @18, write 'pool->started' @18
  }
  return pool;
}

static int pool_submit(struct pool *pool, void (*run)(void *), void *argument) {
  struct job *job = malloc(sizeof *job);
  if (job == NULL)
    return -1;
  job->next = NULL; // ACCESS: write 'job->next' @13
  job->run = run; // ACCESS: write 'job->run' @12
  job->argument = argument; // ACCESS: write 'job->argument' @17
  pthread_mutex_lock(&pool->lock);
  if (pool->last != NULL) // ACCESS: read 'pool->last' @13
    pool->last->next = job; // ACCESS: read 'pool->last' @11, write 'pool->last->next' @22
  else
    pool->first = job; // ACCESS: write 'pool->first' @17
  pool->last = job; // ACCESS: write 'pool->last' @14
  pool->unfinished++; // ACCESS: read 'pool->unfinished' @19, write 'pool->unfinished' @19
  pthread_cond_signal(&pool->work);
  pthread_mutex_unlock(&pool->lock);
  return 0;
}

static void pool_wait(struct pool *pool) {
  while (pool->unfinished > 0) // ACCESS: read 'pool->unfinished' @16
    sched_yield();
}

static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

struct range {
  long from, to;
};

static void sum_range(void *argument) {
  struct range *range = argument;
  long sum = 0;
  for (long i = range->from; i < range->to; i++) // ACCESS: read 'range->from' @24, read 'range->to' @41
    sum += i;
  free(range); // ACCESS: write '*range' @3 by free
  pthread_mutex_lock(&total_lock);
  total += sum; // ACCESS: read 'total' @9, write 'total' @9
  pthread_mutex_unlock(&total_lock);
}

int main(int argc, char **argv) {
  int threads = argc > 1 ? atoi(argv[1]) : 3; // ACCESS: read '*argv[1]' @28 by atoi, read 'argv[1]' @33
  int jobs = argc > 2 ? atoi(argv[2]) : 10; // ACCESS: read '*argv[2]' @25 by atoi, read 'argv[2]' @30
  if (threads < 1)
    return 1;
  struct pool *pool = pool_create(threads);
  if (pool == NULL)
    return 1;
  for (int i = 0; i < jobs; i++) {
    struct range *range = malloc(sizeof *range);
    if (range == NULL)
      break;
    range->from = 100L * i; // ACCESS: write 'range->from' @17
    range->to = 100L * (i + 1); // ACCESS: write 'range->to' @15
    if (pool_submit(pool, sum_range, range) != 0) {
      free(range); // ACCESS: write '*range' @7 by free
      break;
    }
  }
  pool_wait(pool);
  pthread_mutex_lock(&total_lock);
  printf("%ld\n", total); // ACCESS: read 'total' @19
  pthread_mutex_unlock(&total_lock);
  pool_destroy(pool);
  return 0;
}
