// Double-checked initialisation, the broken form.
//
// The first check reads the pointer without the lock, while another thread may be writing it. Even
// where that read gives the right pointer, nothing makes the fields behind it visible.
// double_checked_fixed.c has the form that C11 allows.
//
//   $ raceward check double_checked.c
//   | double_checked.c:42:14: error: data race on 'config': this write in 'get_config' (thread T1)
//   | ...
//   | raceward: race: 1 data race found
//
//   $ raceward check --confirm -q double_checked.c
//   | raceward: race: 1 data race found, confirmed natively

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORKERS = 3 };

struct config {
  int port;
  int timeout_ms;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct config *config; // created by the first caller of get_config

static struct config *load_config(void) {
  struct config *loaded = malloc(sizeof *loaded);
  if (loaded == NULL)
    abort();
  loaded->port = 8080;
  loaded->timeout_ms = 500;
  return loaded;
}

static const struct config *get_config(void) {
  if (config == NULL) { // the first check, without the lock
    pthread_mutex_lock(&lock);
    if (config == NULL)
      config = load_config();
    pthread_mutex_unlock(&lock);
  }
  return config;
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
