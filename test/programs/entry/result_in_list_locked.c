// A caller passes on what a function returned; the library locks.
// VERDICT: race-free
// OPTIONS: --entry queue_new,queue_put,queue_sum
#include <pthread.h>
#include <stdlib.h>

struct queue {
  int length;
  struct queue *next;
};

static struct queue *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct queue *queue_new(void) {
  struct queue *queue = calloc(1, sizeof *queue);
  if (!queue)
    return 0;
  pthread_mutex_lock(&lock);
  queue->next = all;
  all = queue;
  pthread_mutex_unlock(&lock);
  return queue;
}

void queue_put(struct queue *queue) {
  pthread_mutex_lock(&lock);
  queue->length++;
  pthread_mutex_unlock(&lock);
}

int queue_sum(void) {
  int sum = 0;
  pthread_mutex_lock(&lock);
  for (const struct queue *queue = all; queue; queue = queue->next)
    sum += queue->length;
  pthread_mutex_unlock(&lock);
  return sum;
}
