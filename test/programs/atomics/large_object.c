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
  struct pair p = {1, 2}; // ACCESS: write 'p' @15
  struct wide w = {{1, 2, 3, 4}}; // ACCESS: write 'w' @15
  pair = p; // ACCESS: read '<temporary>' @8, atomic write (seq_cst) 'pair' @8, write '<temporary>' @10, read 'p' @10
  atomic_store_explicit(&wide, w, memory_order_release); // ACCESS: read '<temporary>' @3, atomic write (release) 'wide' @3, write '<temporary>' @32, read 'w' @32
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  struct pair p = pair; // ACCESS: atomic read (seq_cst) 'pair' @19, write 'p' @19
  struct wide w = atomic_load_explicit(&wide, memory_order_acquire); // ACCESS: atomic read (acquire) 'wide' @19, write '<temporary>' @19, write 'w' @19, read '<temporary>' @19
  w.v[0]++; // ACCESS: read 'w.v[0]' @9, write 'w.v[0]' @9
  w = atomic_exchange(&wide, w); // ACCESS: write '<temporary>' @7, read 'w' @7, read '<temporary>' @7, atomic read-write (seq_cst) 'wide' @7, write '<temporary>' @7, write 'w' @7, read '<temporary>' @7
  struct wide old = w; // ACCESS: write 'old' @21, read 'w' @21
  if (!atomic_compare_exchange_strong(&wide, &old, w)) // ACCESS: write '<temporary>' @8, read 'w' @8, read 'old' @8, read '<temporary>' @8, atomic read-write (seq_cst) 'wide' @8, write 'old' @8
    w.v[1] = 0; // ACCESS: write 'w.v[1]' @12
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return p.second + (int)w.v[3]; // ACCESS: read 'p.second' @12, read 'w.v[3]' @26
}
