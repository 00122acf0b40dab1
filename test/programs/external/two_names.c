// VERDICT: race
// WITH: two_names_defined.c
//
// Another file gives a variable two names.
#include <pthread.h>

extern int level;
extern int height;

static void *worker(void *unused) {
  level = 9; // ACCESS: write 'level' @9
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  height = 1; // ACCESS: write 'height' @10
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
