// VERDICT: race
// OPTIONS: --time-limit 30
//
// A bounded queue in a ring: producers wait while it is full, consumers while it is empty. After it
// was closed, consumers take what is left. A message belongs to whoever took it out.
//
// Broken: Taking out lets the lock go before it counts down.
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct queue {
  pthread_mutex_t mutex;
  pthread_cond_t not_full;
  pthread_cond_t not_empty;
  void **slots;
  size_t capacity;
  size_t head;
  size_t count;
  bool closed;
};

struct message {
  int sender;
  int number;
  char text[32];
};

static struct queue *queue_new(size_t capacity) {
  struct queue *q = malloc(sizeof *q);
  if (q == NULL)
    return NULL;
  q->slots = malloc(capacity * sizeof *q->slots); // ACCESS: write 'q->slots' @12
  if (q->slots == NULL) { // ACCESS: read 'q->slots' @10
    free(q); // ACCESS: write '*q' @5 by free
    return NULL;
  }
  q->capacity = capacity; // ACCESS: write 'q->capacity' @15
  q->head = 0; // ACCESS: write 'q->head' @11
  q->count = 0; // ACCESS: write 'q->count' @12
  q->closed = false; // ACCESS: write 'q->closed' @13
  pthread_mutex_init(&q->mutex, NULL);
  pthread_cond_init(&q->not_full, NULL);
  pthread_cond_init(&q->not_empty, NULL);
  return q;
}

static void queue_free(struct queue *q) {
  for (; q->count > 0; q->count--) { // ACCESS: read 'q->count' @13, read 'q->count' @32, write 'q->count' @32
    free(q->slots[q->head]); // ACCESS: write '*q->slots[q->head]' @5 by free, read 'q->slots[q->head]' @10, read 'q->slots' @13, read 'q->head' @22
    q->head = (q->head + 1) % q->capacity; // ACCESS: write 'q->head' @13, read 'q->head' @19, read 'q->capacity' @34
  }
  pthread_cond_destroy(&q->not_empty);
  pthread_cond_destroy(&q->not_full);
  pthread_mutex_destroy(&q->mutex);
  free(q->slots); // ACCESS: write '*q->slots' @3 by free, read 'q->slots' @11
  free(q); // ACCESS: write '*q' @3 by free
}

static int queue_put(struct queue *q, void *item) {
  pthread_mutex_lock(&q->mutex);
  while (q->count == q->capacity && !q->closed) // ACCESS: read 'q->count' @13, read 'q->capacity' @25, read 'q->closed' @41
    pthread_cond_wait(&q->not_full, &q->mutex);
  if (q->closed) { // ACCESS: read 'q->closed' @10
    pthread_mutex_unlock(&q->mutex);
    return EPIPE;
  }
  q->slots[(q->head + q->count) % q->capacity] = item; // ACCESS: read 'q->slots' @6, read 'q->head' @16, read 'q->count' @26, read 'q->capacity' @38, write 'q->slots[(q->head + q->count) % q->capacity]' @48
  q->count++; // ACCESS: read 'q->count' @11, write 'q->count' @11
  pthread_cond_signal(&q->not_empty);
  pthread_mutex_unlock(&q->mutex);
  return 0;
}

static int queue_get(struct queue *q, void **item) {
  pthread_mutex_lock(&q->mutex);
  while (q->count == 0) { // ACCESS: read 'q->count' @13
    if (q->closed) { // ACCESS: read 'q->closed' @12
      pthread_mutex_unlock(&q->mutex);
      return EPIPE;
    }
    pthread_cond_wait(&q->not_empty, &q->mutex);
  }
  *item = q->slots[q->head]; // ACCESS: write '*item' @9, read 'q->slots[q->head]' @11, read 'q->slots' @14, read 'q->head' @23
  q->head = (q->head + 1) % q->capacity; // ACCESS: write 'q->head' @11, read 'q->head' @17, read 'q->capacity' @32
  pthread_cond_signal(&q->not_full);
  pthread_mutex_unlock(&q->mutex);
  q->count--; // ACCESS: read 'q->count' @11, write 'q->count' @11
  return 0;
}

static void queue_close(struct queue *q) {
  pthread_mutex_lock(&q->mutex);
  q->closed = true; // ACCESS: write 'q->closed' @13
  pthread_cond_broadcast(&q->not_full);
  pthread_cond_broadcast(&q->not_empty);
  pthread_mutex_unlock(&q->mutex);
}

struct producer {
  pthread_t thread;
  struct queue *queue;
  int number;
  int messages;
};

static void *produce(void *argument) {
  struct producer *self = argument;
  for (int i = 0; i < self->messages; i++) { // ACCESS: read 'self->messages' @29
    struct message *m = malloc(sizeof *m);
    if (m == NULL)
      break;
    m->sender = self->number; // ACCESS: write 'm->sender' @15, read 'self->number' @23
    m->number = i; // ACCESS: write 'm->number' @15
    strcpy(m->text, "hello"); // ACCESS: write 'm->text' @5 by strcpy
    if (queue_put(self->queue, m) != 0) { // ACCESS: read 'self->queue' @25
      free(m); // ACCESS: write '*m' @7 by free
      break;
    }
  }
  return NULL;
}

static void *consume(void *argument) {
  struct queue *queue = argument;
  void *item;
  long received = 0;
  while (queue_get(queue, &item) == 0) {
    struct message *m = item; // ACCESS: read 'item' @25
    received += m->sender + m->number + (m->text[0] == 'h'); // ACCESS: read 'm->sender' @20, read 'm->number' @32, read 'm->text[0]' @42
    free(m); // ACCESS: write '*m' @5 by free
  }
  return (void *)received;
}

int main(int argc, char **argv) {
  int producers = argc > 1 ? atoi(argv[1]) : 2; // ACCESS: read '*argv[1]' @30 by atoi, read 'argv[1]' @35
  int capacity = argc > 2 ? atoi(argv[2]) : 4; // ACCESS: read '*argv[2]' @29 by atoi, read 'argv[2]' @34
  if (producers < 0 || capacity < 1)
    return 1;
  struct queue *queue = queue_new((size_t)capacity);
  struct producer *all = calloc((size_t)producers, sizeof *all);
  pthread_t consumer;
  int started = 0;
  void *received = NULL; // ACCESS: write 'received' @9
  if (queue == NULL || all == NULL)
    return 1;
  if (pthread_create(&consumer, NULL, consume, queue) != 0) { // ACCESS: write 'consumer' @7 by pthread_create
    queue_free(queue);
    free(all); // ACCESS: write '*all' @5 by free
    return 1;
  }
  for (; started < producers; started++) {
    all[started].queue = queue; // ACCESS: write 'all[started].queue' @24
    all[started].number = started; // ACCESS: write 'all[started].number' @25
    all[started].messages = 5 * argc; // ACCESS: write 'all[started].messages' @27
    if (pthread_create(&all[started].thread, NULL, produce, &all[started]) != 0) // ACCESS: write 'all[started].thread' @9 by pthread_create
      break;
  }
  for (int i = 0; i < started; i++)
    pthread_join(all[i].thread, NULL); // ACCESS: read 'all[i].thread' @25
  queue_close(queue);
  pthread_join(consumer, &received); // ACCESS: write 'received' @3 by pthread_join, read 'consumer' @16
  printf("%ld\n", (long)received); // ACCESS: read 'received' @25
  queue_free(queue);
  free(all); // ACCESS: write '*all' @3 by free
  return 0;
}
