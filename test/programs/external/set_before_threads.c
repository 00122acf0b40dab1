// VERDICT: race-free
//
// The set is gone through before there are threads.
#include <pthread.h>
#include <stddef.h>

#define OPTION __attribute__((section("options"), used)) static int

OPTION verbose;
OPTION depth;
extern int __start_options[], __stop_options[];

static void *worker(void *unused) {
  depth = verbose; // ACCESS: write 'depth' @9, read 'verbose' @11
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int *each = __start_options; each < __stop_options; each++)
    *each = 1; // ACCESS: write '*each' @11
  pthread_create(&thread, NULL, worker, NULL); // ACCESS: write 'thread' @3 by pthread_create
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return depth; // ACCESS: read 'depth' @10
}
