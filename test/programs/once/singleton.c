// VERDICT: race-free
//
// Whoever comes first makes it.
#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int *singleton;

static void make(void) {
  singleton = malloc(sizeof *singleton); // ACCESS: write 'singleton' @13
  *singleton = 7; // ACCESS: read 'singleton' @4, write '*singleton' @14
}

static int get(void) {
  pthread_once(&once, make);
  return *singleton; // ACCESS: read '*singleton' @10, read 'singleton' @11
}

static void *worker(void *unused) {
  return get() ? unused : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  int mine = get();
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return mine;
}
