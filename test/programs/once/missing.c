// VERDICT: race
//
// The twin of singleton.c: looks for itself whether it is there.
#include <pthread.h>
#include <stdlib.h>

static int *singleton;

static int get(void) {
  if (!singleton) { // ACCESS: read 'singleton' @8
    int *made = malloc(sizeof *made);
    *made = 7; // ACCESS: write '*made' @11
    singleton = made; // ACCESS: write 'singleton' @15
  }
  return *singleton; // ACCESS: read '*singleton' @10, read 'singleton' @11
}

static void *worker(void *unused) {
  return get() ? unused : NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  int mine = get();
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return mine;
}
