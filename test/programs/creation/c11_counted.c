// VERDICT: race
//
// C11: a thread that there is no memory for is counted, while another counts, too.
#include <stddef.h>
#include <threads.h>

static int missing;

static int look(void *unused) {
  (void)unused;
  return missing; // ACCESS: read 'missing' @10
}

int main(void) {
  thrd_t first, second;
  if (thrd_create(&first, look, NULL) != thrd_success) // ACCESS: write 'first' @7 by thrd_create
    return 0;
  if (thrd_create(&second, look, NULL) != thrd_success) // ACCESS: write 'second' @7 by thrd_create
    missing++; // ACCESS: read 'missing' @12, write 'missing' @12
  else
    thrd_join(second, NULL); // ACCESS: read 'second' @15
  thrd_join(first, NULL); // ACCESS: read 'first' @13
  return 0;
}
