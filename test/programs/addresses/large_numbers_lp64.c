// VERDICT: race-free
// DATA-MODEL: lp64
//
// Numbers are not addresses, however large they are.
#include <pthread.h>

static long numbers[] = {1L << 16, 1L << 20, 1L << 24, 1L << 25, 1L << 26, 1L << 30};
static int small;

static long sum(const long *all, unsigned count) {
  long result = 0;
  for (unsigned i = 0; i < count; i++)
    result |= all[i]; // ACCESS: read 'all[i]' @15
  return result;
}

static void *worker(void *unused) {
  if (sum(numbers, 6) < 100)
    small++; // ACCESS: read 'small' @10, write 'small' @10
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
