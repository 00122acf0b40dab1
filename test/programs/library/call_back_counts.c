// VERDICT: race
//
// The function that qsort_r() calls writes what it is given.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static int compared;

static int order(const void *a, const void *b, void *count) {
  ++*(int *)count;
  return *(const int *)a - *(const int *)b;
}
static void *worker(void *unused) {
  int own[] = {2, 1};
  qsort_r(own, 2, sizeof own[0], order, &compared);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  compared = 0;
  pthread_join(t, NULL);
  return 0;
}
