// VERDICT: race
//
// What a function of atexit() writes can be seen by a thread that still runs.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int count;
static atomic_int isClosing;

static void close_all(void) {
  atomic_store(&isClosing, 1); // ACCESS: atomic write (seq_cst) 'isClosing' @3
  count++; // ACCESS: read 'count' @8, write 'count' @8
}

static void *worker(void *unused) {
  if (atomic_load_explicit(&isClosing, memory_order_relaxed) != 0) // ACCESS: atomic read (relaxed) 'isClosing' @7
    count++; // ACCESS: read 'count' @10, write 'count' @10
  return unused;
}

int main(void) {
  pthread_t thread;
  atexit(close_all);
  if (pthread_create(&thread, NULL, worker, NULL) != 0) // ACCESS: write 'thread' @7 by pthread_create
    return 1;
  return 0;
}
