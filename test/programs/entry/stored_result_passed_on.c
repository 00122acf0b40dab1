// A caller passes on what a function stored for it, and the library still has it.
// VERDICT: race
// ANSWER: unknown
// OPTIONS: --entry queue_open,queue_put,queue_sum
#include <pthread.h>
#include <stdlib.h>

struct queue {
  int length;
  struct queue *next;
};

static struct queue *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int queue_open(struct queue **opened) {
  struct queue *queue = calloc(1, sizeof *queue);
  if (!queue)
    return -1;
  pthread_mutex_lock(&lock);
  queue->next = all;
  all = queue;
  pthread_mutex_unlock(&lock);
  *opened = queue;
  return 0;
}

void queue_put(struct queue *queue) {
  queue->length++;
}

int queue_sum(void) {
  int sum = 0;
  pthread_mutex_lock(&lock);
  for (const struct queue *queue = all; queue; queue = queue->next)
    sum += queue->length;
  pthread_mutex_unlock(&lock);
  return sum;
}
