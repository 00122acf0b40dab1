// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// Behind a pointer to a constant the function reads, while the other thread writes.
#include <pthread.h>

void lib_log(const char *text);

static char text[16];

static void *worker(void *unused) {
  lib_log(text);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  text[0] = 'a';
  pthread_join(t, NULL);
  return 0;
}
