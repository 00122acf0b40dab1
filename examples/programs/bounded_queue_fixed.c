// A bounded queue with one mutex and two condition variables, free of races.
//
// The provers decide it without executing a schedule, so the answer does not depend on the numbers
// of items, producers and consumers. `--explain` shows the reason for each variable.
//
//   $ raceward check -q bounded_queue_fixed.c
//   | raceward: race-free: all 83 suspects are ruled out

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { CAPACITY = 8, PRODUCERS = 2, CONSUMERS = 2, ITEMS = 5 };

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t not_empty, not_full;
  size_t head, count;
  bool closed;
  int slots[CAPACITY];
};

static struct queue queue = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .not_empty = PTHREAD_COND_INITIALIZER,
    .not_full = PTHREAD_COND_INITIALIZER,
};

static void push(struct queue *q, int item) {
  pthread_mutex_lock(&q->lock);
  while (q->count == CAPACITY)
    pthread_cond_wait(&q->not_full, &q->lock);
  q->slots[(q->head + q->count) % CAPACITY] = item;
  q->count++;
  pthread_cond_signal(&q->not_empty);
  pthread_mutex_unlock(&q->lock);
}

// Takes the oldest item; false if the queue is closed and empty.
static bool pop(struct queue *q, int *item) {
  pthread_mutex_lock(&q->lock);
  while (q->count == 0 && !q->closed)
    pthread_cond_wait(&q->not_empty, &q->lock);
  bool found = q->count > 0;
  if (found) {
    *item = q->slots[q->head];
    q->head = (q->head + 1) % CAPACITY;
    q->count--;
    pthread_cond_signal(&q->not_full);
  }
  pthread_mutex_unlock(&q->lock);
  return found;
}

static void close_queue(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  q->closed = true;
  pthread_cond_broadcast(&q->not_empty);
  pthread_mutex_unlock(&q->lock);
}

static void *produce(void *unused) {
  for (int i = 0; i < ITEMS; i++)
    push(&queue, i);
  return unused;
}

static void *consume(void *sum) {
  for (int item; pop(&queue, &item);)
    *(long *)sum += item;
  return NULL;
}

int main(void) {
  pthread_t producers[PRODUCERS], consumers[CONSUMERS];
  long sums[CONSUMERS] = {0};
  for (int i = 0; i < CONSUMERS; i++)
    if (pthread_create(&consumers[i], NULL, consume, &sums[i]) != 0)
      abort();
  for (int i = 0; i < PRODUCERS; i++)
    if (pthread_create(&producers[i], NULL, produce, NULL) != 0)
      abort();
  for (int i = 0; i < PRODUCERS; i++)
    pthread_join(producers[i], NULL);
  close_queue(&queue);
  for (int i = 0; i < CONSUMERS; i++)
    pthread_join(consumers[i], NULL);

  long total = 0;
  for (int i = 0; i < CONSUMERS; i++)
    total += sums[i];
  printf("%ld\n", total);
  return 0;
}
