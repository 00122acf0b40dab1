// VERDICT: race
//
// A program may look at many variables of its environment.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int seen;

static void *worker(void *unused) {
  ++seen;
  return NULL;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 20; ++i) {
    char name[] = "VARIABLE_A";
    name[9] = (char)('A' + i);
    if (getenv(name) != NULL)
      return 0;
  }
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
