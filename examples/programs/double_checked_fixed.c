// Double-checked initialisation, the correct form in C11.
//
// The pointer is atomic. A thread that gets it by the acquire load also sees the fields written
// before the release store. The check executes every schedule for what the provers leave.
//
//   $ raceward check -q double_checked_fixed.c
//   | raceward: race-free: all 19 suspects are ruled out

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORKERS = 3 };

struct config {
  int port;
  int timeout_ms;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct config *_Atomic config; // created by the first caller of get_config

static struct config *load_config(void) {
  struct config *loaded = malloc(sizeof *loaded);
  if (loaded == NULL)
    abort();
  loaded->port = 8080;
  loaded->timeout_ms = 500;
  return loaded;
}

static const struct config *get_config(void) {
  struct config *current = atomic_load_explicit(&config, memory_order_acquire);
  if (current == NULL) {
    pthread_mutex_lock(&lock);
    current = atomic_load_explicit(&config, memory_order_relaxed);
    if (current == NULL) {
      current = load_config();
      atomic_store_explicit(&config, current, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
  }
  return current;
}

static void *worker(void *port) {
  const struct config *current = get_config();
  if (current->timeout_ms > 0)
    *(int *)port = current->port;
  return NULL;
}

int main(void) {
  pthread_t threads[WORKERS];
  int ports[WORKERS] = {0};
  for (int i = 0; i < WORKERS; i++)
    if (pthread_create(&threads[i], NULL, worker, &ports[i]) != 0)
      abort();
  for (int i = 0; i < WORKERS; i++)
    pthread_join(threads[i], NULL);

  for (int i = 0; i < WORKERS; i++)
    printf("worker %d uses port %d\n", i, ports[i]);
  free(config);
  return 0;
}
