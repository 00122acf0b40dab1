// VERDICT: race
//
// A semaphore of two is none.
#include <pthread.h>
#include <semaphore.h>

static int count = 0;
static sem_t token;

static void *add(void *unused) {
  for (int i = 0; i < 10; i++) {
    sem_wait(&token);
    count++; // ACCESS: read 'count' @10, write 'count' @10
    sem_post(&token);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  sem_init(&token, 0, 2);
  pthread_create(&a, NULL, add, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, add, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  sem_destroy(&token);
  return 0;
}
