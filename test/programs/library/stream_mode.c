// VERDICT: race-free
//
// There is no such mode.
#include <pthread.h>
#include <stdio.h>

static int count;

static void *work(void *unused) {
  count = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  FILE *file = fopen("data", "q");
  pthread_create(&thread, NULL, work, NULL);
  if (file != NULL)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
