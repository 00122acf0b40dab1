// VERDICT: race
//
// Passing a large struct by value reads it in the caller, without any lock; a small one
// travels in registers, and a large result comes back through a hidden pointer.
#include <pthread.h>

struct big {
  long v[6];
};
struct pair {
  int a, b;
};

static struct big shared;
static struct pair range;

static long sum(struct big x) { return x.v[0] + x.v[5]; }
static int span(struct pair p) { return p.b - p.a; }

static struct big make(long n) {
  struct big x = {{n, n, n, n, n, n}};
  return x;
}

static void *worker(void *unused) {
  shared = make(1);
  range.b = 9;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  long total = sum(shared) + span(range);
  pthread_join(t, NULL);
  return (int)total;
}
