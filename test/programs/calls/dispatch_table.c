// VERDICT: race
//
// Handlers are called through a table of function pointers; one of them forgot the lock.
#include <pthread.h>

static int level;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void raise(int by) {
  pthread_mutex_lock(&lock);
  level += by; // ACCESS: read 'level' @9, write 'level' @9
  pthread_mutex_unlock(&lock);
}

static void reset(int to) { level = to; } // ACCESS: write 'level' @35

struct command {
  const char *name;
  void (*run)(int);
};
static const struct command commands[] = {{"raise", raise}, {"reset", reset}};

static void *worker(void *unused) {
  commands[0].run(3); // ACCESS: read 'commands[0].run' @15
  return unused;
}

int main(int argc, char **argv) {
  pthread_t t;
  (void)argv;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  commands[argc % 2].run(0); // ACCESS: read 'commands[argc % 2].run' @22
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return level; // ACCESS: read 'level' @10
}
