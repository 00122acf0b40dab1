// A thread pool with a list of jobs, and the limits of a check.
//
// The pool is free of races, but that is hard to show. The provers see that a job belongs to the
// thread that submits it, then to the list, then to one worker. They do not see that main only reads
// the numbers when no job is left that could write them, so every schedule has to be executed. For
// one job this takes seconds. For two jobs there are millions of schedules, and a check that does
// not get through them answers `unknown`.
//
//   $ raceward check -q thread_pool_fixed.c -- -DJOBS=1
//   | raceward: race-free: all 108 suspects are ruled out
//
//   $ raceward check -q --time-limit 5 thread_pool_fixed.c
//   | raceward: unknown: 7 of 108 suspects left; gaps: time-limit

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef JOBS
#define JOBS 2
#endif
enum { WORKERS = 2 };

struct job {
  struct job *next;
  void (*run)(void *argument);
  void *argument;
};

static struct {
  pthread_mutex_t lock;
  pthread_cond_t work, idle;
  struct job *jobs; // waiting, the newest first
  int unfinished;   // waiting or running
  bool stopping;
  int completed; // for statistics
} pool = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .work = PTHREAD_COND_INITIALIZER,
    .idle = PTHREAD_COND_INITIALIZER,
};

// The next job; waits for one. NULL if the pool stops.
static struct job *take_job(void) {
  pthread_mutex_lock(&pool.lock);
  while (pool.jobs == NULL && !pool.stopping)
    pthread_cond_wait(&pool.work, &pool.lock);
  struct job *job = pool.jobs;
  if (job != NULL)
    pool.jobs = job->next;
  pthread_mutex_unlock(&pool.lock);
  return job;
}

static void *worker(void *unused) {
  for (struct job *job; (job = take_job()) != NULL;) {
    job->run(job->argument);
    free(job);
    pthread_mutex_lock(&pool.lock);
    pool.completed++;
    if (--pool.unfinished == 0)
      pthread_cond_broadcast(&pool.idle);
    pthread_mutex_unlock(&pool.lock);
  }
  return unused;
}

static void submit(void (*run)(void *), void *argument) {
  struct job *job = malloc(sizeof *job);
  if (job == NULL)
    abort();
  job->run = run;
  job->argument = argument;
  pthread_mutex_lock(&pool.lock);
  job->next = pool.jobs;
  pool.jobs = job;
  pool.unfinished++;
  pthread_cond_signal(&pool.work);
  pthread_mutex_unlock(&pool.lock);
}

static void wait_until_idle(void) {
  pthread_mutex_lock(&pool.lock);
  while (pool.unfinished > 0)
    pthread_cond_wait(&pool.idle, &pool.lock);
  pthread_mutex_unlock(&pool.lock);
}

static void stop(void) {
  pthread_mutex_lock(&pool.lock);
  pool.stopping = true;
  pthread_cond_broadcast(&pool.work);
  pthread_mutex_unlock(&pool.lock);
}

static void square(void *number) {
  *(int *)number *= *(int *)number;
}

int main(void) {
  pthread_t threads[WORKERS];
  int numbers[JOBS];
  for (int i = 0; i < WORKERS; i++)
    if (pthread_create(&threads[i], NULL, worker, NULL) != 0)
      abort();
  for (int i = 0; i < JOBS; i++) {
    numbers[i] = i + 1;
    submit(square, &numbers[i]);
  }
  wait_until_idle();
  for (int i = 0; i < JOBS; i++)
    printf("%d\n", numbers[i]);
  stop();
  for (int i = 0; i < WORKERS; i++)
    pthread_join(threads[i], NULL);
  printf("%d jobs completed\n", pool.completed);
  return 0;
}
