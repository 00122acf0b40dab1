// VERDICT: race
// ANSWER: unknown
//
// Modules put structs into a set; a loop over the set writes what a thread reads by name.
#include <pthread.h>
#include <stddef.h>

struct module {
  int state;
  int limit;
};

#define MODULE __attribute__((section("modules"), used)) static struct module

MODULE network = {0, 1};
MODULE storage = {0, 2};
extern struct module __start_modules[], __stop_modules[];

static void *worker(void *unused) {
  network.state += network.limit; // ACCESS: read 'network.state' @17, write 'network.state' @17, read 'network.limit' @28
  return unused;
}

static void reset(void) {
  for (struct module *each = __start_modules; each != __stop_modules; each++)
    each->state = storage.limit; // ACCESS: write 'each->state' @17, read 'storage.limit' @27
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL); // ACCESS: write 'thread' @3 by pthread_create
  reset();
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return 0;
}
