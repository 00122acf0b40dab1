// VERDICT: race-free
//
// The twin of struct_by_value.c: the copy is made before the other thread starts, and the
// callee then works on its own.
#include <pthread.h>

struct big {
  long v[6];
};

static struct big shared;

static long change(struct big x) {
  x.v[2] = 7; // ACCESS: write 'x.v[2]' @10
  return x.v[2] + x.v[5]; // ACCESS: read 'x.v[2]' @10, read 'x.v[5]' @19
}

static void *worker(void *unused) {
  shared.v[5] = 1; // ACCESS: write 'shared.v[5]' @15
  return unused;
}

int main(void) {
  pthread_t t;
  struct big mine = shared; // ACCESS: write 'mine' @21, read 'shared' @21
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  long total = change(mine); // ACCESS: read 'mine' @16
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return (int)total;
}
