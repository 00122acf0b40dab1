// VERDICT: race
//
// Both threads store the word to one place.
#include <pthread.h>

static unsigned short control;

static void *worker(void *unused) {
  __asm__ volatile("fnstcw %0" : "=m"(control)); // ACCESS: read 'raceward.x87-control' @3, write 'control' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return control; // ACCESS: read 'control' @10
}
