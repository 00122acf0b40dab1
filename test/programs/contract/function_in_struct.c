// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The library puts a function of its own into the struct, where one of the program was.
#include <pthread.h>

struct interface {
  void (*store)(int *to, int value);
};

void lib_connect(struct interface *interface);

static int number;

static void ignore(int *to, int value) {
  (void)to;
  (void)value;
}

static struct interface interface = {ignore};

static void *worker(void *unused) {
  interface.store(&number, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  lib_connect(&interface);
  pthread_create(&t, NULL, worker, NULL);
  interface.store(&number, 2);
  pthread_join(t, NULL);
  return 0;
}
