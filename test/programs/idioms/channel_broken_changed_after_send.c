// VERDICT: race
// OPTIONS: --time-limit 30
//
// A channel without a buffer, after Go: a sender waits until a receiver took its value. Closing wakes
// all who wait.
//
// Broken: A server completes the request after it sent it back to who asked.
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct channel {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  void *value;
  bool full;   // a value lies here that nobody took yet
  bool closed;
  unsigned long sent;
  unsigned long received;
} channel_t;

static channel_t *channel_new(void) {
  channel_t *c = calloc(1, sizeof *c);
  if (c == NULL)
    return NULL;
  if (pthread_mutex_init(&c->lock, NULL) != 0) {
    free(c); // ACCESS: write '*c' @5 by free
    return NULL;
  }
  if (pthread_cond_init(&c->changed, NULL) != 0) {
    pthread_mutex_destroy(&c->lock);
    free(c); // ACCESS: write '*c' @5 by free
    return NULL;
  }
  return c;
}

static void channel_free(channel_t *c) {
  pthread_cond_destroy(&c->changed);
  pthread_mutex_destroy(&c->lock);
  free(c); // ACCESS: write '*c' @3 by free
}

static bool channel_send(channel_t *c, void *value) {
  pthread_mutex_lock(&c->lock);
  while (c->full && !c->closed) // ACCESS: read 'c->full' @13, read 'c->closed' @25
    pthread_cond_wait(&c->changed, &c->lock);
  if (c->closed) { // ACCESS: read 'c->closed' @10
    pthread_mutex_unlock(&c->lock);
    return false;
  }
  c->value = value; // ACCESS: write 'c->value' @12
  c->full = true; // ACCESS: write 'c->full' @11
  unsigned long ticket = ++c->sent; // ACCESS: read 'c->sent' @26, write 'c->sent' @26
  pthread_cond_broadcast(&c->changed);
  while (c->received < ticket && !c->closed) // ACCESS: read 'c->received' @13, read 'c->closed' @38
    pthread_cond_wait(&c->changed, &c->lock);
  bool taken = c->received >= ticket; // ACCESS: read 'c->received' @19
  if (!taken)
    c->full = false; // taken back // ACCESS: write 'c->full' @13
  pthread_mutex_unlock(&c->lock);
  return taken;
}

static bool channel_receive(channel_t *c, void **value) {
  pthread_mutex_lock(&c->lock);
  while (!c->full && !c->closed) // ACCESS: read 'c->full' @14, read 'c->closed' @26
    pthread_cond_wait(&c->changed, &c->lock);
  bool there = c->full && !c->closed; // ACCESS: read 'c->full' @19, read 'c->closed' @31
  if (there) {
    *value = c->value; // ACCESS: write '*value' @12, read 'c->value' @17
    c->value = NULL; // ACCESS: write 'c->value' @14
    c->full = false; // ACCESS: write 'c->full' @13
    c->received++; // ACCESS: read 'c->received' @16, write 'c->received' @16
    pthread_cond_broadcast(&c->changed);
  }
  pthread_mutex_unlock(&c->lock);
  return there;
}

static void channel_close(channel_t *c) {
  pthread_mutex_lock(&c->lock);
  c->closed = true; // ACCESS: write 'c->closed' @13
  pthread_cond_broadcast(&c->changed);
  pthread_mutex_unlock(&c->lock);
}

struct request {
  int number;
  long answer;
  channel_t *reply;
};

static void *serve(void *argument) {
  channel_t *requests = argument;
  void *value;
  while (channel_receive(requests, &value)) {
    struct request *request = value; // ACCESS: read 'value' @31
    int number = request->number; // ACCESS: read 'request->number' @27
    channel_send(request->reply, request); // ACCESS: read 'request->reply' @27
    request->answer = (long)number * number; // ACCESS: write 'request->answer' @21
  }
  return NULL;
}

struct client {
  pthread_t thread;
  channel_t *requests;
  channel_t *reply;
  int questions;
  long sum;
};

static int ask(struct client *client, int number) {
  struct request *request = malloc(sizeof *request);
  void *value = NULL; // ACCESS: write 'value' @9
  if (request == NULL)
    return -1;
  request->number = number; // ACCESS: write 'request->number' @19
  request->answer = 0; // ACCESS: write 'request->answer' @19
  request->reply = client->reply; // ACCESS: write 'request->reply' @18, read 'client->reply' @28
  if (!channel_send(client->requests, request)) { // ACCESS: read 'client->requests' @29
    free(request); // ACCESS: write '*request' @5 by free
    return -1;
  }
  if (!channel_receive(client->reply, &value)) // ACCESS: read 'client->reply' @32
    return -1;
  request = value; // ACCESS: read 'value' @13
  client->sum += request->answer; // ACCESS: read 'client->sum' @15, write 'client->sum' @15, read 'request->answer' @27
  free(request); // ACCESS: write '*request' @3 by free
  return 0;
}

static void *client_thread(void *argument) {
  struct client *client = argument;
  for (int i = 0; i < client->questions; i++) // ACCESS: read 'client->questions' @31
    if (ask(client, i) != 0)
      break;
  return NULL;
}

int main(int argc, char **argv) {
  int clients = argc > 1 ? atoi(argv[1]) : 2; // ACCESS: read '*argv[1]' @28 by atoi, read 'argv[1]' @33
  int started = 0;
  pthread_t server;
  if (clients < 1)
    return 1;
  channel_t *requests = channel_new();
  struct client *all = calloc((size_t)clients, sizeof *all);
  if (requests == NULL || all == NULL)
    return 1;
  if (pthread_create(&server, NULL, serve, requests) != 0) { // ACCESS: write 'server' @7 by pthread_create
    channel_free(requests);
    free(all); // ACCESS: write '*all' @5 by free
    return 1;
  }
  for (; started < clients; started++) {
    struct client *client = &all[started];
    client->requests = requests; // ACCESS: write 'client->requests' @22
    client->questions = 2 * argc; // ACCESS: write 'client->questions' @23
    client->reply = channel_new(); // ACCESS: write 'client->reply' @19
    if (client->reply == NULL) // ACCESS: read 'client->reply' @17
      break;
    if (pthread_create(&client->thread, NULL, client_thread, client) != 0) { // ACCESS: write 'client->thread' @9 by pthread_create
      channel_free(client->reply); // ACCESS: read 'client->reply' @28
      break;
    }
  }
  for (int i = 0; i < started; i++) {
    pthread_join(all[i].thread, NULL); // ACCESS: read 'all[i].thread' @25
    printf("client %d: %ld\n", i, all[i].sum); // ACCESS: read 'all[i].sum' @42
  }
  channel_close(requests);
  pthread_join(server, NULL); // ACCESS: read 'server' @16
  for (int i = 0; i < started; i++)
    channel_free(all[i].reply); // the server was perhaps still about to leave it // ACCESS: read 'all[i].reply' @25
  channel_free(requests);
  free(all); // ACCESS: write '*all' @3 by free
  return 0;
}
