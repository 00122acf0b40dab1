// VERDICT: race
// ANSWER: unknown
//
// The same with the halves of one word, which both also look at as a whole.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static union {
  _Atomic unsigned both;
  _Atomic unsigned short each[2];
} wants;
static int inside;

static void visit(int me) {
  atomic_store_explicit(&wants.each[me], 1, memory_order_relaxed); // ACCESS: atomic write (relaxed) 'wants.both[me]' @3
  if (atomic_load_explicit(&wants.both, memory_order_relaxed) == (me ? 0x10000u : 1u)) // ACCESS: atomic read (relaxed) 'wants.both' @7
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
