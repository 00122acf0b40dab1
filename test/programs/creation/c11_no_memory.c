// VERDICT: race
//
// Only if there is no memory for the second thread, main counts.
#include <stddef.h>
#include <threads.h>

static int count;

static int work(void *unused) {
  (void)unused;
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return 0;
}

static int idle(void *unused) {
  (void)unused;
  return 0;
}

int main(void) {
  thrd_t first, second;
  if (thrd_create(&first, work, NULL) != thrd_success) // ACCESS: write 'first' @7 by thrd_create
    return 1;
  int result = thrd_create(&second, idle, NULL); // ACCESS: write 'second' @16 by thrd_create
  if (result == thrd_nomem)
    count++; // ACCESS: read 'count' @10, write 'count' @10
  if (result == thrd_success)
    thrd_join(second, NULL); // ACCESS: read 'second' @15
  thrd_join(first, NULL); // ACCESS: read 'first' @13
  return 0;
}
