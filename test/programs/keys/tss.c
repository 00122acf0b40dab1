// VERDICT: race-free
//
// The same with C11.
#include <threads.h>

static tss_t key;
static int ended;

static void destroy(void *value) {
  ended += *(int *)value; // ACCESS: read 'ended' @9, write 'ended' @9, read '*value' @12
}

static int worker(void *value) {
  tss_set(key, value); // ACCESS: read 'key' @11
  return *(int *)tss_get(key); // ACCESS: read '*tss_get(…)' @10, read 'key' @26
}

int main(void) {
  thrd_t t;
  int one = 1, result = 0; // ACCESS: write 'one' @7, write 'result' @16
  tss_create(&key, destroy); // ACCESS: write 'key' @3 by tss_create
  thrd_create(&t, worker, &one); // ACCESS: write 't' @3 by thrd_create
  thrd_join(t, &result); // ACCESS: write 'result' @3 by thrd_join, read 't' @13
  return ended + result; // ACCESS: read 'ended' @10, read 'result' @18
}
