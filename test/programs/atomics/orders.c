// VERDICT: race-free
//
// Every order that C11 has, on every kind of operation.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct lane {
  atomic_uint head;
  _Atomic long tail;
  _Atomic(void *) owner;
  atomic_bool closed;
  atomic_flag busy;
};

static void touch(struct lane *l) {
  unsigned seen = atomic_load_explicit(&l->head, memory_order_relaxed); // ACCESS: atomic read (relaxed) 'l->head' @19
  seen += atomic_load_explicit(&l->head, memory_order_consume); // ACCESS: atomic read (acquire) 'l->head' @11
  seen += atomic_load_explicit(&l->head, memory_order_acquire); // ACCESS: atomic read (acquire) 'l->head' @11
  seen += atomic_load(&l->head); // ACCESS: atomic read (seq_cst) 'l->head' @11
  atomic_store_explicit(&l->tail, seen, memory_order_relaxed); // ACCESS: atomic write (relaxed) 'l->tail' @3
  atomic_store_explicit(&l->tail, seen, memory_order_release); // ACCESS: atomic write (release) 'l->tail' @3
  l->tail = 4; // ACCESS: atomic write (seq_cst) 'l->tail' @11
  atomic_fetch_add_explicit(&l->head, 1, memory_order_relaxed); // ACCESS: atomic read-write (relaxed) 'l->head' @3
  atomic_fetch_sub_explicit(&l->head, 1, memory_order_acquire); // ACCESS: atomic read-write (acquire) 'l->head' @3
  atomic_fetch_or_explicit(&l->head, 1, memory_order_release); // ACCESS: atomic read-write (release) 'l->head' @3
  atomic_fetch_xor_explicit(&l->head, 1, memory_order_acq_rel); // ACCESS: atomic read-write (acq_rel) 'l->head' @3
  l->tail++; // ACCESS: atomic read-write (seq_cst) 'l->tail' @10
  atomic_exchange(&l->owner, l); // ACCESS: atomic read-write (seq_cst) 'l->owner' @3
  bool open = false;
  atomic_compare_exchange_strong_explicit(&l->closed, &open, true, memory_order_acq_rel, // ACCESS: atomic read-write (acq_rel) 'l->closed' @3
                                          memory_order_acquire);
  if (!atomic_flag_test_and_set_explicit(&l->busy, memory_order_acquire)) // ACCESS: atomic read-write (acquire) 'l->busy._Value' @8
    atomic_flag_clear_explicit(&l->busy, memory_order_release); // ACCESS: atomic write (release) 'l->busy._Value' @5
  atomic_thread_fence(memory_order_seq_cst);
}

static struct lane lane;

static void *worker(void *unused) {
  touch(&lane);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  touch(&lane);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return lane.closed; // ACCESS: atomic read (seq_cst) 'lane.closed' @15
}
