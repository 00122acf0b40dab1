// VERDICT: race
// ANSWER: unknown
//
// Two atomic variables: each thread may miss what the other has written, and both go in. Executed one
// after the other, one of them sees it.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2];
static int inside;

static void visit(int me) {
  atomic_store_explicit(&wants[me], 1, memory_order_release); // ACCESS: atomic write (release) 'wants[me]' @3
  if (atomic_load_explicit(&wants[1 - me], memory_order_acquire) == 0) // ACCESS: atomic read (acquire) 'wants[1 - me]' @7
    inside = me; // ACCESS: write 'inside' @12
}

static void *visitor(void *unused) {
  visit(1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, visitor, NULL); // ACCESS: write 'thread' @3 by pthread_create
  visit(0);
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return inside; // ACCESS: read 'inside' @10
}
