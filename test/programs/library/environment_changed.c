// VERDICT: race
//
// setenv() changes what getenv() in another thread searches in.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused) {
  setenv("LEVEL", "1", 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  char *level = getenv("LEVEL");
  pthread_join(t, NULL);
  return level == NULL;
}
