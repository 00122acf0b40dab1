// VERDICT: race
//
// The loop variable's address is handed to each thread while the loop goes on.
#include <pthread.h>

static void *worker(void *arg) {
  int id = *(int *)arg;
  return id > 1 ? arg : NULL;
}

int main(void) {
  pthread_t t[2];
  int i;
  for (i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, worker, &i);
  for (int k = 0; k < 2; k++)
    pthread_join(t[k], NULL);
  return 0;
}
