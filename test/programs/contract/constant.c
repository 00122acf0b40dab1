// VERDICT: race-free
// UNKNOWN-CALLS: arguments
//
// Behind a pointer to a constant nothing is written. The text is there before the threads are.
#include <pthread.h>

void lib_log(const char *text);

static char text[16];

static void *worker(void *unused) {
  lib_log(text);
  return unused;
}

int main(void) {
  pthread_t t;
  text[0] = 'a';
  pthread_create(&t, NULL, worker, NULL);
  lib_log(text);
  pthread_join(t, NULL);
  return text[0];
}
