// VERDICT: race
//
// Nobody waits for a thread that is detached; sleeping is no synchronisation.
#include <threads.h>
#include <time.h>

static int count;

static int bump(void *unused) {
  (void)unused;
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return 0;
}

int main(void) {
  thrd_t t;
  struct timespec second = {1, 0}; // ACCESS: write 'second' @19
  thrd_create(&t, bump, NULL); // ACCESS: write 't' @3 by thrd_create
  thrd_detach(t); // ACCESS: read 't' @15
  thrd_sleep(&second, NULL); // ACCESS: read 'second' @3 by thrd_sleep
  return count; // ACCESS: read 'count' @10
}
