// VERDICT: race
// WITH: other_file_array_defined.c
//
// The other file has the array; a name of its own is one of its elements.
#include <pthread.h>
#include <stddef.h>

extern int readings[4];
extern int *lastReading(void);

static void *worker(void *unused) {
  *lastReading() = 1; // ACCESS: write '*lastReading()' @18
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL); // ACCESS: write 'thread' @3 by pthread_create
  readings[3] = 2; // ACCESS: write 'readings[3]' @15
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return 0;
}
