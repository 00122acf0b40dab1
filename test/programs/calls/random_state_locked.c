// VERDICT: race-free
//
// The twin of random_state.c: with a lock of the program's own.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static long draw(void) {
  pthread_mutex_lock(&lock);
  long number = lrand48(); // ACCESS: write '<state of drand48>' @17 by lrand48, read '<state of numbers>' @17 by lrand48, write '<state of numbers>' @17 by lrand48, write '<state of numbers>' @17 by lrand48, write '<state of numbers>' @17 by lrand48, read '<state of numbers>' @17 by lrand48, read '<state of numbers>' @17 by lrand48, read '<state of numbers>' @17 by lrand48, read '<state of numbers>' @17 by lrand48, read '<state of numbers>' @17 by lrand48, write '<state of numbers>' @17 by lrand48, write '<state of numbers>' @17 by lrand48, write '<state of numbers>' @17 by lrand48
  pthread_mutex_unlock(&lock);
  return number;
}

static void *worker(void *unused) {
  return draw() > 5 ? unused : NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  long number = draw();
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return (int)(number & 1);
}
