// VERDICT: race
//
// The loop variable's address is handed to each thread while the loop goes on.
#include <pthread.h>

static void *worker(void *arg) {
  int id = *(int *)arg; // ACCESS: read '*arg' @12
  return id > 1 ? arg : NULL;
}

int main(void) {
  pthread_t t[2];
  int i;
  for (i = 0; i < 2; i++) // ACCESS: write 'i' @10, read 'i' @15, read 'i' @23, write 'i' @23
    pthread_create(&t[i], NULL, worker, &i); // ACCESS: write 't[i]' @5 by pthread_create, read 'i' @23
  for (int k = 0; k < 2; k++)
    pthread_join(t[k], NULL); // ACCESS: read 't[k]' @18
  return 0;
}
