// VERDICT: race-free
//
// A lock by relaxed operations and fences. It is the only atomic variable: every execution can be told
// in one order, and all of those are followed.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int taken;
static int total;

static void enter(void) {
  while (atomic_exchange_explicit(&taken, 1, memory_order_relaxed) != 0) // ACCESS: atomic read-write (relaxed) 'taken' @10
    ;
  atomic_thread_fence(memory_order_acquire);
}

static void leave(void) {
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&taken, 0, memory_order_relaxed); // ACCESS: atomic write (relaxed) 'taken' @3
}

static void *adder(void *unused) {
  enter();
  total++; // ACCESS: read 'total' @8, write 'total' @8
  leave();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, adder, NULL); // ACCESS: write 'thread' @3 by pthread_create
  adder(NULL);
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return total; // ACCESS: read 'total' @10
}
