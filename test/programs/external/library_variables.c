// VERDICT: race-free
//
// Variables of the C library are declared only. They are none of the program under another name.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

int depth;
int width;

static void *worker(void *unused) {
  depth = optind; // ACCESS: read 'optind' @11, write 'depth' @9
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  width = optopt; // ACCESS: read 'optopt' @11, write 'width' @9
  fprintf(stderr, "%d\n", width); // ACCESS: read 'stderr' @11, read 'width' @27
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return depth; // ACCESS: read 'depth' @10
}
