// VERDICT: race-free
// ANSWER: unknown
//
// Structs of files that are not given may be one: their pointers are handed to a helper.
#include <pthread.h>
#include <stddef.h>

struct stats {
  int calls;
};

extern struct stats client, server;

static void count(struct stats *stats) {
  stats->calls++; // ACCESS: read 'stats->calls' @15, write 'stats->calls' @15
}

static void *worker(void *unused) {
  count(&client);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL); // ACCESS: write 'thread' @3 by pthread_create
  count(&server);
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return 0;
}
