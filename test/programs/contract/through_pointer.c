// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The program calls the function through a pointer, in both threads.
#include <pthread.h>

int lib_add(int *to, int by);
int lib_subtract(int *from, int by);

static int (*const operations[])(int *, int) = {lib_add, lib_subtract};
static int number;

static void *worker(void *unused) {
  operations[0](&number, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  operations[1](&number, 1);
  pthread_join(t, NULL);
  return 0;
}
