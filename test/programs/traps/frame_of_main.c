// VERDICT: race-free
//
// The frame of main lives until the process ends: its end is no write that the thread could
// race with.
#include <pthread.h>

static void *writer(void *at) {
  *(int *)at = 1; // ACCESS: write '*at' @14
  return NULL;
}

int main(void) {
  pthread_t t;
  int local = 0; // ACCESS: write 'local' @7
  pthread_create(&t, NULL, writer, &local); // ACCESS: write 't' @3 by pthread_create
  return 0;
}
