// VERDICT: race
//
// The builtins of gcc on plain variables; the last read forgot to use one.
#include <pthread.h>

static int refs = 1;
static long ticket, serving;

static void get(void) { __sync_fetch_and_add(&refs, 1); }
static int put(void) { return __sync_sub_and_fetch(&refs, 1); }

static void *worker(void *unused) {
  get();
  long mine = __atomic_fetch_add(&ticket, 1, __ATOMIC_RELAXED);
  while (__atomic_load_n(&serving, __ATOMIC_ACQUIRE) != mine)
    ;
  __atomic_store_n(&serving, mine + 1, __ATOMIC_RELEASE);
  put();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  if (__sync_bool_compare_and_swap(&refs, 1, 2))
    __sync_lock_release(&refs);
  int last = refs;
  pthread_join(t, NULL);
  return last;
}
