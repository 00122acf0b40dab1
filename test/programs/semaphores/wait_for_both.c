// VERDICT: race-free
//
// Two workers, two waits.
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int parts[2];

static void *worker(void *part) {
  *(int *)part = 1; // ACCESS: write '*part' @16
  sem_post(&done);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  sem_init(&done, 0, 0);
  pthread_create(&a, NULL, worker, &parts[0]); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, &parts[1]); // ACCESS: write 'b' @3 by pthread_create
  sem_wait(&done);
  sem_wait(&done);
  int sum = parts[0] + parts[1]; // ACCESS: read 'parts[0]' @13, read 'parts[1]' @24
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return sum;
}
