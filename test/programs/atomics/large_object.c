// VERDICT: race-free
//
// Atomic structs: one that the machine can load at once, and one that needs the library
// (__atomic_load and its family). Both are atomic to the program.
#include <pthread.h>
#include <stdatomic.h>

struct pair {
  int first, second;
};
struct wide {
  long v[4];
};

static _Atomic struct pair pair;
static _Atomic struct wide wide;

static void *worker(void *unused) {
  struct pair p = {1, 2};
  struct wide w = {{1, 2, 3, 4}};
  pair = p;
  atomic_store_explicit(&wide, w, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  struct pair p = pair;
  struct wide w = atomic_load_explicit(&wide, memory_order_acquire);
  w.v[0]++;
  w = atomic_exchange(&wide, w);
  struct wide old = w;
  if (!atomic_compare_exchange_strong(&wide, &old, w))
    w.v[1] = 0;
  pthread_join(t, NULL);
  return p.second + (int)w.v[3];
}
