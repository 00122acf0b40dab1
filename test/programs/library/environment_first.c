// VERDICT: race-free
//
// The environment is changed before there are threads that look at it.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused) {
  return getenv("LEVEL") == NULL ? unused : NULL;
}

int main(void) {
  pthread_t t;
  setenv("LEVEL", "1", 1);
  pthread_create(&t, NULL, worker, NULL);
  char *level = getenv("LEVEL");
  pthread_join(t, NULL);
  return level == NULL;
}
