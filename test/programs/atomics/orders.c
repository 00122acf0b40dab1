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
  unsigned seen = atomic_load_explicit(&l->head, memory_order_relaxed);
  seen += atomic_load_explicit(&l->head, memory_order_consume);
  seen += atomic_load_explicit(&l->head, memory_order_acquire);
  seen += atomic_load(&l->head);
  atomic_store_explicit(&l->tail, seen, memory_order_relaxed);
  atomic_store_explicit(&l->tail, seen, memory_order_release);
  l->tail = 4;
  atomic_fetch_add_explicit(&l->head, 1, memory_order_relaxed);
  atomic_fetch_sub_explicit(&l->head, 1, memory_order_acquire);
  atomic_fetch_or_explicit(&l->head, 1, memory_order_release);
  atomic_fetch_xor_explicit(&l->head, 1, memory_order_acq_rel);
  l->tail++;
  atomic_exchange(&l->owner, l);
  bool open = false;
  atomic_compare_exchange_strong_explicit(&l->closed, &open, true, memory_order_acq_rel,
                                          memory_order_acquire);
  if (!atomic_flag_test_and_set_explicit(&l->busy, memory_order_acquire))
    atomic_flag_clear_explicit(&l->busy, memory_order_release);
  atomic_thread_fence(memory_order_seq_cst);
}

static struct lane lane;

static void *worker(void *unused) {
  touch(&lane);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  touch(&lane);
  pthread_join(t, NULL);
  return lane.closed;
}
