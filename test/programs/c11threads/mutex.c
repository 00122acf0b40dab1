// VERDICT: race-free
#include <threads.h>

static mtx_t m;
static int count;

static int bump(void *unused) {
  (void)unused;
  mtx_lock(&m);
  count++; // ACCESS: read 'count' @8, write 'count' @8
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_plain);
  thrd_create(&t, bump, NULL); // ACCESS: write 't' @3 by thrd_create
  bump(NULL);
  thrd_join(t, NULL); // ACCESS: read 't' @13
  mtx_destroy(&m);
  return count; // ACCESS: read 'count' @10
}
