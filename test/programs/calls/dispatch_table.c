// VERDICT: race
//
// Handlers are called through a table of function pointers; one of them forgot the lock.
#include <pthread.h>

static int level;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void raise(int by) {
  pthread_mutex_lock(&lock);
  level += by;
  pthread_mutex_unlock(&lock);
}

static void reset(int to) { level = to; }

struct command {
  const char *name;
  void (*run)(int);
};
static const struct command commands[] = {{"raise", raise}, {"reset", reset}};

static void *worker(void *unused) {
  commands[0].run(3);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t t;
  (void)argv;
  pthread_create(&t, NULL, worker, NULL);
  commands[argc % 2].run(0);
  pthread_join(t, NULL);
  return level;
}
