// VERDICT: race-free
//
// Three stages, each a thread that takes packets from one queue and puts them into the next: read,
// transform, write. Every queue has a lock of its own. An empty packet marks the end.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct packet {
  struct packet *next;
  int last;
  int number;
  double value;
};

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t filled;
  struct packet *head;
  struct packet **tail;
};

struct stage {
  pthread_t thread;
  struct queue *in;
  struct queue *out;
  void (*work)(struct stage *stage, struct packet *packet);
  long packets;
};

struct pipeline {
  struct queue queues[2];
  struct stage stages[3];
  int wanted;
};

static void queue_init(struct queue *queue) {
  pthread_mutex_init(&queue->lock, NULL);
  pthread_cond_init(&queue->filled, NULL);
  queue->head = NULL; // ACCESS: write 'queue->head' @15
  queue->tail = &queue->head; // ACCESS: write 'queue->tail' @15
}

static void queue_destroy(struct queue *queue) {
  while (queue->head != NULL) { // ACCESS: read 'queue->head' @17
    struct packet *packet = queue->head; // ACCESS: read 'queue->head' @36
    queue->head = packet->next; // ACCESS: write 'queue->head' @17, read 'packet->next' @27
    free(packet); // ACCESS: write '*packet' @5 by free
  }
  pthread_cond_destroy(&queue->filled);
  pthread_mutex_destroy(&queue->lock);
}

static void queue_push(struct queue *queue, struct packet *packet) {
  packet->next = NULL; // ACCESS: write 'packet->next' @16
  pthread_mutex_lock(&queue->lock);
  *queue->tail = packet; // ACCESS: read 'queue->tail' @11, write '*queue->tail' @16
  queue->tail = &packet->next; // ACCESS: write 'queue->tail' @15
  pthread_cond_signal(&queue->filled);
  pthread_mutex_unlock(&queue->lock);
}

static struct packet *queue_pop(struct queue *queue) {
  pthread_mutex_lock(&queue->lock);
  while (queue->head == NULL) // ACCESS: read 'queue->head' @17
    pthread_cond_wait(&queue->filled, &queue->lock);
  struct packet *packet = queue->head; // ACCESS: read 'queue->head' @34
  queue->head = packet->next; // ACCESS: write 'queue->head' @15, read 'packet->next' @25
  if (queue->head == NULL) // ACCESS: read 'queue->head' @14
    queue->tail = &queue->head; // ACCESS: write 'queue->tail' @17
  pthread_mutex_unlock(&queue->lock);
  return packet;
}

static struct packet *packet_new(int number, int last) {
  struct packet *packet = malloc(sizeof *packet);
  if (packet == NULL)
    abort();
  packet->next = NULL; // ACCESS: write 'packet->next' @16
  packet->last = last; // ACCESS: write 'packet->last' @16
  packet->number = number; // ACCESS: write 'packet->number' @18
  packet->value = number; // ACCESS: write 'packet->value' @17
  return packet;
}

static void *read_packets(void *argument) {
  struct pipeline *pipeline = argument;
  struct stage *stage = &pipeline->stages[0];
  for (int i = 0; i < pipeline->wanted; i++) { // ACCESS: read 'pipeline->wanted' @33
    queue_push(stage->out, packet_new(i, 0)); // ACCESS: read 'stage->out' @23
    stage->packets++; // ACCESS: read 'stage->packets' @19, write 'stage->packets' @19
  }
  queue_push(stage->out, packet_new(0, 1)); // ACCESS: read 'stage->out' @21
  return NULL;
}

static void transform(struct stage *stage, struct packet *packet) {
  packet->value = packet->value * 1.5 + packet->number; // ACCESS: write 'packet->value' @17, read 'packet->value' @27, read 'packet->number' @49
  queue_push(stage->out, packet); // ACCESS: read 'stage->out' @21
}

static void write_out(struct stage *stage, struct packet *packet) {
  (void)stage;
  printf("%d: %f\n", packet->number, packet->value); // ACCESS: read 'packet->number' @30, read 'packet->value' @46
  free(packet); // ACCESS: write '*packet' @3 by free
}

static void *run_stage(void *argument) {
  struct stage *stage = argument;
  int last;
  do {
    struct packet *packet = queue_pop(stage->in); // ACCESS: read 'stage->in' @46
    last = packet->last; // ACCESS: read 'packet->last' @20
    stage->work(stage, packet); // ACCESS: read 'stage->work' @12
    if (!last)
      stage->packets++; // ACCESS: read 'stage->packets' @21, write 'stage->packets' @21
  } while (!last);
  return NULL;
}

int main(int argc, char **argv) {
  struct pipeline *pipeline = calloc(1, sizeof *pipeline);
  if (pipeline == NULL)
    return 1;
  pipeline->wanted = argc > 1 ? atoi(argv[1]) : 5; // ACCESS: write 'pipeline->wanted' @20, read '*argv[1]' @33 by atoi, read 'argv[1]' @38
  for (int i = 0; i < 2; i++)
    queue_init(&pipeline->queues[i]);
  pipeline->stages[0].out = &pipeline->queues[0]; // ACCESS: write 'pipeline->stages[0].out' @27
  pipeline->stages[1].in = &pipeline->queues[0]; // ACCESS: write 'pipeline->stages[1].in' @26
  pipeline->stages[1].out = &pipeline->queues[1]; // ACCESS: write 'pipeline->stages[1].out' @27
  pipeline->stages[1].work = transform; // ACCESS: write 'pipeline->stages[1].work' @28
  pipeline->stages[2].in = &pipeline->queues[1]; // ACCESS: write 'pipeline->stages[2].in' @26
  pipeline->stages[2].work = write_out; // ACCESS: write 'pipeline->stages[2].work' @28
  if (pthread_create(&pipeline->stages[2].thread, NULL, run_stage, &pipeline->stages[2]) != 0 || // ACCESS: write 'pipeline->stages[2].thread' @7 by pthread_create
      pthread_create(&pipeline->stages[1].thread, NULL, run_stage, &pipeline->stages[1]) != 0 || // ACCESS: write 'pipeline->stages[1].thread' @7 by pthread_create
      pthread_create(&pipeline->stages[0].thread, NULL, read_packets, pipeline) != 0) { // ACCESS: write 'pipeline->stages[0].thread' @7 by pthread_create
    perror("pthread_create");
    exit(1);
  }
  for (int i = 0; i < 3; i++)
    pthread_join(pipeline->stages[i].thread, NULL); // ACCESS: read 'pipeline->stages[i].thread' @38
  for (int i = 0; i < 3; i++)
    printf("stage %d: %ld packets\n", i, pipeline->stages[i].packets); // ACCESS: read 'pipeline->stages[i].packets' @62
  for (int i = 0; i < 2; i++)
    queue_destroy(&pipeline->queues[i]);
  free(pipeline); // ACCESS: write '*pipeline' @3 by free
  return 0;
}
