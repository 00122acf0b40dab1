// VERDICT: race
// DATA-MODEL: ilp32
//
// As struct_by_value.c, where int, long and pointers have 4 bytes: other structs are taken
// apart, and all the others go through memory.
#include <pthread.h>

struct big {
  long v[6];
};
struct pair {
  int a, b;
};

static struct big shared;
static struct pair range;

static long sum(struct big x) { return x.v[0] + x.v[5]; } // ACCESS: read 'x.v[0]' @40, read 'x.v[5]' @49
static int span(struct pair p) { return p.b - p.a; } // ACCESS: write 'p.a' @0, write 'p.b' @0, read 'p.b' @43, read 'p.a' @49

static struct big make(long n) {
  struct big x = {{n, n, n, n, n, n}}; // ACCESS: write 'x.v[0]' @19, write 'x.v[1]' @19, write 'x.v[2]' @19, write 'x.v[3]' @19, write 'x.v[4]' @19, write 'x.v[5]' @19
  return x;
}

static void *worker(void *unused) {
  shared = make(1); // ACCESS: write 'shared' @12, read '<temporary>' @12
  range.b = 9; // ACCESS: write 'range.b' @11
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  long total = sum(shared) + span(range); // ACCESS: read 'shared' @16, read 'range.a' @30, read 'range.b' @30
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return (int)total;
}
