// VERDICT: race-free
//
// The twin of local_escapes.c: each thread gets an integer of its own.
#include <pthread.h>

static void *worker(void *arg) {
  int *id = arg;
  *id += 10; // ACCESS: read '*id' @7, write '*id' @7
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int ids[2];
  for (int i = 0; i < 2; i++) {
    ids[i] = i; // ACCESS: write 'ids[i]' @12
    pthread_create(&t[i], NULL, worker, ids + i); // ACCESS: write 't[i]' @5 by pthread_create
  }
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL); // ACCESS: read 't[i]' @18
  return ids[0] + ids[1]; // ACCESS: read 'ids[0]' @10, read 'ids[1]' @19
}
