// VERDICT: race-free
//
// The twin of local_escapes.c: each thread gets an integer of its own.
#include <pthread.h>

static void *worker(void *arg) {
  int *id = arg;
  *id += 10;
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int ids[2];
  for (int i = 0; i < 2; i++) {
    ids[i] = i;
    pthread_create(&t[i], NULL, worker, ids + i);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  return ids[0] + ids[1];
}
