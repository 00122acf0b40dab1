// VERDICT: race-free
//
// Only the thread of main may write.
#include <threads.h>

static thrd_t owner;
static int data;

static int touch(void *unused) {
  (void)unused;
  if (thrd_equal(thrd_current(), owner)) // ACCESS: read 'owner' @34
    data = 1; // ACCESS: write 'data' @10
  return 0;
}

int main(void) {
  thrd_t t;
  owner = thrd_current(); // ACCESS: write 'owner' @9
  thrd_create(&t, touch, NULL); // ACCESS: write 't' @3 by thrd_create
  touch(NULL);
  thrd_join(t, NULL); // ACCESS: read 't' @13
  return data; // ACCESS: read 'data' @10
}
