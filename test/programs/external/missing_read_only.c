// VERDICT: race-free
//
// Variables of a file that is not given are only read: it does not matter which they are.
#include <pthread.h>
#include <stddef.h>

extern int width, height;
static int area;

static void *worker(void *unused) {
  area = width * height; // ACCESS: write 'area' @8, read 'width' @10, read 'height' @18
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL); // ACCESS: write 'thread' @3 by pthread_create
  const int sum = width + height; // ACCESS: read 'width' @19, read 'height' @27
  (void)sum;
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return 0;
}
