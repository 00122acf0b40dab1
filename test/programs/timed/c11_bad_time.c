// VERDICT: race
//
// C11 says thrd_error where POSIX says EINVAL.
#include <stddef.h>
#include <threads.h>
#include <time.h>

static mtx_t m;
static cnd_t c;
static int broken;

static int await(void) {
  struct timespec at = {10, 1000000000}; // ACCESS: write 'at' @19
  return cnd_timedwait(&c, &m, &at); // ACCESS: read 'at' @10 by cnd_timedwait
}

static int worker(void *unused) {
  (void)unused;
  mtx_lock(&m);
  int result = await();
  mtx_unlock(&m);
  if (result == thrd_error)
    broken = 1; // ACCESS: write 'broken' @12
  return 0;
}

int main(void) {
  thrd_t a, b;
  mtx_init(&m, mtx_timed);
  cnd_init(&c);
  thrd_create(&a, worker, NULL); // ACCESS: write 'a' @3 by thrd_create
  thrd_create(&b, worker, NULL); // ACCESS: write 'b' @3 by thrd_create
  thrd_join(a, NULL); // ACCESS: read 'a' @13
  thrd_join(b, NULL); // ACCESS: read 'b' @13
  return 0;
}
