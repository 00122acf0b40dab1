// VERDICT: race
//
// drand48() and its family have one state for all threads, and no lock for it.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused) {
  double chance = drand48(); // ACCESS: write '<state of drand48>' @19 by drand48, read '<state of numbers>' @19 by drand48, write '<state of numbers>' @19 by drand48, write '<state of numbers>' @19 by drand48, write '<state of numbers>' @19 by drand48, read '<state of numbers>' @19 by drand48, read '<state of numbers>' @19 by drand48, read '<state of numbers>' @19 by drand48, read '<state of numbers>' @19 by drand48, read '<state of numbers>' @19 by drand48, write '<state of numbers>' @19 by drand48, write '<state of numbers>' @19 by drand48, write '<state of numbers>' @19 by drand48
  return chance < 0.5 ? unused : NULL;
}

int main(void) {
  pthread_t t;
  srand48(7); // ACCESS: write '<state of drand48>' @3 by srand48, write '<state of numbers>' @3 by srand48, write '<state of numbers>' @3 by srand48, write '<state of numbers>' @3 by srand48, write '<state of numbers>' @3 by srand48, write '<state of numbers>' @3 by srand48, write '<state of numbers>' @3 by srand48
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  long number = lrand48(); // ACCESS: write '<state of drand48>' @17 by lrand48, read '<state of numbers>' @17 by lrand48, write '<state of numbers>' @17 by lrand48, write '<state of numbers>' @17 by lrand48, write '<state of numbers>' @17 by lrand48, read '<state of numbers>' @17 by lrand48, read '<state of numbers>' @17 by lrand48, read '<state of numbers>' @17 by lrand48, read '<state of numbers>' @17 by lrand48, read '<state of numbers>' @17 by lrand48, write '<state of numbers>' @17 by lrand48, write '<state of numbers>' @17 by lrand48, write '<state of numbers>' @17 by lrand48
  pthread_join(t, NULL);                  // ACCESS: read 't' @16
  return (int)(number & 1);
}
