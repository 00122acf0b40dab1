// VERDICT: race
//
// The builtins of gcc on plain variables; the last read forgot to use one.
#include <pthread.h>

static int refs = 1;
static long ticket, serving;

static void get(void) { __sync_fetch_and_add(&refs, 1); } // ACCESS: atomic read-write (seq_cst) 'refs' @25
static int put(void) { return __sync_sub_and_fetch(&refs, 1); } // ACCESS: atomic read-write (seq_cst) 'refs' @31

static void *worker(void *unused) {
  get();
  long mine = __atomic_fetch_add(&ticket, 1, __ATOMIC_RELAXED); // ACCESS: atomic read-write (relaxed) 'ticket' @15
  while (__atomic_load_n(&serving, __ATOMIC_ACQUIRE) != mine) // ACCESS: atomic read (acquire) 'serving' @10
    ;
  __atomic_store_n(&serving, mine + 1, __ATOMIC_RELEASE); // ACCESS: atomic write (release) 'serving' @3
  put();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  if (__sync_bool_compare_and_swap(&refs, 1, 2)) // ACCESS: atomic read-write (seq_cst) 'refs' @7
    __sync_lock_release(&refs); // ACCESS: atomic write (release) 'refs' @5
  int last = refs; // ACCESS: read 'refs' @14
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return last;
}
