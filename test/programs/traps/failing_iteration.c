// VERDICT: race
//
// Only an iteration that fails reads `value` without an order: the last one comes after the
// flag. Whoever drops iterations that change nothing misses the race.
#include <pthread.h>
#include <stdatomic.h>

static int value;
static atomic_int flag;

static void *writer(void *unused) {
  value = 1; // ACCESS: write 'value' @9
  flag = 1; // ACCESS: atomic write (seq_cst) 'flag' @8
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL); // ACCESS: write 't' @3 by pthread_create
  int done, seen;
  do {
    done = flag; // ACCESS: atomic read (seq_cst) 'flag' @12
    seen = value; // ACCESS: read 'value' @12
  } while (!done);
  return seen - 1;
}
