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
  x.v[2] = 7;
  return x.v[2] + x.v[5];
}

static void *worker(void *unused) {
  shared.v[5] = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  struct big mine = shared;
  pthread_create(&t, NULL, worker, NULL);
  long total = change(mine);
  pthread_join(t, NULL);
  return (int)total;
}
