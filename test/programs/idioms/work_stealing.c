// VERDICT: race-free
//
// Work stealing with locks: each worker has a deque of tasks, takes the newest of its own and steals
// the oldest of another when it has none. Tasks make tasks. The workers end when no task is left.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct task {
  struct task *older;
  struct task *newer;
  long from, to;
};

struct worker {
  pthread_t thread;
  struct scheduler *scheduler;
  int index;
  pthread_mutex_t lock; // for the deque
  struct task *oldest;
  struct task *newest;
  long sum; // of what this worker did
  unsigned stolen;
};

struct scheduler {
  struct worker *workers;
  int count;
  atomic_long unfinished;
};

static void push(struct worker *worker, struct task *task) {
  atomic_fetch_add(&worker->scheduler->unfinished, 1); // ACCESS: read 'worker->scheduler' @3, atomic read-write (seq_cst) 'worker->scheduler->unfinished' @3
  pthread_mutex_lock(&worker->lock);
  task->newer = NULL; // ACCESS: write 'task->newer' @15
  task->older = worker->newest; // ACCESS: write 'task->older' @15, read 'worker->newest' @25
  if (worker->newest != NULL) // ACCESS: read 'worker->newest' @15
    worker->newest->newer = task; // ACCESS: read 'worker->newest' @13, write 'worker->newest->newer' @27
  else
    worker->oldest = task; // ACCESS: write 'worker->oldest' @20
  worker->newest = task; // ACCESS: write 'worker->newest' @18
  pthread_mutex_unlock(&worker->lock);
}

static struct task *take(struct worker *worker) {
  pthread_mutex_lock(&worker->lock);
  struct task *task = worker->newest; // ACCESS: read 'worker->newest' @31
  if (task != NULL) {
    worker->newest = task->older; // ACCESS: write 'worker->newest' @20, read 'task->older' @28
    if (worker->newest != NULL) // ACCESS: read 'worker->newest' @17
      worker->newest->newer = NULL; // ACCESS: read 'worker->newest' @15, write 'worker->newest->newer' @29
    else
      worker->oldest = NULL; // ACCESS: write 'worker->oldest' @22
  }
  pthread_mutex_unlock(&worker->lock);
  return task;
}

static struct task *steal(struct worker *victim) {
  if (pthread_mutex_trylock(&victim->lock) != 0)
    return NULL;
  struct task *task = victim->oldest; // ACCESS: read 'victim->oldest' @31
  if (task != NULL) {
    victim->oldest = task->newer; // ACCESS: write 'victim->oldest' @20, read 'task->newer' @28
    if (victim->oldest != NULL) // ACCESS: read 'victim->oldest' @17
      victim->oldest->older = NULL; // ACCESS: read 'victim->oldest' @15, write 'victim->oldest->older' @29
    else
      victim->newest = NULL; // ACCESS: write 'victim->newest' @22
  }
  pthread_mutex_unlock(&victim->lock);
  return task;
}

static struct task *find_task(struct worker *self) {
  struct scheduler *scheduler = self->scheduler; // ACCESS: read 'self->scheduler' @39
  struct task *task = take(self);
  for (int i = 1; task == NULL && i < scheduler->count; i++) { // ACCESS: read 'scheduler->count' @50
    task = steal(&scheduler->workers[(self->index + i) % scheduler->count]); // ACCESS: read 'scheduler->workers' @30, read 'self->index' @45, read 'scheduler->count' @69
    if (task != NULL)
      self->stolen++; // ACCESS: read 'self->stolen' @19, write 'self->stolen' @19
  }
  return task;
}

static struct task *task_new(long from, long to) {
  struct task *task = malloc(sizeof *task);
  if (task == NULL)
    abort();
  task->from = from; // ACCESS: write 'task->from' @14
  task->to = to; // ACCESS: write 'task->to' @12
  return task;
}

static void run(struct worker *self, struct task *task) {
  if (task->to - task->from > 8) { // ACCESS: read 'task->to' @13, read 'task->from' @24
    long middle = task->from + (task->to - task->from) / 2; // ACCESS: read 'task->from' @25, read 'task->to' @39, read 'task->from' @50
    push(self, task_new(middle, task->to)); // ACCESS: read 'task->to' @39
    task->to = middle; // ACCESS: write 'task->to' @14
    push(self, task);
  } else {
    for (long i = task->from; i < task->to; i++) // ACCESS: read 'task->from' @25, read 'task->to' @41
      self->sum += i; // ACCESS: read 'self->sum' @17, write 'self->sum' @17
    free(task); // ACCESS: write '*task' @5 by free
  }
  atomic_fetch_sub(&self->scheduler->unfinished, 1); // ACCESS: read 'self->scheduler' @3, atomic read-write (seq_cst) 'self->scheduler->unfinished' @3
}

static void *work(void *argument) {
  struct worker *self = argument;
  while (atomic_load(&self->scheduler->unfinished) > 0) { // ACCESS: read 'self->scheduler' @10, atomic read (seq_cst) 'self->scheduler->unfinished' @10
    struct task *task = find_task(self);
    if (task != NULL)
      run(self, task);
    else
      sched_yield();
  }
  return NULL;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 3; // ACCESS: read '*argv[1]' @26 by atoi, read 'argv[1]' @31
  long numbers = argc > 2 ? atol(argv[2]) : 64; // ACCESS: read '*argv[2]' @29 by atol, read 'argv[2]' @34
  long sum = 0;
  int started = 1;
  if (count < 1)
    return 1;
  struct scheduler scheduler;
  scheduler.count = count; // ACCESS: write 'scheduler.count' @19
  scheduler.workers = calloc((size_t)count, sizeof *scheduler.workers); // ACCESS: write 'scheduler.workers' @21
  if (scheduler.workers == NULL) // ACCESS: read 'scheduler.workers' @17
    return 1;
  atomic_init(&scheduler.unfinished, 0); // ACCESS: write 'scheduler.unfinished' @3
  for (int i = 0; i < count; i++) {
    scheduler.workers[i].scheduler = &scheduler; // ACCESS: read 'scheduler.workers' @15, write 'scheduler.workers[i].scheduler' @36
    scheduler.workers[i].index = i; // ACCESS: read 'scheduler.workers' @15, write 'scheduler.workers[i].index' @32
    pthread_mutex_init(&scheduler.workers[i].lock, NULL); // ACCESS: read 'scheduler.workers' @35
  }
  push(&scheduler.workers[0], task_new(0, numbers)); // ACCESS: read 'scheduler.workers' @19
  while (started < count && pthread_create(&scheduler.workers[started].thread, NULL, work, // ACCESS: write 'scheduler.workers[started].thread' @29 by pthread_create, read 'scheduler.workers' @55
                                           &scheduler.workers[started]) == 0) // ACCESS: read 'scheduler.workers' @55
    started++;
  work(&scheduler.workers[0]); // ACCESS: read 'scheduler.workers' @19
  for (int i = 1; i < started; i++)
    pthread_join(scheduler.workers[i].thread, NULL); // ACCESS: read 'scheduler.workers' @28, read 'scheduler.workers[i].thread' @39
  for (int i = 0; i < count; i++) {
    sum += scheduler.workers[i].sum; // ACCESS: read 'scheduler.workers' @22, read 'scheduler.workers[i].sum' @33
    pthread_mutex_destroy(&scheduler.workers[i].lock); // ACCESS: read 'scheduler.workers' @38
  }
  printf("%ld\n", sum);
  free(scheduler.workers); // ACCESS: write '*scheduler.workers' @3 by free, read 'scheduler.workers' @18
  return 0;
}
