// VERDICT: race
//
// A switch with nothing but a default reads the variable, although it decides nothing.
#include <pthread.h>

static int mode;
static int level;

static void *reader(void *unused) {
  switch (mode) { // ACCESS: read 'mode' @11
  default:
    level = 3; // ACCESS: write 'level' @11
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, NULL); // ACCESS: write 't' @3 by pthread_create
  mode = 1;                               // ACCESS: write 'mode' @8
  pthread_join(t, NULL);                  // ACCESS: read 't' @16
  return level;                           // ACCESS: read 'level' @10
}
